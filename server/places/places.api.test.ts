import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { distance } from '#server/platform/geography.ts'
import { openWorld, type Person, type World } from '#server/testing/world.ts'
import { loadShippedDirectory } from './places.actions.ts'
import { searchName, townLabel } from './places.rules.ts'

let world: World
let alice: Person
beforeAll(async () => {
  world = await openWorld()
  alice = await world.person('alice')
})
afterAll(() => world.close())

test('Alice, in the centre of Milano, is offered the 20 nearest places, nearest first', async () => {
  const places = await alice.gets('getNearbyLocations', { lat: 45.464, lon: 9.19 })
  expect(places).toHaveLength(20)
  expect(places.map(({ name }) => name)).toContain('Piazza del Duomo')
  expect(places[0]).toEqual({ id: expect.any(Number), name: expect.any(String), town: expect.any(String), image: null, distance: expect.any(Number), latitude: expect.any(Number), longitude: expect.any(Number) })
  const distances = places.map((place) => place.distance ?? 0)
  expect(distances).toEqual(distances.toSorted((a, b) => a - b))
})

test.each([[45.464, 9.19], [37.5, 15.09], [46.5, 11.35], [36, 20], [0.001, 179.999]])('The nearest places to %d, %d are those of brute force', async (lat, lon) => {
  const from = { latitude: lat, longitude: lon }
  const all = await world.db.selectFrom('places').select(['id', 'latitude', 'longitude']).execute()
  const nearest = all.map((place) => distance(from, place)).toSorted((a, b) => a - b).slice(0, 20).map(Math.round)
  const places = await alice.gets('getNearbyLocations', { lat, lon })
  expect(places.map((place) => place.distance)).toEqual(nearest)
})

test('Without a position the largest towns are offered', async () => {
  const places = await alice.gets('getNearbyLocations', { lat: 0, lon: 0 })
  expect(places.slice(0, 4).map(({ name, town, distance: metres }) => [name, town, metres])).toEqual([['Roma', '(RM)', null], ['Milano', '(MI)', null], ['Napoli', '(NA)', null], ['Torino', '(TO)', null]])
})

test.each([
  ['san gi', 'San Giorgio a Cremano'],
  ['FORLI', 'Forlì'],
  ['aosta', 'Aosta'],
  ['  reggio   n', 'Reggio nell’Emilia'],
])('Typing “%s” finds %s', async (q, name) => {
  const { towns } = await alice.gets('findTowns', { q })
  expect(towns.map((town) => town.name.replace("'", '’'))).toContain(name)
})

test('A wildcard is only a character', async () => {
  expect((await alice.gets('findTowns', { q: 'zz%' })).towns).toEqual([])
  expect((await alice.gets('findTowns', { q: '%' })).towns.length).toBe(20) // nothing is left of it: the largest towns
})

test('A place is shown with its posts; one that does not exist is 404', async () => {
  const location_id = await world.place('Piazza del Duomo', 'Milano')
  const { id } = await alice.publishes('Ciao', { location_id })
  const { location } = await alice.gets('getLocation', { location_id, logged_user_id: alice.id })
  expect(location).toMatchObject({ id: location_id, location_name: 'Piazza del Duomo', town: 'Milano (MI)', image: null, followers_count: 0, spotted_confirmed_count: 0, is_followed: false })
  expect(location.posts.map((post) => post.id)).toEqual([id])
  expect(await alice.call('getLocation', { location_id: 999_999_999 })).toMatchObject({ status: 404, body: { success: false } })
})

test('Loading the directory again, also after a place was corrected, doubles nothing', async () => {
  const count = async () => (await world.db.selectFrom('places').select(({ fn }) => fn.countAll<number>().as('many')).executeTakeFirstOrThrow()).many
  const before = await count()
  await sql`UPDATE place_directories SET checksum = 'older'`.execute(world.db)
  await sql`UPDATE places SET name = 'Milàn' WHERE name = 'Milano'`.execute(world.db)
  await Promise.all([loadShippedDirectory(world.db), loadShippedDirectory(world.db)])
  expect(await count()).toBe(before)
  expect(await world.place('Milano')).toBeGreaterThan(0)
}, 60_000)

test.each([
  ['Milano', 'MI', 'Milano (MI)'],
  [null, 'MI', '(MI)'],
  ['Milano', null, 'Milano'],
  [null, null, null],
])('A place in %s, province %s, is told apart as %s', (town, province, label) => {
  expect(townLabel(town, province)).toBe(label)
})

test('A name is searched as it is typed', () => {
  expect(searchName("Sant'Àgata  di Militello")).toBe('sant agata di militello')
})
