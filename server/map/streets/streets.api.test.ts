import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fieldsText } from '#contract/fields.text.ts'
import type { StreetsFetch } from '#contract/map-streets.ts'
import { createApp } from '#server/app.ts'
import { encodeStreets } from '#server/testing/fixtures/streets-archive.ts'
import { createTestApp, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { type RangeServer, startRangeServer } from '#server/testing/harness/range-server.ts'
import { sql } from '#server/testing/sql.ts'
import { streetsText } from './streets.text.ts'

void createApp
void createTestApp

const milano = { latitude: 45.46, longitude: 9.19 }
const archive = encodeStreets(milano)
/** A process is started, on a busy machine. */
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
const never: RangeServer['answer'] = () => true

test('Ada reads how large the streets of Milano are, fetches them, and the map has them', { timeout }, async () => {
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
