import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { connect, type Database } from '#server/database/connect.ts'
import { createClient, type RegisteredClient, registerClient } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { runAdminCommand, startAdminCommand } from '#server/testing/harness/admin-command.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#server/testing/harness/empty-database.ts'
import { type ServerProcess, startServer } from '#server/testing/harness/server-process.ts'
import { digestTables } from '#server/testing/harness/table-digests.ts'
import { addJobs } from './add-jobs.ts'

// The operator moves a database to a PostgreSQL of their own, and back.

const commandsTimeoutMs = 240_000

let folder: string
const cleanups: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-move-'))
})
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function createTarget(): Promise<EmptyDatabase> {
  const database = await createEmptyDatabase(inject('preparedDatabase'))
  cleanups.push(database.drop)
  return database
}

const move = (place: string, environment: NodeJS.ProcessEnv) =>
  runAdminCommand(['database', 'move', place], { DATABASE_URL: '', DEMO: 'off', ...environment })

async function start(environment: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const server = await startServer({ DATABASE_URL: '', ...environment })
  cleanups.push(server.stop)
  return server
}

/** Their session still opens their profile, and their posts are there, newest first. */
async function expectToFind({ url }: ServerProcess, { id, cookie }: RegisteredClient, texts: string[]): Promise<void> {
  const profile = await createClient(url, cookie()).callOk('getProfile', { user_id: id })
  expect(profile.posts.map(({ text }) => text)).toEqual(texts)
}

async function publish({ url }: ServerProcess, { id, cookie }: RegisteredClient, text: string): Promise<void> {
  const client = createClient(url, cookie())
  const milan = { latitude: 45.46, longitude: 9.19 }
  const [place] = await client.callOk('getNearbyLocations', { lat: milan.latitude, lon: milan.longitude })
  const image = await createPhoto(600, 400)
  await client.callOk('createSpot', { user_id: id, text, location_id: place!.id, ...milan, image })
}

test(
  'A database moves from DATA_DIR to a PostgreSQL of one’s own and back, and everybody stays signed in',
  async () => {
    const dataDir = path.join(folder, 'moved')
    const target = await createTarget()
    const first = await start({ DATA_DIR: dataDir })
    const anna = await registerClient(first.url, 'anna')
    await publish(first, anna, 'Prima')
    expect(await move(target.url, { DATA_DIR: dataDir })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^admin: a server is running in .+: stop it first\n$/),
    })
    expect(await first.stop()).toBe(0)
    expect(await move(target.url, { DATA_DIR: dataDir })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^moved \d{5,} rows; .+set DATABASE_URL.+\n$/),
    })
    await expect(startServer({ DATA_DIR: dataDir, DATABASE_URL: '' })).rejects.toThrow(
      'this database was moved to another one: set DATABASE_URL to that, or move it back',
    )

    const second = await start({ DATA_DIR: dataDir, DATABASE_URL: target.url })
    await expectToFind(second, anna, ['Prima'])
    await publish(second, anna, 'Poi')
    expect(await move('embedded', { DATA_DIR: dataDir, DATABASE_URL: target.url })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^admin: the database is in use \(\d+ sessions\): stop all servers first\n$/),
    })
    await second.stop()
    expect(await move('embedded', { DATA_DIR: dataDir, DATABASE_URL: target.url })).toMatchObject({ code: 0 })
    await expect(startServer({ DATA_DIR: dataDir, DATABASE_URL: target.url })).rejects.toThrow('was moved to another')

    const third = await start({ DATA_DIR: dataDir })
    await expectToFind(third, anna, ['Poi', 'Prima'])
    await publish(third, anna, 'Infine')
    await expectToFind(third, anna, ['Infine', 'Poi', 'Prima'])
  },
  commandsTimeoutMs,
)

/** A database on which a server has run, with one person in it and one job that waits. */
async function createStoppedDatabase(): Promise<{ url: string; dataDir: string; anna: RegisteredClient }> {
  const { url } = await createTarget()
  const dataDir = await mkdtemp(path.join(folder, 'data-'))
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: dataDir })
  const anna = await registerClient(server.url, 'anna')
  await publish(server, anna, 'Tab\t, \\ e a capo\nqui')
  await server.stop()
  const job = { notify: { recipientId: anna.id, trigger: { kind: 'removed', moderation: 0 } } }
  await addJobs(url, ['activity'], Buffer.from(`activity\t${JSON.stringify(job)}\n`))
  return { url, dataDir, anna }
}

async function withDatabase<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = connect(url, 1)
  return work(db).finally(() => db.destroy())
}
const digest = (url: string) => withDatabase(url, digestTables)
const findJobs = (url: string) =>
  withDatabase(url, async (db) => {
    const { rows } = await sql`SELECT name, data FROM pgboss.job WHERE name = 'activity'`.execute(db)
    return rows
  })

test(
  'Every row and every job that waits arrives, and counters are equal to rows',
  async () => {
    const old = await createStoppedDatabase()
    const before = await digest(old.url)
    const target = await createTarget()
    expect(await move(target.url, { DATABASE_URL: old.url, DATA_DIR: old.dataDir })).toMatchObject({ code: 0 })
    // Numbers of transactions, which mean nothing in another cluster.
    expect({ ...(await digest(target.url)), feed_changes: '' }).toEqual({ ...before, feed_changes: '' })
    expect(await findJobs(target.url)).toEqual(await findJobs(old.url))
    expect(await findJobs(target.url)).toHaveLength(1)
    await withDatabase(target.url, expectCountersToMatchRows)
  },
  commandsTimeoutMs,
)

test(
  'A move is refused where anything is, to itself, and when there is nothing to move; nothing is changed',
  async () => {
    const old = await createStoppedDatabase()
    const environment = { DATABASE_URL: old.url, DATA_DIR: old.dataDir }
    const other = await createStoppedDatabase()
    const before = [await digest(old.url), await digest(other.url)]
    expect((await move(other.url, environment)).err).toMatch(
      /^admin: the new database is not empty: it has \d+ tables\n$/,
    )
    expect((await move(old.url, environment)).err).toBe('admin: the database is there already\n')
    expect((await move('mysql://x', environment)).err).toMatch(/^Usage: /)
    expect((await move('embedded', { DATA_DIR: old.dataDir })).err).toBe('admin: the database is there already\n')
    expect((await move(old.url, { DATA_DIR: old.dataDir })).err).toMatch(/^admin: there is no database in /)
    const empty = await createTarget()
    expect((await move(old.url, { DATABASE_URL: empty.url, DATA_DIR: old.dataDir })).err).toBe(
      'admin: there is nothing in this database\n',
    )
    expect([await digest(old.url), await digest(other.url)]).toEqual(before)
    const server = await start({ DATABASE_URL: old.url, DATA_DIR: old.dataDir })
    await expectToFind(server, old.anna, ['Tab\t, \\ e a capo\nqui'])
  },
  commandsTimeoutMs,
)

test(
  'A move that is killed can be repeated; until it is complete no server starts on the new database',
  async () => {
    const old = await createStoppedDatabase()
    const target = await createTarget()
    const environment = { DATABASE_URL: old.url, DATA_DIR: old.dataDir }
    const isBegun = () =>
      withDatabase(target.url, async (db) => {
        const { rows } = await sql`SELECT 1 FROM pg_namespace WHERE nspname = 'unfinished_restore'`.execute(db)
        return rows.length > 0
      })
    const command = startAdminCommand(['database', 'move', target.url], environment)
    await expect.poll(isBegun, { interval: 1 }).toBe(true)
    command.kill()
    await command.ended
    await expect(startServer({ ...environment, DATABASE_URL: target.url })).rejects.toThrow('is half restored')
    expect(await move(target.url, environment)).toMatchObject({ code: 0 })
    const server = await start({ ...environment, DATABASE_URL: target.url })
    await expectToFind(server, old.anna, ['Tab\t, \\ e a capo\nqui'])
    expect((await move((await createTarget()).url, environment)).err).toBe(
      'admin: this database was moved to another one already\n',
    )
  },
  commandsTimeoutMs,
)
