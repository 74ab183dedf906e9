import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { latLngToCell } from 'h3-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { calls } from '#contract/calls.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import { toForm, exampleInput, type Fields } from '#server/testing/fuzz/arbitrary-inputs.ts'
import { countMap } from '#server/map/map.actions.ts'
import { type ServerProcess, startServer } from '#server/testing/harness/server-process.ts'
import { readStoredRows } from '#server/testing/harness/stored-rows.ts'
import { signIn } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'

// A user's position is private: no reply contains it, nothing stores it, and requests from several points do not reveal
// it.

const names = Object.keys(calls) as CallName[]

describe('No reply has a field for a person’s position', () => {
  type JsonSchema = {
    properties?: Record<string, JsonSchema>
    items?: JsonSchema
    anyOf?: JsonSchema[]
    oneOf?: JsonSchema[]
    prefixItems?: JsonSchema[]
    additionalProperties?: JsonSchema | boolean
    type?: string | string[]
  }
  const suspicious = /lat|lon|lng|coord|distance|metre|meter|radius|_km|cell|position|geo|near|where|point|^c\d|h3/i

  /** Every field with a suspicious name, and why it is harmless: it belongs to a place or to the viewer's own input. */
  const harmless: Record<string, string> = {
    'image|picture|message': 'only looks suspicious',
    'getNearbyLocations[].(latitude|longitude)': 'of a place',
    'getNearbyLocations[].distance': 'of a place, from the position in the request',
    'searchPlaces.places[].(latitude|longitude)': 'of a place',
    'searchPlaces.places[].distance': 'of a place, from the position in the request',
    'addPlace.(place|similar[]).(latitude|longitude|distance)': 'of a place; distance is null',
    'findTowns.towns[].(latitude|longitude|distance)': 'of a place; distance is null without a position',
    'getLocation.location.(latitude|longitude)': 'of a place',
    'getMapPlaces.places[].(latitude|longitude)': 'of a place',
    'getMapCells.cells': 'cells of the ground that have posts of three authors',
    'getMapCells.cells[].(cell|latitude|longitude)': 'of such a cell',
    'enterDemo.town.(latitude|longitude)': 'of a town, of somebody invented',
    'getMuted.muted[].place.(latitude|longitude|distance)': 'of a place; distance is null',
    'getFollowedLocations.locations[].(latitude|longitude|distance)': 'of a place; distance is null',
    'getOnboardingSuggestions.locations[].(latitude|longitude|distance)': 'of a place; distance is null',
    '(search.results|getSearchSuggestions.suggestions)[].(latitude|longitude)':
      'of a place; null for a person, as a test below checks',
    '*.location_*': 'the place of a post, a story or a notification, which its author chose',
    'getLocation.location': 'a place',
    'getOnboardingSuggestions.locations': 'places',
    'getFollowedLocations.locations': 'places',
    '(getFeed|getHashtagPosts).posts[].circle_km':
      'the circle around the position in the request that a post belongs to',
    'getUserSettings.settings.notify_(radius|nearby_posts)': 'the viewer’s own setting',
    'getNotifications.notifications[].position': 'the position in the list',
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

  function fieldsOf(json: JsonSchema, at: string): string[] {
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

  test.each(names)('the reply of %s', (name) => {
    const fields = fieldsOf(
      z.toJSONSchema(calls[name].output, { io: 'output', unrepresentable: 'any' }) as JsonSchema,
      name,
    )
    const lastSegment = (field: string) => field.split('.').at(-1) ?? ''
    expect(
      fields.filter((field) => suspicious.test(lastSegment(field)) && !patterns.some((pattern) => pattern.test(field))),
    ).toEqual([])
  })
})

/** Alice's positions; no place of the directory lies there. */
const home = { latitude: 45.473819, longitude: 9.176243 }
const away = { latitude: 41.903217, longitude: 12.487651 }
/**
 * Her positions with more decimals than rounding leaves (two for the feed, three for places), and the cells that are
 * finer than the one that may be stored.
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
/** "14:12:09.176243" would look like a longitude. */
const timeOfDay = /\d\d:\d\d:\d\d(\.\d+)?/g
const tracesIn = (text: string) => {
  const searched = text.replace(timeOfDay, '')
  return traces.filter((trace) => searched.includes(trace))
}

/** Calls that end the session of the test. */
const endingCalls = new Set<CallName>(['logout', 'deleteAccount'])

/** A person who adds a place makes its point public, to four decimals: server/places/added.api.test.ts. */
const publishingCalls = new Set<CallName>(['addPlace'])

const allNotifications = {
  profile_visibility: 'public',
  notify_likes: 1,
  notify_comments: 1,
  notify_follows: 1,
  notify_spotted: 1,
  notify_nearby_posts: 1,
  notify_followed_locations: 1,
  notify_radius: 5000,
} as const

const app = useTestApp()
const [alice, bruno] = useUsers(app, 'alice', 'bruno')
let server: ServerProcess
let cookies: { alice: string; bruno: string }
let content: { ids: number[]; picture: string }
beforeAll(async () => {
  await alice.callOk('updateUserSettings', allNotifications)
  const town = await app.findPlaceId('Piazza del Duomo', 'Milano')
  const { id } = await alice.createPost('Ciao', {
    location_id: town,
    latitude: home.latitude,
    longitude: home.longitude,
  })
  const story = (await alice.callOk('createStory', { image: await createPhoto(40, 40), location_id: town })).story.id
  content = { ids: [alice.id, bruno.id, id, story, town], picture: await createPhoto(40, 40) }
  server = await startServer({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, LOG_LEVEL: 'debug' })
  cookies = { alice: await signIn(server.url, 'alice'), bruno: await signIn(server.url, 'bruno') }
})
afterAll(() => server.stop())

async function makeCall(name: CallName, cookie: string, fields: Fields): Promise<string> {
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

/** The part of the map that somebody sees who has moved it to a point. */
const boxAround = ({ latitude, longitude }: typeof home) => ({
  west: longitude,
  south: latitude,
  east: longitude + 0.1,
  north: latitude + 0.1,
})

/** Returns an input with the exact position in every field for one. */
function inputWithPosition(name: CallName, viewer: number, at: typeof home): Fields {
  const positions: Fields = { lat: at.latitude, latitude: at.latitude, lon: at.longitude, longitude: at.longitude }
  const example = exampleInput(name, { viewer, ...content })
  for (const field of Object.keys(calls[name].input.shape)) if (field in positions) example[field] = positions[field]
  return 'west' in example ? { ...example, ...boxAround(at) } : example
}

/** Opens an event stream. @returns a function that closes it and returns everything received. */
async function recordEvents(cookie: string): Promise<() => Promise<string>> {
  const ending = new AbortController()
  const { body } = await fetch(`${server.url}/api/events?posts=${content.ids.join(',')}`, {
    headers: { cookie },
    signal: ending.signal,
  })
  let received = ''
  const reading = (async () => {
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) received += chunk
  })().catch(() => undefined)
  return async () => {
    await expect.poll(() => received).toContain('event: unread')
    ending.abort()
    await reading
    return received
  }
}

test('After every call with Alice’s exact position, no reply, event, table, file or log contains it', async () => {
  expect((await readStoredRows(app.db)).flatMap(({ row }) => tracesIn(row))).toEqual([])
  const closeStreams = [await recordEvents(cookies.alice), await recordEvents(cookies.bruno)]
  for (const name of names.filter((one) => !endingCalls.has(one) && !publishingCalls.has(one))) {
    for (const fields of [
      inputWithPosition(name, alice.id, home),
      { ...inputWithPosition(name, alice.id, home), lat: `${home.latitude}x`, user_id: 'x' },
    ]) {
      // The call before may have ended her session.
      if (
        (await fetch(`${server.url}/api/notifications/get_notifications.php`, { headers: { cookie: cookies.alice } }))
          .status === 401
      )
        cookies.alice = await signIn(server.url, 'alice')
      expect([name, tracesIn(await makeCall(name, cookies.alice, fields))]).toEqual([name, []])
    }
  }
  cookies.alice = await signIn(server.url, 'alice')
  await makeCall('updateUserSettings', cookies.alice, allNotifications)
  for (const { latitude, longitude } of [away, home]) {
    for (const where of [`${latitude.toFixed(2)}_${longitude.toFixed(2)}`, `${latitude}_${longitude}`]) {
      const page = await fetch(`${server.url}/feed`, { headers: { cookie: `${cookies.alice}; where=${where}` } })
      expect(tracesIn((await page.text()) + JSON.stringify([...page.headers]))).toEqual([])
    }
  }
  await makeCall('recordNearbyCell', cookies.alice, { lat: home.latitude, lon: home.longitude })
  for (const closeStream of closeStreams) expect(tracesIn(await closeStream())).toEqual([])

  const stored = await readStoredRows(app.db)
  expect(stored.filter(({ row }) => tracesIn(row).length > 0)).toEqual([])
  const storedCells = stored.filter(({ table }) => table === 'user_cells')
  expect(storedCells).toHaveLength(1)
  expect(storedCells[0]?.row).toContain(BigInt(`0x${latLngToCell(home.latitude, home.longitude, 7)}`).toString())
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
  // The log is buffered: once this line is written, the earlier ones are.
  await fetch(`${server.url}/readyz`)
  await expect.poll(() => server.output()).toContain('"route":"/readyz"')
  expect(server.output()).toContain('"route":"/api/feed/get_feed.php"')
  expect(server.output()).toContain('"route":"/feed"')
  expect(tracesIn(server.output())).toEqual([])
})

test('Bruno’s calls from many points, also near hers, get the same replies wherever Alice is', async () => {
  const readingCalls = names.filter((name) => addressOf(name).method === 'GET')
  const grid = [
    home,
    away,
    ...[0.01, -0.01, 0.05].map((step) => ({ latitude: home.latitude + step, longitude: home.longitude - step })),
  ]
  const sweep = async () => {
    const replies: Record<string, string> = {}
    for (const [index, point] of grid.entries())
      for (const name of readingCalls)
        replies[`${name} from ${index}`] = await makeCall(name, cookies.bruno, {
          ...inputWithPosition(name, bruno.id, point),
          ...('q' in calls[name].input.shape && { q: 'alice' }),
        })
    for (const notify_radius of [0, 2500, 5000]) {
      await bruno.callOk('updateUserSettings', { ...allNotifications, notify_radius })
      replies[`notifications within ${notify_radius}`] = await makeCall('getNotifications', cookies.bruno, {})
    }
    return replies
  }
  const findCell = async () =>
    (await readStoredRows(app.db))
      .find(({ table, row }) => table === 'user_cells' && row.startsWith(`(${alice.id},`))
      ?.row.split(',')[1]
  const moveAlice = (to: typeof home) =>
    makeCall('recordNearbyCell', cookies.alice, { lat: to.latitude, lon: to.longitude })

  await moveAlice(home)
  // The server counts the map once a minute, which may fall between two sweeps: after this one nothing changes.
  await countMap(app.db)
  await sweep()
  const homeCell = await findCell()
  const repliesAtHome = await sweep()
  await moveAlice(away)
  const awayCell = await findCell()
  const repliesAway = await sweep()
  expect(awayCell).not.toBe(homeCell)
  expect(repliesAway).toEqual(repliesAtHome)
  expect(Object.values(repliesAtHome).join()).toContain('alice')
  // Some 800 calls one after the other.
})

test('A person in search results has no position', async () => {
  for (const name of ['search', 'getSearchSuggestions'] as const) {
    const output = JSON.parse(
      await makeCall(name, cookies.bruno, { q: 'ali', lat: home.latitude, lon: home.longitude }),
    ) as {
      results?: object[]
      suggestions?: object[]
    }
    const people = (output.results ?? output.suggestions ?? []).filter(
      (one) => (one as { type: string }).type === 'user',
    )
    expect(people).toContainEqual(expect.objectContaining({ username: 'alice', latitude: null, longitude: null }))
  }
})
