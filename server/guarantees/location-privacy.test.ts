import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { latLngToCell } from 'h3-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { calls } from '#contract/calls.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import { toForm, exampleInput, type Fields } from '#server/testing/fuzz/arbitrary-inputs.ts'
import { type ServerProcess, startServer } from '#server/testing/harness/server-process.ts'
import { readStoredRows } from '#server/testing/harness/stored-rows.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'

// Where a person is stays theirs: no reply tells it, nothing keeps it, and nobody finds it out by asking from here and
// there.

const names = Object.keys(calls) as CallName[]

describe('No reply has a field for where a person is', () => {
  type Json = {
    properties?: Record<string, Json>
    items?: Json
    anyOf?: Json[]
    oneOf?: Json[]
    prefixItems?: Json[]
    additionalProperties?: Json | boolean
    type?: string | string[]
  }
  const suspicious = /lat|lon|lng|coord|distance|metre|meter|radius|_km|cell|position|geo|near|where|point|^c\d|h3/i

  /** Every field that might say it, and why it does not: all of them are of places, or of the asker's own words. */
  const harmless: Record<string, string> = {
    'image|picture|message': 'words that only look so',
    'getNearbyLocations[].(latitude|longitude)': 'of a place',
    'getNearbyLocations[].distance': 'of a place, from the position that was sent',
    'findTowns.towns[].(latitude|longitude|distance)': 'of a place; distance is null, since none was sent',
    'getLocation.location.(latitude|longitude)': 'of a place',
    'getFollowedLocations.locations[].(latitude|longitude|distance)': 'of a place; distance is null',
    'getOnboardingSuggestions.locations[].(latitude|longitude|distance)': 'of a place; distance is null',
    '(search.results|getSearchSuggestions.suggestions)[].(latitude|longitude)':
      'of a place; null for a person, which a test below sees',
    '*.location_*': 'the place of a post, a story or a notification, which somebody chose to name',
    'getLocation.location': 'a place',
    'getOnboardingSuggestions.locations': 'places',
    'getFollowedLocations.locations': 'places',
    'getFeed.radius_km': 'how far the feed reaches around the position that was sent',
    'getUserSettings.settings.notify_(radius|nearby_posts)': 'the viewer’s own setting',
    'getNotifications.notifications[].position': 'the place in the list',
  }
  const patterns = Object.keys(harmless).map(
    (pattern) =>
      new RegExp(
        `^${pattern
          .replace(/[.[\]]/g, '\\$&')
          .replace(/^\*/, '.*')
          .replace(/_\*$/, '_\\w+')}$`,
      ),
  )

  function fieldsOf(json: Json, at: string): string[] {
    const inner = [...(json.anyOf ?? []), ...(json.oneOf ?? []), ...(json.prefixItems ?? [])].flatMap((one) =>
      fieldsOf(one, at),
    )
    const listed = json.items ? fieldsOf(json.items, `${at}[]`) : []
    const open = typeof json.additionalProperties === 'object' ? fieldsOf(json.additionalProperties, `${at}{}`) : []
    const named = Object.entries(json.properties ?? {}).flatMap(([field, one]) => [
      `${at}.${field}`,
      ...fieldsOf(one, `${at}.${field}`),
    ])
    return [...inner, ...listed, ...open, ...named]
  }

  test.each(names)('%s', (name) => {
    const fields = fieldsOf(z.toJSONSchema(calls[name].output, { io: 'output', unrepresentable: 'any' }) as Json, name)
    const last = (field: string) => field.split('.').at(-1) ?? ''
    expect(
      fields.filter((field) => suspicious.test(last(field)) && !patterns.some((pattern) => pattern.test(field))),
    ).toEqual([])
  })
})

/** Where Alice is: nobody's square or station. */
const home = { latitude: 45.473819, longitude: 9.176243 }
const away = { latitude: 41.903217, longitude: 12.487651 }
/**
 * Her position with more digits than any rounding leaves (spec: two for the feed, three for the places), and the cells
 * that are finer than the one that may be kept.
 */
const traces = [home, away].flatMap((point) => [
  ...[point.latitude, point.longitude].flatMap((degrees) => [
    String(degrees),
    degrees.toFixed(5),
    degrees.toFixed(4),
    String(Math.round(degrees * 1e6)),
    String(degrees * 1e7),
  ]),
  ...[8, 9, 10, 11, 12, 13, 14, 15].flatMap((resolution) => {
    const cell = latLngToCell(point.latitude, point.longitude, resolution)
    return [cell, BigInt(`0x${cell}`).toString()]
  }),
])
const tracesIn = (said: string) => traces.filter((trace) => said.includes(trace))

/** Leaving is for another day. */
const farewells = new Set<CallName>(['logout', 'deleteAccount'])

const wanting = {
  profile_visibility: 'public',
  notify_likes: 1,
  notify_comments: 1,
  notify_follows: 1,
  notify_spotted: 1,
  notify_nearby_posts: 1,
  notify_followed_locations: 1,
  notify_radius: 5000,
} as const

let app: TestApp
let server: ServerProcess
let alice: TestUser
let bruno: TestUser
let tokens: { alice: string; bruno: string }
let known: { ids: number[]; picture: string }
beforeAll(async () => {
  app = await createTestApp()
  alice = await app.createUser('alice')
  bruno = await app.createUser('bruno')
  await alice.callOk('updateUserSettings', wanting)
  const town = await app.findPlaceId('Piazza del Duomo', 'Milano')
  const { id } = await alice.createPost('Ciao', {
    location_id: town,
    latitude: home.latitude,
    longitude: home.longitude,
  })
  const story = (await alice.callOk('createStory', { image: await createPhoto(40, 40), location_id: town })).story.id
  known = { ids: [alice.id, bruno.id, id, story, town], picture: await createPhoto(40, 40) }
  server = await startServer({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, LOG_LEVEL: 'debug' })
  tokens = { alice: await signIn('alice'), bruno: await signIn('bruno') }
})
afterAll(async () => {
  await server.stop()
  await app.close()
})

async function signIn(name: string): Promise<string> {
  const response = await fetch(server.url + addressOf('login').url, {
    method: 'POST',
    body: new URLSearchParams({ email: `${name}@example.it`, password }),
  })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function ask(name: CallName, cookie: string, fields: Fields): Promise<string> {
  const { method, url } = addressOf(name)
  const body = toForm(fields)
  const response = await fetch(server.url + (method === 'GET' ? `${url}?${body}` : url), {
    method,
    headers: { cookie },
    ...(method === 'POST' && { body }),
  })
  expect(response.status).toBeLessThan(500)
  return response.text()
}

/** Says where one is to whatever call asks, with all digits. */
function located(name: CallName, viewer: number, at: typeof home): Fields {
  const positions: Fields = { lat: at.latitude, latitude: at.latitude, lon: at.longitude, longitude: at.longitude }
  const example = exampleInput(name, { viewer, ...known })
  for (const field of Object.keys(calls[name].input.shape)) if (field in positions) example[field] = positions[field]
  return example
}

/** What an open page is told, until it is closed. */
async function listens(cookie: string): Promise<() => Promise<string>> {
  const ending = new AbortController()
  const { body } = await fetch(`${server.url}/api/events?posts=${known.ids.join(',')}`, {
    headers: { cookie },
    signal: ending.signal,
  })
  let heard = ''
  const reading = (async () => {
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) heard += chunk
  })().catch(() => undefined)
  return async () => {
    await expect.poll(() => heard).toContain('event: unread')
    ending.abort()
    await reading
    return heard
  }
}

test('After every call, with her exact position wherever one is asked for, it is in no reply, no event, no table, no file and no log', async () => {
  expect((await readStoredRows(app.db)).flatMap(({ row }) => tracesIn(row))).toEqual([])
  const pages = [await listens(tokens.alice), await listens(tokens.bruno)]
  for (const name of names.filter((one) => !farewells.has(one))) {
    for (const fields of [
      located(name, alice.id, home),
      { ...located(name, alice.id, home), lat: `${home.latitude}x`, user_id: 'x' },
    ]) {
      // A call that ends sessions ends hers as well.
      if (
        (await fetch(`${server.url}/api/notifications/get_notifications.php`, { headers: { cookie: tokens.alice } }))
          .status === 401
      )
        tokens.alice = await signIn('alice')
      expect([name, tracesIn(await ask(name, tokens.alice, fields))]).toEqual([name, []])
    }
  }
  tokens.alice = await signIn('alice')
  await ask('updateUserSettings', tokens.alice, wanting)
  for (const { latitude, longitude } of [away, home]) {
    for (const where of [`${latitude.toFixed(2)}_${longitude.toFixed(2)}`, `${latitude}_${longitude}`]) {
      const page = await fetch(`${server.url}/feed`, { headers: { cookie: `${tokens.alice}; where=${where}` } })
      expect(tracesIn((await page.text()) + JSON.stringify([...page.headers]))).toEqual([])
    }
  }
  await ask('getFeed', tokens.alice, { lat: home.latitude, lon: home.longitude })
  for (const heard of pages) expect(tracesIn(await heard())).toEqual([])

  const stored = await readStoredRows(app.db)
  expect(stored.filter(({ row }) => tracesIn(row).length > 0)).toEqual([])
  const kept = stored.filter(({ table }) => table === 'user_cells')
  expect(kept).toHaveLength(1)
  expect(kept[0]?.row).toContain(BigInt(`0x${latLngToCell(home.latitude, home.longitude, 7)}`).toString())
  const cells = stored.filter(
    ({ table, row }) =>
      table !== 'user_cells' && row.includes(BigInt(`0x${latLngToCell(home.latitude, home.longitude, 7)}`).toString()),
  )
  expect(cells).toEqual([])
  for (const file of (await readdir(app.dataDir, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )) {
    expect(tracesIn(await readFile(path.join(file.parentPath, file.name), 'latin1'))).toEqual([])
  }
  // The log gathers its lines: what was said before this has been written when this has.
  await fetch(`${server.url}/readyz`)
  await expect.poll(() => server.output()).toContain('"route":"/readyz"')
  expect(server.output()).toContain('"route":"/api/feed/get_feed.php"')
  expect(server.output()).toContain('"route":"/feed"')
  expect(tracesIn(server.output())).toEqual([])
})

test('Who asks from here and there, and from where she might be, is told the same wherever she is', async () => {
  const reading = names.filter((name) => addressOf(name).method === 'GET')
  const grid = [
    home,
    away,
    ...[0.01, -0.01, 0.05].map((step) => ({ latitude: home.latitude + step, longitude: home.longitude - step })),
  ]
  const sweep = async () => {
    const told: Record<string, string> = {}
    for (const [at, point] of grid.entries())
      for (const name of reading)
        told[`${name} from ${at}`] = await ask(name, tokens.bruno, {
          ...located(name, bruno.id, point),
          ...('q' in calls[name].input.shape && { q: 'alice' }),
        })
    for (const notify_radius of [0, 50, 5000]) {
      await bruno.callOk('updateUserSettings', { ...wanting, notify_radius })
      told[`notifications within ${notify_radius}`] = await ask('getNotifications', tokens.bruno, {})
    }
    return told
  }
  const cell = async () =>
    (await readStoredRows(app.db))
      .find(({ table, row }) => table === 'user_cells' && row.startsWith(`(${alice.id},`))
      ?.row.split(',')[1]
  const goes = (to: typeof home) => ask('getFeed', tokens.alice, { lat: to.latitude, lon: to.longitude })

  await goes(home)
  await sweep()
  const [hereCell, here] = [await cell(), await sweep()]
  await goes(away)
  const [thereCell, there] = [await cell(), await sweep()]
  expect(thereCell).not.toBe(hereCell)
  expect(there).toEqual(here)
  expect(Object.values(here).join()).toContain('alice')
})

test('Of a person, what is found has no position', async () => {
  for (const name of ['search', 'getSearchSuggestions'] as const) {
    const found = JSON.parse(await ask(name, tokens.bruno, { q: 'ali', lat: home.latitude, lon: home.longitude })) as {
      results?: object[]
      suggestions?: object[]
    }
    const people = (found.results ?? found.suggestions ?? []).filter((one) => (one as { type: string }).type === 'user')
    expect(people).toContainEqual(expect.objectContaining({ username: 'alice', latitude: null, longitude: null }))
  }
})
