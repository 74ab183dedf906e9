import { beforeAll, describe, expect, test } from 'vitest'
import { distanceMetres } from '#server/platform/geography.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp()
const [alice] = useUsers(app, 'alice')
beforeAll(async () => {
  for (const name of ['giulia.rossi', 'Giulia_Rossini', 'marco77', 'mario.rossi', 'nicolo.b', 'rosa'])
    await app.createUser(name)
})

const milano = { lat: 45.46, lon: 9.19 }
const roma = { lat: 41.9, lon: 12.49 }
const findUsernames = async (q: string) =>
  (await alice.callOk('search', { q, user_id: alice.id })).results.flatMap(({ username }) => username ?? [])
const findPlaces = async (q: string, from: { lat?: number; lon?: number } = {}) =>
  (await alice.callOk('search', { q, ...from })).results.filter(({ type }) => type === 'location')
const findPlaceNames = async (q: string, from = {}) => (await findPlaces(q, from)).map((place) => place.location_name)

describe('People are found', () => {
  test.each([
    ['the beginning of a name', 'giu', ['giulia.rossi', 'Giulia_Rossini']],
    ['the whole name first', 'Giulia Rossi', ['giulia.rossi', 'Giulia_Rossini']],
    ['a name in capitals', 'MARCO', ['marco77']],
    ['an accent that the username lacks', 'Nicolò', ['nicolo.b']],
    [
      'a word inside the name, after those that begin with it',
      'ros',
      ['rosa', 'mario.rossi', 'giulia.rossi', 'Giulia_Rossini'],
    ],
    ['a name with a missing letter', 'giula', ['giulia.rossi', 'Giulia_Rossini']],
    ['a name with two letters swapped', 'macro77', ['marco77']],
    ['a text that matches nobody', 'zzzzzz', []],
  ])('by %s: %s', async (_case, q, usernames) => {
    expect(await findUsernames(q)).toEqual(usernames)
  })

  test('with the fields of a user and no position', async () => {
    const [result] = (await alice.callOk('search', { q: 'marco77' })).results
    expect(result).toEqual({
      type: 'user',
      id: expect.any(Number),
      username: 'marco77',
      display_name: null,
      profile_pic: null,
      location_name: null,
      location_town: null,
      location_province: null,
      image: null,
      latitude: null,
      longitude: null,
      kind: null,
      bio: '',
      follow_status: null,
      is_followed: false,
      profile_visibility: 'public',
    })
  })
})

describe('People are found by their display name', () => {
  beforeAll(async () => {
    for (const [username, display_name] of [
      ['fiordaliso', 'Tecla Nicolò Bianchi'],
      ['tecla', 'Anna'],
      ['girasole', 'Мария'],
    ] as const)
      await (await app.createUser(username)).callOk('updateProfile', { display_name })
  })

  test.each([
    ['the whole username first', 'tecla', ['tecla', 'fiordaliso']],
    ['its second word', 'nico', ['nicolo.b', 'fiordaliso']],
    ['an accent that the query lacks', 'NICOLO B', ['nicolo.b', 'fiordaliso']],
    ['its last word', 'bianch', ['fiordaliso']],
    ['not the middle of a word', 'ianchi', []],
    ['other letters', 'мар', ['girasole']],
  ])('%s: %s', async (_case, q, usernames) => {
    expect(await findUsernames(q)).toEqual(usernames)
  })

  test('unless one of the two blocks the other, or the name is removed', async () => {
    const viola = await app.createUser('viola')
    const find = async () =>
      (await viola.callOk('search', { q: 'Ginestra' })).results.flatMap(({ username }) => username ?? [])
    const hidden = await app.createUser('narciso')
    await hidden.callOk('updateProfile', { display_name: 'La Ginestra' })
    expect(await find()).toEqual(['narciso'])
    await hidden.callOk('updateProfile', { display_name: '' })
    expect(await find()).toEqual([])
    await hidden.callOk('updateProfile', { display_name: 'La Ginestra' })
    await hidden.block(viola)
    expect(await find()).toEqual([])
  })
})

test('Results say what one needs to decide whom and what one follows', async () => {
  const franca = await app.createUser('franca')
  await franca.callOk('updateProfile', { bio: 'Tram e balconi' })
  await franca.makePrivate()
  await alice.callOk('requestFollow', { followed_id: franca.id })
  const [person] = (await alice.callOk('search', { q: 'franca' })).results
  expect(person).toMatchObject({
    bio: 'Tram e balconi',
    follow_status: 'pending',
    is_followed: false,
    profile_visibility: 'private',
  })
  const place = await app.findPlaceId('Colosseo')
  await alice.callOk('followPlace', { place_id: place })
  const found = (await findPlaces('colosseo')).find(({ id }) => id === place)
  expect(found).toMatchObject({ kind: 'monument', is_followed: true, bio: null, profile_visibility: null })
})

describe('Places are found', () => {
  test('with names that begin with the query first, then by distance', async () => {
    const fromMilano = await findPlaceNames('duomo', milano)
    const fromRoma = await findPlaceNames('duomo', roma)
    for (const names of [fromMilano, fromRoma]) {
      const matchesPrefix = names.map((name) => name?.startsWith('Duomo') ?? false)
      expect(matchesPrefix).toEqual(matchesPrefix.toSorted((a, b) => Number(b) - Number(a)))
    }
    expect(fromMilano).toContain('Piazza del Duomo')
    expect(fromMilano).not.toEqual(fromRoma)
  })

  test('with the nearer of two of the same name first', async () => {
    const [nearTorino, nearTrento] = await Promise.all([
      findPlaces('samone', { lat: 45.07, lon: 7.69 }),
      findPlaces('samone', { lat: 46.07, lon: 11.12 }),
    ])
    expect(nearTorino[0]?.location_province).toBe('TO')
    expect(nearTrento[0]?.location_province).toBe('TN')
  })

  test.each([
    ['a missing accent', 'forli', 'Forlì'],
    ['an additional accent', 'màntova', 'Mantova'],
    ['lower case', 'colosseo', 'Colosseo'],
    ['a missing letter', 'coloseo', 'Colosseo'],
    ['a wrong letter', 'milamo', 'Milano'],
    ['two swapped letters', 'rmoa', 'Roma'],
    ['a typo in a long name', 'piaza del duomo', 'Piazza del Duomo'],
    ['a missing apostrophe', 'l aquila', "L'Aquila"],
  ])('despite %s: “%s”', async (_case, q, name) => {
    expect((await findPlaceNames(q)).map((placeName) => placeName?.replace('’', "'"))).toContain(name)
  })

  test('nearest first when 1,500 names begin with the query', async () => {
    const viewerPoint = { latitude: milano.lat, longitude: milano.lon }
    const scatter = (n: number) => ((n * 0.618034) % 1) - 0.5
    const trattorie = Array.from({ length: 1500 }, (_, n) => ({
      name: `Trattoria ${n}`,
      search_name: `trattoria ${n}`,
      latitude: viewerPoint.latitude + scatter(n),
      longitude: viewerPoint.longitude + scatter(n * 31),
    }))
    await sql`
      INSERT INTO places (name, search_name, kind, latitude, longitude, c4, c5)
      SELECT name, search_name, 'restaurant', latitude, longitude, 0, 0
      FROM json_to_recordset(${JSON.stringify(trattorie)}::json)
        AS trattoria (name text, search_name text, latitude float8, longitude float8)`.execute(app.db)
    const nearest = trattorie
      .toSorted((a, b) => distanceMetres(viewerPoint, a) - distanceMetres(viewerPoint, b))
      .map(({ name }) => name)
    expect(await findPlaceNames('trattoria', milano)).toEqual(nearest.slice(0, 20))
    expect(await findPlaceNames('trattoria')).toHaveLength(20)
  })
})

test.each(['', '   ', '%', '_', "'; --", '日本', 'a'.repeat(100)])('The query “%s” finds nothing', async (q) => {
  expect((await alice.callOk('search', { q })).results).toEqual([])
})

describe('Suggestions', () => {
  test('contain authors and places of posts nearby, and nobody whom Alice already follows', async () => {
    const bruno = await app.createUser('bruno')
    const carla = await app.createUser('carla')
    const place = await app.findPlaceId('Piazza del Duomo', 'Milano')
    await bruno.createPost('Uno')
    await bruno.createPost('Due')
    await carla.createPost('Lontano', { location_id: await app.findPlaceId('Palermo') })
    const findSuggestions = async () =>
      (await alice.callOk('getSearchSuggestions', { user_id: alice.id, ...milano })).suggestions
    expect((await findSuggestions()).slice(0, 3)).toMatchObject([
      { type: 'user', username: 'bruno' },
      { type: 'location', id: place },
      { type: 'user', username: 'carla' },
    ])
    expect(await findSuggestions()).toHaveLength(5)

    await alice.follow(bruno)
    await alice.callOk('followPlace', { place_id: place })
    const { users, locations } = await alice.callOk('getOnboardingSuggestions', { user_id: alice.id, ...milano })
    expect(users).toMatchObject([{ username: 'carla', bio: '', wrote_from: 'Palermo' }])
    expect(locations.map(({ id }) => id)).not.toContain(place)
    expect(locations).toHaveLength(10)
    expect(locations[0]).toMatchObject({ name: 'Palermo', is_followed: false, distance: null })
  })
})

test('A query of letters that normalisation makes longer is searched like any other', async () => {
  for (const letter of ['각', 'ﷺ', 'ǖ', 'İ', '\u{1d160}'])
    for (const start of ['roma', 'giul', '']) {
      const q = start + letter.repeat(Math.floor((100 - start.length) / letter.length))
      expect((await alice.call('search', { q, ...milano })).status).toBe(200)
    }
})

describe('The place picker', () => {
  const pick = async (q: string, from = {}) => (await alice.callOk('searchPlaces', { q, ...from })).places

  test('finds every place of the directory, the near namesakes first, and forgives typos', async () => {
    expect((await pick('pinacoteca di brera', roma)).map(({ name }) => name)).toContain('Pinacoteca di Brera')
    expect((await pick('colone di san lorenz', roma)).map(({ name }) => name)).toContain('Colonne di San Lorenzo')
    const [inMilano] = await pick('piazza del duomo', milano)
    expect(inMilano).toMatchObject({ name: 'Piazza del Duomo', town: 'Milano', province: 'MI' })
    const from = { latitude: milano.lat, longitude: milano.lon }
    expect(inMilano!.distance).toBe(Math.round(distanceMetres(from, inMilano!)))
  })

  test('gives no distance without a position, at most twenty places, and nothing for nothing', async () => {
    const places = await pick('san')
    expect(places).toHaveLength(20)
    expect(places.map(({ distance }) => distance)).toEqual(places.map(() => null))
    expect(await pick('  !? ')).toEqual([])
  })
})
