import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { connect, type Database } from '#server/database/connect.ts'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { withLockedTable } from '#server/testing/harness/locked-table.ts'
import { type ServerProcess, startServer } from '#server/testing/harness/server-process.ts'
import { sql } from '#server/testing/sql.ts'
import { upsertBackupRequest } from './backups.queries.ts'
import { lastDueAt } from './schedule.ts'
import { verifyBackup } from './verify-backup.ts'

// Servers that take a backup by themselves.

const serversTimeoutMs = 300_000
/** A backup gives way: on a busy machine it has a tenth of a core. */
const backupTimeoutMs = 120_000

let database: CopiedDatabase
let db: Database
let folder: string
let saved: string
let servers: ServerProcess[] = []
beforeEach(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
  db = connect(database.url, 2)
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-schedule-'))
  saved = path.join(folder, 'saved')
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  servers = []
  await db.destroy()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

// Half a day away: no backup falls due during a test.
const backupTime = { hours: (new Date().getHours() + 12) % 24, minutes: 30 }
const environment = () => ({
  DATABASE_URL: database.url,
  DATA_DIR: path.join(folder, 'data'),
  BACKUP_DIR: saved,
  BACKUP_AT: `${String(backupTime.hours).padStart(2, '0')}:30`,
})
async function start(variables: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const server = await startServer({ ...environment(), ...variables })
  servers.push(server)
  return server
}
const listBackups = async () => (await readdir(saved)).filter((name) => /^dintorni-\d{8}T\d{6}Z\.tar$/.test(name))
const findRows = async () =>
  (
    await sql<{ due_at: Date | null; bytes: number | null; failure: string | null }>`
      SELECT due_at, bytes, failure FROM backups ORDER BY id`.execute(db)
  ).rows

test.each([
  ['03:30 today', '2026-11-25T12:00:00', '2026-11-25T03:30:00'],
  ['03:30 yesterday', '2026-11-25T03:29:59', '2026-11-24T03:30:00'],
  ['03:30 right now', '2026-11-25T03:30:00', '2026-11-25T03:30:00'],
  ['03:30 on the last day of the month before', '2026-12-01T00:10:00', '2026-11-30T03:30:00'],
])('The backup of %s is the last one due', (_, now, due) => {
  expect(lastDueAt({ hours: 3, minutes: 30 }, new Date(now))).toEqual(new Date(due))
})

test(
  'Of two servers that start at once, one takes the backup that was missed, and neither takes it again',
  async () => {
    await Promise.all([start(), start()])
    await expect
      .poll(async () => (await findRows()).map(({ bytes }) => bytes !== null), { timeout: backupTimeoutMs })
      .toEqual([true])
    const [name = '', ...more] = await listBackups()
    expect(more).toEqual([])
    expect((await verifyBackup(path.join(saved, name))).rows.places).toBeGreaterThan(1000)
    const [{ due_at } = { due_at: null }] = await findRows()
    expect(due_at).toEqual(lastDueAt(backupTime, new Date()))
    // The row is complete a moment before the log says so: a server that is stopped in between logs nothing.
    const countReports = () => servers.filter((server) => server.output().includes('a backup was taken')).length
    await expect.poll(countReports, { timeout: backupTimeoutMs }).toBe(1)
    await Promise.all(servers.map((server) => server.stop()))
    expect(countReports()).toBe(1)
    // A server that was about to take it when another had just done so.
    const late = fork('server/backup/scheduled-backup.ts', [due_at!.toISOString()], {
      env: { ...process.env, ...environment() },
    })
    expect((await once(late, 'message'))[0]).toEqual({ isTaken: true })
    const again = await start()
    await again.stop()
    expect(await listBackups()).toEqual([name])
  },
  serversTimeoutMs,
)

test(
  'The oldest backups go when a new one is there, and nothing else in the folder',
  async () => {
    await mkdir(saved)
    const old = ['20200101T000000Z', '20200102T000000Z', '20200103T000000Z'].map((time) => `dintorni-${time}.tar`)
    for (const name of [...old, 'dintorni-prima.tar', 'dintorni.tar.part']) await writeFile(path.join(saved, name), 'x')
    await start({ BACKUP_KEEP: '2' })
    await expect.poll(async () => (await readdir(saved)).length, { timeout: backupTimeoutMs }).toBe(3)
    const names = await readdir(saved)
    expect(names.toSorted()).toEqual([old[2], (await listBackups()).toSorted().at(-1), 'dintorni-prima.tar'])
  },
  serversTimeoutMs,
)

test(
  'A backup that fails is logged and noted, leaves no file, and deletes no old one',
  async () => {
    await mkdir(saved)
    const old = 'dintorni-20200101T000000Z.tar'
    await writeFile(path.join(saved, old), 'x')
    await withLockedTable(database.url, 'mutes', async () => {
      const server = await start({ BACKUP_KEEP: '1' })
      await expect
        .poll(() => server.output(), { timeout: backupTimeoutMs })
        .toContain('the backup failed, and is tried again in an hour')
      expect(server.output()).toContain('"reason":"PostgreSQL refuses: 55P03"')
    })
    expect(await findRows()).toMatchObject([{ bytes: null, failure: 'PostgreSQL refuses: 55P03' }])
    expect(await readdir(saved)).toEqual([old])
  },
  serversTimeoutMs,
)

test(
  'Somebody who asks for a backup gets one soon, once, and none is missed because of it',
  async () => {
    await start()
    await expect
      .poll(async () => (await findRows()).map(({ bytes }) => bytes !== null), { timeout: backupTimeoutMs })
      .toEqual([true])
    expect(await upsertBackupRequest.first(db)).toBeDefined()
    expect(await upsertBackupRequest.first(db)).toBeUndefined()
    await expect
      .poll(async () => (await findRows()).map(({ bytes }) => bytes !== null), { timeout: backupTimeoutMs })
      .toEqual([true, true])
    const [scheduled, asked] = await findRows()
    expect(asked!.due_at!.getTime()).toBeGreaterThan(scheduled!.due_at!.getTime())
    expect(await upsertBackupRequest.first(db)).toBeDefined()
  },
  serversTimeoutMs,
)

test('A folder that cannot be written to stops the start with one line', async () => {
  await writeFile(saved, 'no folder')
  await expect(start()).rejects.toThrow(
    /the server ended at once: dintorni: BACKUP_DIR: .* must be a folder that the user may create and write to \(ENOTDIR\)\n$/,
  )
})
