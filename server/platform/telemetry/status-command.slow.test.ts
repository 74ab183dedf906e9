import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { runAdminCommand } from '#server/testing/harness/admin-command.ts'
import { registerClient } from '#server/testing/fixtures/api-client.ts'
import { copyDatabase } from '#server/testing/harness/copied-database.ts'
import { findFreePort } from '#server/testing/harness/free-port.ts'
import { startServer } from '#server/testing/harness/server-process.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-status-'))
  return () => rm(folder, { recursive: true })
})

/** Runs the command. @returns its line for each subject. */
async function readStatus(environment: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const { code, out, err } = await runAdminCommand(['status'], environment)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const lines = out.trimEnd().split('\n')
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(' ')), line.replace(/^\S+\s+/, '')]))
}

test('The status says how a server is, also when it hangs', async () => {
  const database = await copyDatabase(inject('preparedDatabase'))
  const port = await findFreePort()
  const metricsPort = await findFreePort()
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS: `127.0.0.1:${metricsPort}`,
  }
  const server = await startServer(environment)
  onTestFinished(async () => {
    await server.stop()
    await database.drop()
  })
  const anna = await registerClient(server.url, 'anna')
  const [place] = await anna.callOk('getNearbyLocations', { lat: 45.46, lon: 9.19 })
  await anna.callOk('createSpot', { text: 'Ciao', location_id: place!.id })
  expect(await readStatus(environment)).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+( \([\da-f]+\))?$/),
    server: `answers at ${server.url}`,
    disk: expect.stringMatching(/^[\d.]+ [kMGT]B of [\d.]+ [kMGT]B left for /),
    database: expect.stringMatching(/^answers, [\d.]+ MB$/),
    content: '1 people, 1 posts, 0 pictures',
    migrations: 'no migration is pending',
    jobs: expect.stringMatching(/^\d+ waiting.*; \d+ active, 0 failed in the last minute$/),
    mail: 'not sent: SMTP_URL is not set, and e-mails are files in DATA_DIR/outbox',
    backup: 'none yet',
  })
  process.kill(server.pid, 'SIGSTOP')
  onTestFinished(() => void process.kill(server.pid, 'SIGCONT'))
  expect((await readStatus(environment)).server).toBe(`does not answer at ${server.url}`)
})

test('The status applies no migration, and names those that the next start applies', async () => {
  const database = await copyDatabase(inject('preparedDatabase'))
  onTestFinished(database.drop)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`DELETE FROM migrations WHERE name = '0216_ids.sql'`)
  await client.query(`INSERT INTO pgboss.job (name, data, created_on, start_after)
    VALUES ('mail', '{}', now() - interval '2 hours', now() - interval '2 hours')`)
  await client.query(`INSERT INTO backups (file, begun_at, ended_at, bytes, failure) VALUES
    ('a.tar', now() - interval '3 hours', now() - interval '2 hours', 1000, NULL),
    ('b.tar', now() - interval '1 hour', now() - interval '1 hour', NULL, 'the disk is full')`)
  await client.query(`INSERT INTO pgboss.job (name, data, state, start_after, output)
    VALUES ('passwordReset', '{}', 'retry', now() + interval '1 minute', '{"message": "the mail server of SMTP_URL has not taken an e-mail: EAUTH 535"}')`)
  const count = async () => (await client.query('SELECT count(*) FROM migrations')).rows[0] as unknown
  const before = await count()
  const port = await findFreePort()
  const status = await readStatus({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    PORT: String(port),
    HOST: '127.0.0.1',
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
  expect(status).toMatchObject({
    mail: '1 wait for another attempt: the mail server of SMTP_URL has not taken an e-mail: EAUTH 535',
    server: `does not answer at http://127.0.0.1:${port}`,
    migrations: 'pending: 0216_ids.sql',
    jobs: '2 waiting, the oldest (mail) for 2 h 0 min; 0 active, 0 failed in the last minute',
    backup: 'the last one 2 h 0 min ago; 1 failed since',
  })
  expect(await count()).toEqual(before)
  await client.end()
})

test('The status says that the database is away, and what it knows without it', async () => {
  const port = await findFreePort()
  const status = await readStatus({
    DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`,
    DATA_DIR: folder,
    PORT: '1',
  })
  expect(status).toMatchObject({
    database: expect.stringContaining(`cannot be used: DATABASE_URL: no PostgreSQL answers at 127.0.0.1:${port} `),
    disk: expect.stringContaining('left for'),
  })
})

test('The status creates no database where there is none', async () => {
  const dataDir = path.join(folder, 'new')
  const status = await readStatus({ DATABASE_URL: '', DATA_DIR: dataDir, PORT: '1' })
  expect(status).toMatchObject({ database: 'none yet', disk: `${dataDir} does not exist yet` })
})
