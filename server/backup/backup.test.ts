import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, type Database } from '#server/database/connect.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { createClient } from '#server/testing/fixtures/api-client.ts'
import { createTestApp, type TestApp, type TestUser } from '#server/testing/fixtures/test-app.ts'
import { runAdminCommand, startAdminCommand } from '#server/testing/harness/admin-command.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { type S3Server, startS3Server } from '#server/testing/harness/s3-server.ts'
import { startServer } from '#server/testing/harness/server-process.ts'
import { digestTables } from '#server/testing/harness/table-digests.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#server/testing/harness/empty-database.ts'
import { readArchive } from './archive-reader.ts'
import { leftOutTables } from './left-out.ts'

// The operator backs up a server that runs, and restores it to another place.

const run = promisify(execFile)
const commandsTimeoutMs = 120_000

let app: TestApp
let folder: string
let alice: TestUser
let bruno: TestUser
let file: string
beforeAll(async () => {
  app = await createTestApp()
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-backup-'))
  file = path.join(folder, 'first.tar')
  alice = await app.createUser('alice')
  bruno = await app.createUser('bruno')
  const image = await createPhoto(900, 700)
  for (let number = 0; number < 12; number++) await alice.createPost(`Tab\t, \\ e a capo\n${number}`, { image })
  const post = await alice.createPost('Duomo #milano @bruno')
  await bruno.callOk('likePost', { post_id: post.id })
  await bruno.callOk('addComment', { post_id: post.id, text: 'Ci sono anch’io' })
  await bruno.follow(alice)
  await backup(file)
}, 120_000)
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const environment = () => ({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
async function backup(to: string) {
  const result = await runAdminCommand(['backup', to], environment())
  expect(result).toMatchObject({ code: 0, err: expect.any(String) })
  return result
}

/** A place for a restore: an empty database beside a folder. */
type Place = { environment: NodeJS.ProcessEnv; db: Database; database: EmptyDatabase; media: string }
const places: Place[] = []
afterAll(async () => {
  for (const { db, database } of places) {
    await db.destroy()
    await database.drop()
  }
})
async function createPlace(): Promise<Place> {
  const database = await createEmptyDatabase(inject('preparedDatabase'))
  const dataDir = await mkdtemp(path.join(folder, 'place-'))
  const place = {
    environment: { DATABASE_URL: database.url, DATA_DIR: dataDir },
    db: connect(database.url, 1),
    database,
    media: path.join(dataDir, 'media'),
  }
  places.push(place)
  return place
}
const restore = (place: Place, from = file, ...options: string[]) =>
  runAdminCommand(['restore', from, ...options], place.environment)

async function readFiles(from: string): Promise<Record<string, string>> {
  const names = (await readdir(from)).toSorted()
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, (await readFile(path.join(from, name))).toString('base64')])),
  )
}

/** All that a migrated schema consists of, apart from rows. */
async function describeSchema(db: Database) {
  const { rows } = await sql<{ line: string }>`
    SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated AS line
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT pg_get_indexdef(indexrelid) || indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relnamespace = 'public'::regnamespace
    UNION ALL SELECT pg_get_triggerdef(t.oid) || tgenabled FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
      WHERE NOT tgisinternal AND c.relnamespace = 'public'::regnamespace
    ORDER BY 1`.execute(db)
  return rows.map(({ line }) => line)
}

test(
  'A restored server has every row and every picture, the same constraints, and starts as usual',
  async () => {
    const place = await createPlace()
    const restored = await restore(place, file, '--keep-sessions')
    expect(restored).toMatchObject({ code: 0, out: expect.stringMatching(/2 people, 13 posts, 12 pictures; everybody/) })
    const [before, after] = [await digestTables(app.db), await digestTables(place.db)]
    for (const table of Object.keys(leftOutTables)) {
      delete before[table]
      delete after[table]
    }
    expect(after).toEqual(before)
    expect(Object.keys(after).length).toBeGreaterThan(40)
    expect(await describeSchema(place.db)).toEqual(await describeSchema(app.db))
    expect(await readFiles(place.media)).toEqual(await readFiles(app.folders.media))
    await expectCountersToMatchRows(place.db)
    const server = await startServer(place.environment)
    try {
      const client = createClient(server.url)
      await client.callOk('login', { email: 'alice@example.com', password: 'correct horse' }).catch(() => undefined)
    } finally {
      await server.stop()
    }
  },
  commandsTimeoutMs,
)

test('Tar and sha256sum read the file, which only its owner can', async () => {
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600')
  const unpacked = await mkdtemp(path.join(folder, 'unpacked-'))
  await run('tar', ['xf', file], { cwd: unpacked })
  await run('sh', ['-c', 'sha256sum --strict --quiet -c checksums/*.sha256'], { cwd: unpacked })
  expect(await readFiles(path.join(unpacked, 'pictures'))).toEqual(await readFiles(app.folders.media))
  expect(await readdir(folder)).not.toContain('first.tar.part')
})
