import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { distanceMetres } from '#server/platform/geography.ts'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'

let app: TestApp
let alice: TestUser
beforeAll(async () => {
  app = await createTestApp()
  alice = await app.createUser('alice')
  for (const name of ['giulia.rossi', 'Giulia_Rossini', 'marco77', 'mario.rossi', 'nicolo.b', 'rosa'])
    await app.createUser(name)
})
afterAll(() => app.close())

const milano = { lat: 45.46, lon: 9.19 }
const roma = { lat: 41.9, lon: 12.49 }
const people = async (q: string) =>
  (await alice.callOk('search', { q, user_id: alice.id })).results.flatMap(({ username }) => username ?? [])
const places = async (q: string, from: { lat?: number; lon?: number } = {}) =>
  (await alice.callOk('search', { q, ...from })).results.filter(({ type }) => type === 'location')
const placeNames = async (q: string, from = {}) => (await places(q, from)).map((place) => place.location_name)

describe('People', () => {
  test.each([
    ['the beginning of a name', 'giu', ['giulia.rossi', 'Giulia_Rossini']],
    ['the whole name first', 'Giulia Rossi', ['giulia.rossi', 'Giulia_Rossini']],
    ['a name in capitals', 'MARCO', ['marco77']],
    ['an accent that the username has not', 'Nicolò', ['nicolo.b']],
    ['a surname in the middle, the beginning first', 'ros', ['rosa', 'mario.rossi', 'giulia.rossi', 'Giulia_Rossini']],
    ['a letter that is missing', 'giula', ['giulia.rossi', 'Giulia_Rossini']],
    ['two letters that changed places', 'macro77', ['marco77']],
    ['nobody', 'zzzzzz', []],
  ])('by %s: %s', async (_how, q, usernames) => {
    expect(await people(q)).toEqual(usernames)
  })

  test('A result has the fields of the spec, and nothing of a place', async () => {
    const [found] = (await alice.callOk('search', { q: 'marco77' })).results
    expect(found).toEqual({
      type: 'user',
      id: expect.any(Number),
      username: 'marco77',
      profile_pic: null,
      location_name: null,
      location_town: null,
      image: null,
      latitude: null,
      longitude: null,
    })
  })
})

describe('Places', () => {
  test('Prefix first, then inside the name, the nearer first', async () => {
    const fromMilano = await placeNames('duomo', milano)
    const fromRoma = await placeNames('duomo', roma)
    for (const names of [fromMilano, fromRoma]) {
      const begins = names.map((name) => name?.startsWith('Duomo') ?? false)
      expect(begins).toEqual(begins.toSorted((a, b) => Number(b) - Number(a)))
    }
    expect(fromMilano).toContain('Piazza del Duomo')
    expect(fromMilano).not.toEqual(fromRoma)
  })

  test('The nearer of two that are called alike comes first', async () => {
    const [nearTorino, nearTrento] = await Promise.all([
      places('samone', { lat: 45.07, lon: 7.69 }),
      places('samone', { lat: 46.07, lon: 11.12 }),
    ])
    expect(nearTorino[0]?.location_town).toBe('(TO)')
    expect(nearTrento[0]?.location_town).toBe('(TN)')
  })

  test.each([
    ['an accent left out', 'forli', 'Forlì'],
    ['an accent too many', 'màntova', 'Mantova'],
    ['a doubled letter left out', 'colosseo', 'Colosseo'],
    ['a letter left out', 'coloseo', 'Colosseo'],
    ['a wrong letter', 'milamo', 'Milano'],
    ['two letters that changed places', 'rmoa', 'Roma'],
    ['a typo in a long name', 'piaza del duomo', 'Piazza del Duomo'],
    ['an apostrophe left out', 'l aquila', "L'Aquila"],
  ])('%s is forgiven: “%s”', async (_mistake, q, name) => {
    expect((await placeNames(q)).map((found) => found?.replace('’', "'"))).toContain(name)
  })

  test('A name so common that many begin so comes nearest first', async () => {
    const [at, strewn] = [{ latitude: milano.lat, longitude: milano.lon }, (n: number) => ((n * 0.618034) % 1) - 0.5]
    const many = Array.from({ length: 1500 }, (_, n) => ({
      name: `Trattoria ${n}`,
      search_name: `trattoria ${n}`,
      town: null,
      province: null,
      kind: 'restaurant',
      latitude: at.latitude + strewn(n),
      longitude: at.longitude + strewn(n * 31),
      c4: '0',
      c5: '0',
      picture_id: null,
    }))
    await app.db.insertInto('places').values(many).execute()
    const nearest = many.toSorted((a, b) => distanceMetres(at, a) - distanceMetres(at, b)).map(({ name }) => name)
    expect(await placeNames('trattoria', milano)).toEqual(nearest.slice(0, 20))
    expect(await placeNames('trattoria')).toHaveLength(20)
  })
})

test.each(['', '   ', '%', '_', "'; --", '日本', 'a'.repeat(100)])(
  '“%s” finds nothing, and nothing breaks',
  async (q) => {
    expect((await alice.callOk('search', { q })).results).toEqual([])
  },
)

describe('To begin with', () => {
  test('who posts near, and where, is suggested; nobody whom Alice follows already', async () => {
    const [bruno, carla] = [await app.createUser('bruno'), await app.createUser('carla')]
    const place = await app.findPlaceId('Piazza del Duomo', 'Milano')
    await bruno.createPost('Uno')
    await bruno.createPost('Due')
    await carla.createPost('Lontano', { location_id: await app.findPlaceId('Palermo') })
    const suggested = async () =>
      (await alice.callOk('getSearchSuggestions', { user_id: alice.id, ...milano })).suggestions
    expect((await suggested()).slice(0, 3)).toMatchObject([
      { type: 'user', username: 'bruno' },
      { type: 'location', id: place },
      { type: 'user', username: 'carla' },
    ])
    expect(await suggested()).toHaveLength(5)

    await alice.follow(bruno)
    await alice.callOk('followPlace', { place_id: place })
    const { users, locations } = await alice.callOk('getOnboardingSuggestions', { user_id: alice.id, ...milano })
    expect(users.map(({ username }) => username)).toEqual(['carla'])
    expect(locations.map(({ id }) => id)).not.toContain(place)
    expect(locations).toHaveLength(10)
    expect(locations[0]).toMatchObject({ name: 'Palermo', is_followed: false, distance: null })
  })
})
