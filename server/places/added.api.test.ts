import { describe, expect, test } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { avoidHourEnd } from '#server/testing/harness/hour-end.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp({ RATE_LIMITS: 'on' })
const [anna, bruno] = useUsers(app, 'anna', 'bruno')

/** A point in the fields south of Milan; each `step` is some 1.1 km farther. */
const field = (step: number) => ({ latitude: 45.35 + step / 100, longitude: 9.05 })
type Place = Omit<Input<'addPlace'>, 'user_id'>
const placeAt = (step: number, more: Partial<Place> = {}): Place => ({
  name: 'Chiosco del Naviglio',
  kind: 'bar',
  ...field(step),
  ...more,
})
const add = (person: TestUser, place: Place) => person.call('addPlace', place)

test('Anna adds a kiosk: everybody finds it, posts there and sees that people named it, but not who', async () => {
  const { place } = await anna.callOk('addPlace', placeAt(0, { latitude: 45.351_234_9, longitude: 9.051_234_9 }))
  expect(place).toMatchObject({ name: 'Chiosco del Naviglio', latitude: 45.3512, longitude: 9.0512, distance: null })
  expect(place!.town).not.toBeNull()
  expect(place!.province).toMatch(/^(MI|PV)$/)
  const found = await bruno.callOk('searchPlaces', { q: 'chiosco navilio', lat: 45.35, lon: 9.05 })
  expect(found.places.map(({ id }) => id)).toContain(place!.id)
  const near = await bruno.callOk('getNearbyLocations', { lat: 45.351, lon: 9.051 })
  expect(near[0]?.id).toBe(place!.id)
  const post = await bruno.createPost('Due spritz al tramonto', { location_id: place!.id })
  expect(post).toMatchObject({ location_name: 'Chiosco del Naviglio', location_town: place!.town })
  const { location } = await bruno.callOk('getLocation', { location_id: place!.id })
  expect(location.sources).toEqual([{ name: 'Chi usa Dintorni', licence: 'CC0-1.0', url: null }])
  expect(JSON.stringify(location)).not.toContain('anna')
})

describe('A place within 150 m with a similar name', () => {
  test('is offered first, and another one is added only when the person says that it is none of these', async () => {
    const { place } = await anna.callOk('addPlace', placeAt(2, { name: 'Bar Sport' }))
    const close = { latitude: field(2).latitude + 0.001, longitude: 9.05 }
    for (const name of ['bar sport', 'Bar dello Sport', 'BÀR SPORT!', 'Bar Sprot']) {
      const reply = await bruno.callOk('addPlace', placeAt(2, { name, ...close }))
      expect([name, reply.place, reply.similar.map(({ id }) => id)]).toEqual([name, null, [place!.id]])
    }
    const other = await bruno.callOk('addPlace', placeAt(2, { name: 'Libreria Sofia', ...close }))
    expect(other.place).toMatchObject({ name: 'Libreria Sofia' })
    const insisting = await bruno.callOk('addPlace', placeAt(2, { name: 'Bar Sport', ...close, is_new: 1 }))
    expect(insisting).toMatchObject({ place: { name: 'Bar Sport' }, similar: [] })
    expect(insisting.place!.id).not.toBe(place!.id)
    const farther = { latitude: field(2).latitude + 0.005, longitude: 9.05 }
    expect((await bruno.callOk('addPlace', placeAt(2, { name: 'Bar Sport', ...farther }))).place).not.toBeNull()
  })

  test('is what a second press of the same button finds', async () => {
    const carla = await app.createUser('carla')
    const replies = await Promise.all([1, 2, 3].map(() => carla.callOk('addPlace', placeAt(4))))
    const ids = new Set(replies.flatMap(({ place, similar }) => [place, ...similar].map((one) => one?.id ?? null)))
    expect(replies.filter(({ place }) => place !== null)).toHaveLength(1)
    expect([...ids].filter((id) => id !== null)).toHaveLength(1)
  })
})

describe('A place is refused in one sentence', () => {
  const invisible = 'Scrivi il nome come su un’insegna: senza link, caratteri invisibili o alfabeti mescolati.'
  test.each([
    ['with a name that is turned around', { name: 'Bar \u202Eelibisivni' }, invisible],
    ['with zero-width characters', { name: 'B\u200Bar' }, invisible],
    ['with a link', { name: 'Gratis su https://esempio.it' }, invisible],
    ['with a link that has no scheme', { name: 'evil.it/pay' }, invisible],
    ['with Cyrillic letters among Latin ones', { name: 'Ваr Sроrt' }, invisible],
    ['with a blank that is a letter', { name: '\u3164Bar' }, invisible],
    ['with a heap of accents', { name: 'Z\u0300\u0301\u0302\u0303' }, invisible],
    ['without a letter or digit', { name: '!!! ***' }, invisible],
    ['as a town', { kind: 'town' as 'bar' }, 'Scegli che tipo di luogo è.'],
    ['at an unknown position', { latitude: 0, longitude: 0 }, 'Scegli il punto in cui si trova il luogo.'],
  ])('%s', async (_case, fields, error) => {
    expect(await add(bruno, placeAt(6, fields))).toMatchObject({ status: 400, body: { success: false, error } })
  })
})

test.each(['Бар Москва', 'Bar Ελλάς', 'S.Maria Novella', 'Caffè dell’Arte'])('%s is a name', async (name) => {
  expect((await bruno.callOk('addPlace', placeAt(7, { name, is_new: 1 }))).place!.name).toBe(name)
})

test('Markup in a name is a name', async () => {
  const { place } = await bruno.callOk('addPlace', placeAt(8, { name: '<b>Bar</b>  &  "Amici"' }))
  expect(place!.name).toBe('<b>Bar</b> & "Amici"')
})

test('Nobody adds more than ten places in a day, and those that were only offered do not count', async () => {
  await avoidHourEnd()
  const dino = await app.createUser('dino')
  for (let n = 0; n < 10; n++) {
    expect((await add(dino, placeAt(10 + n))).status).toBe(200)
    expect((await dino.callOk('addPlace', placeAt(10 + n))).place).toBeNull()
  }
  const refused = await add(dino, placeAt(30))
  expect(refused).toMatchObject({
    status: 429,
    body: { error: 'Per oggi hai aggiunto 10 luoghi. Potrai aggiungerne altri domani.' },
  })
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await bruno.callOk('getNearbyLocations', { lat: 45.65, lon: 9.05 })).map(({ name }) => name)).not.toContain(
    'Chiosco del Naviglio',
  )
})

test('The person who added a place deletes their account: the place stays, with its posts, and nothing names them', async () => {
  const elio = await app.createUser('elio')
  const { place } = await elio.callOk('addPlace', placeAt(40))
  await bruno.createPost('Ci vediamo qui', { location_id: place!.id })
  await elio.callOk('deleteAccount', { password })
  const { location } = await bruno.callOk('getLocation', { location_id: place!.id })
  expect(location.posts).toHaveLength(1)
  const { added_by } = await sql<{ added_by: number | null }>`SELECT added_by FROM places WHERE id = ${place!.id}`.one(
    app.db,
  )
  expect(added_by).toBeNull()
})
