import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toRefusal } from '#server/platform/refusal.ts'
import { commandLine, prepareCluster } from './cluster.ts'
import { connect, type Database } from './connect.ts'
import { ping } from './status.ts'
import { startEmbeddedPostgres } from './embedded.ts'

let dataDir: string
let url: string
let standby: ChildProcess
let db: Database
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-standby-'))
  const postgres = await startEmbeddedPostgres(dataDir)
  url = postgres.url
  await postgres.stop()
  const cluster = prepareCluster(dataDir)
  await writeFile(path.join(cluster.folder, 'standby.signal'), '')
  const options = ['-D', cluster.folder, '-k', cluster.socketFolder, '-c', 'listen_addresses=']
  standby = spawn(...commandLine(cluster, 'postgres', options), { ...cluster.runner.options, stdio: 'ignore' })
  db = connect(url, 1)
})
afterEach(async () => {
  await db.destroy()
  const ended = once(standby, 'exit')
  standby.kill('SIGINT')
  await ended
  await rm(dataDir, { recursive: true, force: true })
})

async function promote(): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('SELECT pg_promote()')
  await client.end()
}

const findError = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

test('A server reads nothing from a standby until it has become the primary', async () => {
  const standsBy = expect.objectContaining({ message: 'the database is a standby' })
  await expect.poll(() => findError(ping(db))).toEqual(standsBy)
  expect(toRefusal(await findError(ping(db))).status).toBe(503)
  await promote()
  await ping(db)
})
