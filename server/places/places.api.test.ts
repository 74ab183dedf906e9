import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { liftSuspension, suspendAccount } from '#server/moderation/moderation.actions.ts'
import { distanceMetres } from '#server/platform/geography.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { sql } from '#server/testing/sql.ts'
import { loadShippedDirectory } from './places.actions.ts'

const app = useTestApp()
const [alice] = useUsers(app, 'alice')

test('In the centre of Milano Alice is offered the 20 nearest places, nearest first and the town itself last', async () => {
  const places = await alice.callOk('getNearbyLocations', { lat: 45.464, lon: 9.19 })
  expect(places).toHaveLength(20)
  expect(places.map(({ name }) => name)).toContain('Piazza del Duomo')
  expect(places[0]).toEqual({
    id: expect.any(Number),
    name: expect.any(String),
    kind: expect.any(String),
    town: 'Milano',
    province: 'MI',
    image: null,
    distance: expect.any(Number),
    latitude: expect.any(Number),
    longitude: expect.any(Number),
  })
  expect(places.findIndex(({ kind }) => kind === 'town')).toBe(19)
  expect(places[19]).toMatchObject({ name: 'Milano', town: null })
  const distances = places.slice(0, 19).map((place) => place.distance ?? 0)
  expect(distances).toEqual(distances.toSorted((a, b) => a - b))
})

test.each([
  [45.464, 9.19],
  [37.5, 15.09],
  [46.5, 11.35],
  [36, 20],
  [0.001, 179.999],
])('The nearest places to %d, %d equal those found by brute force, but that towns stand last', async (lat, lon) => {
  const from = { latitude: lat, longitude: lon }
  const all = await sql<{
    kind: string
    latitude: number
    longitude: number
  }>`SELECT kind, latitude, longitude FROM places`.all(app.db)
  const nearest = all
    .map((place) => ({ isTown: Number(place.kind === 'town'), metres: distanceMetres(from, place) }))
    .toSorted((a, b) => a.metres - b.metres)
    .slice(0, 20)
    .toSorted((a, b) => a.isTown - b.isTown)
    .map(({ metres }) => Math.round(metres))
  const places = await alice.callOk('getNearbyLocations', { lat, lon })
  expect(places.map((place) => place.distance)).toEqual(nearest)
})

test('Without a position the largest towns are offered', async () => {
  const places = await alice.callOk('getNearbyLocations', { lat: 0, lon: 0 })
  expect(
    places.slice(0, 4).map(({ name, town, province, distance: metres }) => [name, town, province, metres]),
  ).toEqual([
    ['Roma', null, 'RM', null],
    ['Milano', null, 'MI', null],
    ['Napoli', null, 'NA', null],
    ['Torino', null, 'TO', null],
  ])
})

test.each([
  ['san gi', 'San Giorgio a Cremano'],
  ['FORLI', 'Forlì'],
  ['aosta', 'Aosta'],
  ['  reggio   n', 'Reggio nell’Emilia'],
])('Typing “%s” finds %s', async (q, name) => {
  const { towns } = await alice.callOk('findTowns', { q })
  expect(towns.map((town) => town.name.replace("'", '’'))).toContain(name)
})

test('A wildcard in a query has no special meaning', async () => {
  expect((await alice.callOk('findTowns', { q: 'zz%' })).towns).toEqual([])
  expect((await alice.callOk('findTowns', { q: '%' })).towns.length).toBe(20) // an empty query finds the largest towns
})

test('A place is returned with its posts, and a missing one answers 404', async () => {
  const location_id = await app.findPlaceId('Piazza del Duomo', 'Milano')
  const { id } = await alice.createPost('Ciao', { location_id })
  const { location } = await alice.callOk('getLocation', { location_id, logged_user_id: alice.id })
  expect(location).toMatchObject({
    id: location_id,
    location_name: 'Piazza del Duomo',
    town: 'Milano',
    province: 'MI',
    image: null,
    followers_count: 0,
    spotted_confirmed_count: 0,
    is_followed: false,
    sources: [{ name: 'Dintorni', licence: 'AGPL-3.0-or-later', url: null }],
  })
  expect(location.posts.map((post) => post.id)).toEqual([id])
  expect(await alice.call('getLocation', { location_id: 999_999_999 })).toMatchObject({
    status: 404,
    body: { success: false },
  })
})

test('Both pairs of calls follow and unfollow a place, with one count', async () => {
  const bruno = await app.createUser('bruno')
  const place_id = await app.findPlaceId('Darsena dei Navigli', 'Milano')
  expect(await alice.callOk('followLocation', { user_id: alice.id, location_id: place_id })).toEqual({
    success: true,
    message: 'Ora segui questo luogo',
    is_followed: true,
    followers_count: 1,
  })
  expect(await bruno.callOk('followPlace', { user_id: bruno.id, place_id })).toMatchObject({
    is_followed: true,
    followers_count: 2,
  })
  expect(await bruno.callOk('followPlace', { place_id })).toMatchObject({ is_followed: true, followers_count: 2 })
  expect((await alice.callOk('getLocation', { location_id: place_id })).location).toMatchObject({
    is_followed: true,
    followers_count: 2,
  })
  expect(
    (await alice.callOk('getLocationFollowers', { location_id: place_id })).followers.map(({ username }) => username),
  ).toEqual(['bruno', 'alice'])
  expect((await bruno.callOk('getFollowedLocations', { user_id: alice.id })).locations).toMatchObject([
    { id: place_id, name: 'Darsena dei Navigli', is_followed: true, distance: null },
  ])

  expect(await alice.callOk('followLocation', { location_id: place_id })).toMatchObject({
    message: 'Non segui più questo luogo',
    is_followed: false,
    followers_count: 1,
  })
  expect(await bruno.callOk('unfollowPlace', { place_id })).toMatchObject({ is_followed: false, followers_count: 0 })
  expect(await bruno.callOk('unfollowPlace', { place_id })).toMatchObject({ is_followed: false, followers_count: 0 })
  expect((await alice.call('followPlace', { place_id: 999_999_999 })).status).toBe(404)
})

test('After concurrent follows and unfollows a place has as many followers as it counts', async () => {
  const location_id = await app.findPlaceId('Parco Sempione', 'Milano')
  const fans = await Promise.all(['p1', 'p2', 'p3'].map((name) => app.createUser(name)))
  await Promise.all(
    fans.flatMap((fan) => Array.from({ length: 7 }, () => fan.callOk('followLocation', { location_id }))),
  )
  const { location } = await alice.callOk('getLocation', { location_id })
  expect(location.followers_count).toBe(3) // seven presses each
  expect((await alice.callOk('getLocationFollowers', { location_id })).followers).toHaveLength(3)
})

describe('The counter of a place', () => {
  const view = async (viewer: TestUser, location_id: number) => {
    const { location } = await viewer.callOk('getLocation', { location_id })
    const { followers } = await viewer.callOk('getLocationFollowers', { location_id })
    return { counted: location.followers_count, listed: followers.length }
  }

  test('counts whom everybody’s list shows, whatever a follower does', async () => {
    const location_id = await app.findPlaceId('Castello Sforzesco', 'Milano')
    const watcher = await app.createUser('osservatrice')
    const chiara = await app.createUser('chiara')
    const expectSeen = async (count: number) => {
      expect(await view(watcher, location_id)).toEqual({ counted: count, listed: count })
      await expectCountersToMatchRows(app.db)
    }
    await chiara.makePrivate()
    expect(await chiara.callOk('followPlace', { place_id: location_id })).toMatchObject({ followers_count: 1 })
    // Her own list shows herself.
    expect(await view(chiara, location_id)).toEqual({ counted: 1, listed: 1 })
    await expectSeen(0)
    await chiara.makePublic()
    await expectSeen(1)
    await chiara.makePrivate()
    await expectSeen(0)
    expect(await chiara.callOk('followLocation', { location_id })).toMatchObject({ followers_count: 0 })
    await expectSeen(0)
    expect(await chiara.callOk('followLocation', { location_id })).toMatchObject({ followers_count: 1 })
    await chiara.makePublic()
    await suspendAccount(app.db, { actorId: null, userId: chiara.id, note: '' })
    await expectSeen(0)
    await liftSuspension(app.db, { actorId: null, userId: chiara.id, note: '' })
    await expectSeen(1)
    await chiara.callOk('login', { email: 'chiara@example.it', password })
    await chiara.makePrivate()
    await chiara.callOk('deleteAccount', { password })
    await expectSeen(0)
  })

  test('equals its rows after follows, unfollows and changes of privacy at the same moment', async () => {
    const places = await Promise.all(
      ['Teatro alla Scala', 'Arco della Pace'].map((name) => app.findPlaceId(name, 'Milano')),
    )
    const fans = await Promise.all(['q1', 'q2', 'q3', 'q4'].map((name) => app.createUser(name)))
    await Promise.all(
      fans.flatMap((fan) => [
        ...places.flatMap((location_id) => [1, 2, 3].map(() => fan.callOk('followLocation', { location_id }))),
        (async () => {
          for (let round = 0; round < 4; round++) await (round % 2 ? fan.makePublic() : fan.makePrivate())
        })(),
      ]),
    )
    await expectCountersToMatchRows(app.db)
    const [first] = fans
    await Promise.all([
      ...places.map((place_id) => first!.call('unfollowPlace', { place_id })),
      suspendAccount(app.db, { actorId: null, userId: first!.id, note: '' }),
    ])
    await expectCountersToMatchRows(app.db)
  })
})

test('The posts of a place are read page by page', async () => {
  const location_id = await app.findPlaceId('Bergamo')
  for (const text of ['uno', 'due', 'tre']) await alice.createPost(text, { location_id })
  const first = await alice.callOk('getLocation', { location_id, limit: 2 })
  const second = await alice.callOk('getLocation', { location_id, limit: 2, cursor: first.next_cursor ?? '' })
  expect([...first.location.posts, ...second.location.posts].map(({ text }) => text)).toEqual(['tre', 'due', 'uno'])
  expect(second.next_cursor).toBeNull()
})

test('A claim of a place reaches the operator by e-mail, who can reply to it', async () => {
  const location_id = await app.findPlaceId('Piazza del Duomo', 'Milano')
  const claim = {
    location_id,
    name: 'Ada Bianchi',
    email: 'ada@example.it',
    message: 'Gestisco il chiosco.\nPosso mandarvi la licenza.',
  }
  expect(await alice.callOk('requireLocationProperty', { user_id: alice.id, ...claim })).toEqual({
    success: true,
    message: 'La tua richiesta è stata inviata a chi gestisce questo server.',
  })
  const outbox = path.join(path.dirname(app.folders.media), 'outbox')
  await expect.poll(() => readdir(outbox).catch(() => [])).toHaveLength(1)
  const [email] = await Promise.all((await readdir(outbox)).map((file) => readFile(path.join(outbox, file), 'utf8')))
  expect(email).toMatch(/^To: dintorni@127\.0\.0\.1$/m)
  expect(email).toMatch(/^Reply-To: ada@example\.it$/m)
  expect(email).toMatch(/^Subject: Richiesta di gestione: Piazza del Duomo, Milano \(MI\)$/m)
  for (const line of ['Ada Bianchi (utente alice) chiede', 'Gestisco il chiosco.', `/location/${location_id}`])
    expect(email).toContain(line)
  expect(await alice.call('requireLocationProperty', { ...claim, message: ' ' })).toMatchObject({
    status: 400,
    body: { error: 'Scrivi qualcosa sul tuo ruolo in questo luogo.' },
  })
})

test('Loading the directory again adds no place twice, even after one was renamed', async () => {
  const countPlaces = async () => (await sql<{ count: number }>`SELECT count(*) AS count FROM places`.one(app.db)).count
  const before = await countPlaces()
  await sql`UPDATE place_directories SET checksum = 'older'`.execute(app.db)
  await sql`UPDATE places SET name = 'Milàn' WHERE name = 'Milano'`.execute(app.db)
  await Promise.all([loadShippedDirectory(app.db), loadShippedDirectory(app.db)])
  expect(await countPlaces()).toBe(before)
  expect(await app.findPlaceId('Milano')).toBeGreaterThan(0)
})

test('The photos of a place are public, the newest first, and come with the first page only', async () => {
  const photographer = await app.createUser('fotografa')
  const watcher = await app.createUser('guarda')
  const location_id = await app.findPlaceId('Castello Sforzesco')
  const post = async (text: string, privacy: 'public' | 'followers' = 'public') =>
    (
      await photographer.createPost(text, {
        location_id,
        privacy,
        image: await createPhoto(),
        image_alt: `Alt ${text}`,
      })
    ).id
  const first = await post('uno')
  await photographer.createPost('Senza foto', { location_id })
  const second = await post('due')
  await post('Per chi mi segue', 'followers')
  await watcher.follow(photographer)
  const findPhotos = async (fields: { cursor?: string; limit?: number } = {}) =>
    (await watcher.callOk('getLocation', { location_id, ...fields })).location.photos
  expect(await findPhotos()).toEqual([
    expect.objectContaining({ post_id: second, username: 'fotografa', image_alt: 'Alt due' }),
    expect.objectContaining({ post_id: first }),
  ])
  const { next_cursor } = await watcher.callOk('getLocation', { location_id, limit: 1 })
  expect(await findPhotos({ cursor: next_cursor! })).toEqual([])
  await photographer.makePrivate()
  expect(await findPhotos()).toEqual([])
  await photographer.makePublic()
  await photographer.block(watcher)
  expect(await findPhotos()).toEqual([])
})
