import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, inject, test, vi } from 'vitest'
import { connect } from '#server/database/connect.ts'
import { changeRole } from '#server/moderation/moderation.actions.ts'
import { registerClient } from '#server/testing/fixtures/api-client.ts'
import { encodeStreets } from '#server/testing/fixtures/streets-archive.ts'
import { copyDatabase } from '#server/testing/harness/copied-database.ts'
import { startRangeServer } from '#server/testing/harness/range-server.ts'
import { startServer } from '#server/testing/harness/server-process.ts'
import { fetchExtract, planExtract } from './extract-streets.ts'
import { httpSource } from './http-source.ts'
import { boundsAround } from './streets.rules.ts'

const milano = { latitude: 45.46, longitude: 9.19 }
const timeout = 120_000

test('A server that is killed leaves no process, and its next start goes on', async () => {
  const database = await copyDatabase(inject('preparedDatabase'))
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-streets-'))
  const db = connect(database.url, 1)
  const archives = await startRangeServer(encodeStreets(milano))
  const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir }
  let server = await startServer(environment)
  try {
    const ada = await registerClient(server.url, 'ada')
    await changeRole(db, { actorId: null, userId: ada.id, role: 'administrator' })
    const readFetch = async () => (await ada.callOk('getMapStreets', {})).streets.fetch
    const bounds = boundsAround(milano, 5)
    await ada.callOk('planMapStreets', { bounds: bounds.join(','), address: archives.url })
    await vi.waitUntil(async () => (await readFetch())?.state === 'planned', { timeout })
    archives.answer = () => archives.requests.at(-1)![0] > 1_000_000
    await ada.callOk('fetchMapStreets', {})
    await vi.waitUntil(async () => (await readFetch())!.bytes > 0, { timeout })
    await server.kill()
    archives.answer = null
    const file = path.join(dataDir, 'streets.mbtiles')
    const extract = await planExtract(httpSource(archives.url), bounds)
    // It is refused while the process of the server that was killed goes on.
    await vi.waitFor(() => fetchExtract(extract, file, () => undefined), { timeout })
    await rm(file)

    server = await startServer(environment)
    await vi.waitUntil(async () => (await readdir(dataDir)).includes('streets.mbtiles'), { timeout })
    expect(server.output()).toContain('streets of the map are being fetched')
    expect(server.output()).not.toContain('Warning')
  } finally {
    await server.stop()
    await archives.close()
    await db.destroy()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
