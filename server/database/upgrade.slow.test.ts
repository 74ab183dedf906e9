import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createClient } from '#server/testing/fixtures/api-client.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#server/testing/harness/empty-database.ts'
import { startServer } from '#server/testing/harness/server-process.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'

// A database of the oldest version is brought to today.

type Row = Record<string, unknown>
type Tables = Record<string, Row[]>

let database: EmptyDatabase
let client: pg.Client
let before: Tables
beforeAll(async () => {
  database = await createEmptyDatabase(inject('preparedDatabase'))
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(await readFile(new URL('../testing/fixtures/oldest-version.sql', import.meta.url), 'utf8'))
  before = await readTables()
  await migrate(database.url)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Reads all rows. Numbers of 64 bits become texts: JSON's would be rounded. */
async function readTables(): Promise<Tables> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  )
  const tables: Tables = {}
  for (const { name } of rows) {
    const found = await client.query<{ row: string }>(`SELECT to_json(t)::text AS row FROM ${name} t`)
    tables[name] = found.rows.map(({ row }) => JSON.parse(row.replaceAll(/:(\d{16,})/g, ':"$1"')) as Row)
  }
  return tables
}

/** Columns that were dropped, with the migration that explains why and where their values are now. */
const goneColumns: Record<string, readonly string[]> = {
  // 0011: in place_sources, as the next test shows. 0034: the coarsest cell, which nothing read any more.
  places: ['source', 'source_id', 'licence', 'c3'],
  // 0034: the coarsest cell, which nothing read any more.
  posts: ['c3'],
}

test('Every row of the oldest version is there today, with every value', async () => {
  const after = await readTables()
  for (const [name, rows] of Object.entries(before)) {
    const gone = goneColumns[name] ?? []
    const kept = Object.keys(rows[0] ?? {}).filter((column) => !gone.includes(column))
    const pick = (row: Row) => JSON.stringify(kept.map((column) => row[column]))
    expect(after[name]?.map(pick), name).toEqual(expect.arrayContaining(rows.map(pick)))
  }
  expect(Object.values(before).flat().length).toBeGreaterThan(60)
})

test('The source of a place is kept, in a table of its own', async () => {
  const { place_sources: sources = [] } = await readTables()
  const expected = before.places!.map(({ id, source, source_id, licence }) => [id, source, source_id, licence])
  expect(sources.map(({ place_id, source, source_id, licence }) => [place_id, source, source_id, licence])).toEqual(
    expect.arrayContaining(expected),
  )
  expect(sources).toHaveLength(expected.length)
})

test('People of the oldest version sign in with their passwords, and see what they saw', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-upgrade-'))
  const server = await startServer({ DATABASE_URL: database.url, DATA_DIR: dataDir })
  try {
    const signIn = async (username: string, email: string) => {
      const person = createClient(server.url)
      await person.callOk('login', { email, password: `parola d’ordine di ${username}` })
      return person
    }
    const anna = await signIn('anna', 'anna@example.it')
    const carla = await signIn('Carla_99', 'carla@example.it')
    const dora = await signIn('dora', 'dora@example.it')
    const [first, umbrella, ofCarla] = before.posts!.map(({ id }) => Number(id)) as [number, number, number]

    const { post } = await anna.callOk('getPost', { post_id: first })
    expect(post).toMatchObject({
      text: before.posts![0]!.text,
      likes_count: 3,
      comments_count: 2,
      user_commented: true,
    })
    const { comments } = await anna.callOk('getComments', { post_id: first })
    expect(comments.map(({ text }) => text)).toEqual(['Vieni anche tu?', 'Che bello!'])
    expect((await carla.callOk('getPost', { post_id: umbrella })).post).toMatchObject({
      user_spotted_status: 'confirmed',
      spotted_count: 1,
      image_width: 400,
    })
    // Dora has blocked Carla.
    expect((await dora.call('getPost', { post_id: ofCarla })).status).toBe(404)
    const db = connect(database.url, 1)
    await expectCountersToMatchRows(db).finally(() => db.destroy())
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
