import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { beginLoad, endLoad } from '#server/database/load.ts'
import { migrate, migrateTo, readMigrations } from '#server/database/migrate.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#server/testing/harness/empty-database.ts'

// Migrations run on full tables, beside servers of the version before.

/** The last migration that had landed when this attack was written: all later ones are tried. */
const lastOldMigration = '0101_access_tokens.sql'
const postCount = 1_000_000
/** Nobody waits longer for a table. The server's own statements wait two seconds for a lock. */
const lockTimeoutMs = 1000
/** Of each session between two statements: sixty sessions leave the processor to the migration. */
const pauseMs = 20

let database: EmptyDatabase
let client: pg.Client
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-locks-'))
  database = await createEmptyDatabase(inject('preparedDatabase'))
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const names = readMigrations().map(({ name }) => name)
  expect(names).toContain(lastOldMigration)
  await migrateTo(database.url, new Set(names.filter((name) => name <= lastOldMigration)))
  await fill()
}, 600_000)
afterAll(async () => {
  await client?.end()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Rows by SQL, in the proportions of a town: each person has five posts, each second post a comment and a like. */
async function fill(): Promise<void> {
  // A load replaces all rows, these too.
  const applied = await client.query<{ rows: string }>('SELECT json_agg(m)::text AS rows FROM migrations m')
  const load = await beginLoad(client)
  await client.query('INSERT INTO migrations SELECT * FROM json_populate_recordset(NULL::migrations, $1)', [
    applied.rows[0]!.rows,
  ])
  const people = postCount / 5
  for (const statement of [
    `INSERT INTO users (id, username, email, password_hash)
      SELECT n, 'u' || n, 'u' || n || '@example.it', '' FROM generate_series(1, ${people}) n`,
    `INSERT INTO places (id, name, search_name, kind, latitude, longitude, c4, c5)
      VALUES (1, 'Piazza', 'piazza', 'square', 45, 9, 1, 1)`,
    `INSERT INTO posts (id, author_id, place_id, latitude, longitude, c4, c5, text)
      SELECT n, 1 + n % ${people}, 1, 45, 9, n % 97, n % 9973, 'Ciao a tutti ' || n FROM generate_series(1, ${postCount}) n`,
    `INSERT INTO comments (id, post_id, author_id, text)
      SELECT n, n * 2, 1 + n % ${people}, 'Che bello' FROM generate_series(1, ${postCount / 2}) n`,
    `INSERT INTO post_likes (user_id, post_id)
      SELECT 1 + n % ${people}, n * 2 FROM generate_series(1, ${postCount / 2}) n`,
    `INSERT INTO follows (follower_id, followee_id, status)
      SELECT n, 1 + n % ${people}, 'accepted' FROM generate_series(1, ${people}) n`,
    `INSERT INTO sessions (token_sha256, user_id, expires_at)
      SELECT sha256(n::text::bytea), n, now() + interval '30 days' FROM generate_series(1, ${people}) n`,
    `INSERT INTO notifications (user_id, kind, position)
      SELECT 1 + n % ${people}, 'welcome', n FROM generate_series(1, ${people}) n`,
  ])
    await client.query(statement)
  await endLoad(load, [])
}

/** Statements that servers run all the time, for each table that exists before. Some tables can be read only. */
async function findStatements(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'",
  )
  const reads = rows.map(({ name }) => `SELECT count(*) FROM (SELECT 1 FROM ${name} LIMIT 1) t`)
  const writes = ['posts', 'users', 'comments'].map((table) => `UPDATE ${table} SET id = id WHERE id = 1`)
  return [...reads, ...writes]
}

/**
 * Reads and writes every table beside `work`, each in a session of its own that waits a second at most.
 * @returns the statements that did not get their table in time.
 */
async function findRefused(work: () => Promise<void>): Promise<string[]> {
  const statements = await findStatements()
  const ended = new AbortController()
  const refused = new Set<string>()
  const connected = statements.map(async (statement) => {
    const session = new pg.Client({ connectionString: database.url })
    await session.connect()
    await session.query(`SET lock_timeout = ${lockTimeoutMs}`)
    await session.query(statement)
    return { session, statement }
  })
  // Also those that a busy machine connects last read and write before the work begins.
  const sessions = (await Promise.all(connected)).map(async ({ session, statement }) => {
    while (!ended.signal.aborted) {
      await session.query(statement).catch((error: Error) => refused.add(`${statement}: ${error.message}`))
      await wait(pauseMs)
    }
    await session.end()
  })
  try {
    await work()
  } finally {
    ended.abort()
    await Promise.all(sessions)
  }
  return [...refused]
}

test(`New migrations keep nobody from a table of ${postCount} posts for a second`, async () => {
  const startMs = performance.now()
  expect(await findRefused(() => migrate(database.url))).toEqual([])
  console.log(`Migrations after ${lastOldMigration}: ${((performance.now() - startMs) / 1000).toFixed(1)} s`)
})

test('A migration that keeps a table for longer is noticed', async () => {
  await client.query('DROP TABLE migrations')
  const statements = `LOCK TABLE posts; SELECT pg_sleep(${(lockTimeoutMs * 4) / 1000})`
  await writeFile(path.join(folder, '0001_slow.sql'), statements)
  const refused = await findRefused(() => migrate(database.url, pathToFileURL(`${folder}/`)))
  expect(refused).toContainEqual(expect.stringMatching(/^UPDATE posts .+ due to lock timeout$/))
  expect(refused.every((line) => line.includes(' posts'))).toBe(true)
})
