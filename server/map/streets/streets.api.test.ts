import { readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fieldsText } from '#contract/fields.text.ts'
import type { StreetsFetch } from '#contract/map-streets.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { writeMbtiles } from '#server/map/archives/mbtiles-writer.ts'
import { encodeStreets, sea } from '#server/testing/fixtures/streets-archive.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { type RangeServer, startRangeServer } from '#server/testing/harness/range-server.ts'
import { sql } from '#server/testing/sql.ts'
import { createStreetsFetcher } from './streets-fetcher.ts'
import { updateToFetching } from './streets.queries.ts'
import { streetsText } from './streets.text.ts'

const milano = { latitude: 45.46, longitude: 9.19 }
const archive = encodeStreets(milano)
/** Of a process that is started on a busy machine. */
const timeout = 30_000

const app = useTestApp()
const [ada, marta, alice] = useUsers(app, 'ada', 'marta', 'alice')
let townId: number
let server: RangeServer
beforeAll(async () => {
  await ada.makeAdministrator()
  await marta.makeModerator()
  townId = await app.findPlaceId('Milano')
})
beforeEach(async () => {
  server = await startRangeServer(archive)
})
afterEach(async () => {
  await ada.call('stopMapStreets', {})
  await server.close()
  await sql`DELETE FROM map_streets_fetch`.execute(app.db)
  for (const name of await readdir(app.dataDir)) if (name.startsWith('streets')) await rm(path.join(app.dataDir, name))
})

const readStreets = async () => (await ada.callOk('getMapStreets', {})).streets
const readFetch = async () => (await readStreets()).fetch!
/** Waits until the fetch is like this. */
const waitFor = async (expected: Partial<StreetsFetch>): Promise<StreetsFetch> =>
  vi.waitFor(
    async () => {
      const fetch = await readFetch()
      expect(fetch).toMatchObject(expected)
      return fetch
    },
    { timeout, interval: 50 },
  )
const plan = () => ada.callOk('planMapStreets', { town_id: townId, km: 5, address: server.url })
/** Answers the last part of what is fetched with `answer`. */
function breakEnd(answer: RangeServer['answer']): void {
  const firstEnd = 1_000_000
  server.answer = (request, response) => server.requests.at(-1)![0] > firstEnd && answer!(request, response)
}
const notFound: RangeServer['answer'] = (_request, response) => {
  response.writeHead(404).end()
  return true
}
/** Of the requests for tiles: those for directories are shorter. */
const fetchedOffsets = () => server.requests.flatMap(([offset, length]) => (length > 40_000 ? [offset] : []))
const never: RangeServer['answer'] = () => true

test('Ada reads how large the streets of Milano are, fetches them, and the map has them', async () => {
  expect(await readStreets()).toEqual({ is_named: false, served: null, fetch: null })
  await plan()
  const planned = await waitFor({ state: 'planned' })
  expect(planned).toMatchObject({
    town: 'Milano',
    km: 5,
    address: server.url,
    bytes: 0,
    failure: null,
    is_waiting: false,
  })
  expect(planned.tiles).toBeGreaterThan(50)
  expect(planned.total_bytes).toBeGreaterThan(1_000_000)
  expect((await readdir(app.dataDir)).filter((name) => name.startsWith('streets'))).toEqual([])

  await ada.callOk('fetchMapStreets', {})
  const fetched = await waitFor({ state: 'done' })
  expect(fetched.bytes).toBe(planned.total_bytes)
  const { served } = await readStreets()
  expect(served).toMatchObject({ town: 'Milano', attribution: '© OpenStreetMap', bounds: planned.bounds })
  expect(served!.bytes).toBeGreaterThan(1_000_000)
  expect(Date.parse(served!.since)).toBeGreaterThan(Date.now() - timeout)
  const ground = (await (await fetch(`${app.url}/map/ground.json`)).json()) as { archives: { id: string }[] }
  expect(ground.archives.map(({ id }) => id)).toContain('streets')
  const log = await sql`SELECT action, note, moderator_id FROM moderation_log ORDER BY id DESC LIMIT 1`.all(app.db)
  expect(log).toEqual([{ action: 'fetch_streets', note: 'Milano', moderator_id: ada.id }])
})

test('While streets are fetched all administrators see how far it is, and Ada stops it', async () => {
  await plan()
  await waitFor({ state: 'planned' })
  breakEnd(never)
  await ada.callOk('fetchMapStreets', {})
  const fetching = await vi.waitFor(
    async () => {
      const fetch = await readFetch()
      expect(fetch.bytes).toBeGreaterThan(0)
      return fetch
    },
    { timeout },
  )
  expect(fetching).toMatchObject({ state: 'fetching', is_waiting: false })
  expect(fetching.bytes).toBeLessThan(fetching.total_bytes!)
  for (const name of ['planMapStreets', 'fetchMapStreets'] as const)
    expect(await ada.call(name, { town_id: townId })).toMatchObject({ status: 409 })

  await ada.callOk('stopMapStreets', {})
  expect(await readFetch()).toMatchObject({ state: 'stopped', bytes: fetching.bytes })
  expect(await ada.call('stopMapStreets', {})).toMatchObject({ status: 409, body: { error: streetsText.nothingRuns } })
  server.answer = null
  await ada.callOk('fetchMapStreets', {})
  await waitFor({ state: 'done' })
  expect((await readStreets()).served).toMatchObject({ town: 'Milano' })
})

test('After a failure the reason is there, and Ada goes on with what is missing', async () => {
  await plan()
  await waitFor({ state: 'planned' })
  breakEnd(notFound)
  await ada.callOk('fetchMapStreets', {})
  const failed = await waitFor({ state: 'failed' })
  expect(failed).toMatchObject({
    failure: 'unreachable',
    failure_detail: 'cannot be fetched: its server answers 404',
  })
  expect(failed.bytes).toBeGreaterThan(0)
  expect(fetchedOffsets().length).toBeGreaterThan(1)
  expect((await readStreets()).served).toBeNull()
  const [missing] = server.requests.at(-1)!
  server.answer = null
  server.requests.length = 0
  await ada.callOk('fetchMapStreets', {})
  await waitFor({ state: 'done' })
  expect(fetchedOffsets()[0]).toBe(missing)
})

test('An archive without the town, and one that is none, are failures of the plan', async () => {
  await ada.callOk('planMapStreets', { bounds: '12.4,43.9,12.8,44.2', address: server.url })
  const bounds = { west: 12.4, south: 43.9, east: 12.8, north: 44.2 }
  await waitFor({ state: 'failed', failure: 'nothing_there', town: null, km: null, bounds, total_bytes: null })
  expect(await ada.call('fetchMapStreets', {})).toMatchObject({
    status: 409,
    body: { error: streetsText.nothingToFetch },
  })
  server.file = Buffer.from('<html>Benvenuti</html>'.padEnd(400))
  await plan()
  await waitFor({ state: 'failed', failure: 'unfit' })
})

describe('A server', () => {
  const createFetcher = () =>
    createStreetsFetcher({
      config: readConfig({ DATA_DIR: app.dataDir, HOST: '127.0.0.1' }),
      log: createLog('silent'),
      db: app.db,
    })

  test('that stops leaves the streets to the next, which fetches what is missing', async () => {
    await plan()
    await waitFor({ state: 'planned' })
    breakEnd(never)
    await updateToFetching(app.db)
    const first = createFetcher()
    await first.start()
    await vi.waitFor(async () => expect((await readFetch()).bytes).toBeGreaterThan(0), { timeout })
    await first.stop()
    expect(await readFetch()).toMatchObject({ state: 'fetching', is_waiting: true })
    const [missing] = server.requests.at(-1)!
    server.answer = null
    server.requests.length = 0
    const second = createFetcher()
    await second.start()
    await waitFor({ state: 'done' })
    await second.stop()
    expect(fetchedOffsets()[0]).toBe(missing)
  })

  test('goes on with what one that was killed has left', async () => {
    await plan()
    await waitFor({ state: 'planned' })
    await updateToFetching(app.db)
    const setSeen = (ago: string) =>
      sql`UPDATE map_streets_fetch SET worker = gen_random_uuid(), seen_at = now() - ${ago}::interval`.execute(app.db)
    await setSeen('5 seconds')
    expect(await readFetch()).toMatchObject({ is_waiting: false })
    await setSeen('20 seconds')
    expect(await readFetch()).toMatchObject({ is_waiting: true })
    await app.jobs.add(app.db, 'fetchStreets', {})
    await waitFor({ state: 'done' })
  })
})

test('Marta, who moderates, and Alice find no such call', async () => {
  for (const client of [marta, alice, app.createVisitor()])
    for (const name of ['getMapStreets', 'planMapStreets', 'fetchMapStreets', 'stopMapStreets'] as const)
      expect((await client.call(name, { town_id: townId })).status).toBe(404)
})

test.each([
  ['no part', {}, 400, fieldsText.streetsBounds],
  ['three degrees', { bounds: '12.4,43.9,12.8' }, 400, fieldsText.streetsBounds],
  ['the west in the east', { bounds: '12.8,43.9,12.4,44.2' }, 400, fieldsText.streetsBounds],
  ['no kilometres', { town_id: 1, km: 0 }, 400, fieldsText.streetsKm],
  ['a town that does not exist', { town_id: 999_999_999 }, 404, 'La risorsa richiesta non esiste.'],
  ['words for an address', { bounds: '12,43,13,44', address: 'protomaps' }, 400, fieldsText.streetsAddress],
  ['a file for an address', { bounds: '12,43,13,44', address: 'file:///etc/passwd' }, 400, fieldsText.streetsAddress],
  [
    'a password in an address',
    { bounds: '12,43,13,44', address: 'https://ada:segreto@example.it/a' },
    400,
    fieldsText.streetsAddress,
  ],
])('Ada asks for %s and reads what is wrong', async (_what, input, status, error) => {
  expect(await ada.call('planMapStreets', input)).toMatchObject({ status, body: { error } })
  expect((await readStreets()).fetch).toBeNull()
})

describe('On a public server', () => {
  const publicApp = useTestApp({ PUBLIC_URL: 'https://dintorni.example', TRUST_PROXY: 'on' })
  const [eva] = useUsers(publicApp, 'eva')
  beforeAll(() => eva.makeAdministrator())

  test.each([
    'http://example.it/a.pmtiles',
    'https://127.0.0.1/a.pmtiles',
    'https://[::1]/a.pmtiles',
    'https://192.168.1.1/a.pmtiles',
    'https://example.it:8443/a.pmtiles',
    'http://localhost:5432/',
    'https://dintorni.example/a.pmtiles',
  ])('Eva cannot have the server ask %s', async (address) => {
    expect(await eva.call('planMapStreets', { bounds: '12,43,13,44', address })).toMatchObject({
      status: 400,
      body: { error: fieldsText.streetsAddress },
    })
  })
})

describe('On a server whose operator names the file', () => {
  const file = path.join(os.tmpdir(), `dintorni-named-${process.pid}-${performance.now()}.mbtiles`)
  beforeAll(async () => {
    const metadata = { format: 'pbf', name: 'Italia', minzoom: '14', maxzoom: '14' }
    const json = JSON.stringify({ vector_layers: [{ id: 'roads' }, { id: 'earth' }] })
    await writeMbtiles(file, { ...metadata, json }, [{ z: 14, x: 1, y: 1, data: sea }])
    return () => rm(file)
  })
  const namedApp = useTestApp({ MAP_TILES: file })
  const [eva] = useUsers(namedApp, 'eva')
  beforeAll(() => eva.makeAdministrator())

  test('Eva sees it, and can fetch no other', async () => {
    const { streets } = await eva.callOk('getMapStreets', {})
    expect(streets).toMatchObject({ is_named: true, served: { town: null }, fetch: null })
    for (const name of ['planMapStreets', 'fetchMapStreets'] as const)
      expect(await eva.call(name, { bounds: '12,43,13,44' })).toMatchObject({
        status: 409,
        body: { error: streetsText.isNamed },
      })
  })
})
