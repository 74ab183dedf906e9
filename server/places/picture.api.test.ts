import { beforeAll, expect, test } from 'vitest'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'

const app = useTestApp()
const [photographer, viewer, stranger] = useUsers(app, 'fotografa', 'guarda', 'altrove')
let placeId: number
const castello = { lat: 45.4705, lon: 9.1793 }

beforeAll(async () => {
  placeId = await app.findPlaceId('Castello Sforzesco')
  await viewer.callOk('followPlace', { place_id: placeId })
})

const post = async (author: TestUser, input: object = {}) =>
  (await author.createPost('Qui', { location_id: placeId, image: await createPhoto(), ...input })).image_url

/** The image of the place, wherever it is listed. */
async function images(client: TestUser): Promise<(string | null | undefined)[]> {
  const here = <Row extends { id: number; image: string | null }>(rows: Row[]) =>
    rows.find(({ id }) => id === placeId)?.image
  const followed = await client.callOk('getFollowedLocations', { user_id: viewer.id })
  const results = (await client.callOk('search', { q: 'castello sforzesco' })).results
  return [
    (await client.callOk('getLocation', { location_id: placeId })).location.image,
    here(await client.callOk('getNearbyLocations', castello)),
    here((await client.callOk('searchPlaces', { q: 'castello sforzesco' })).places),
    here(results.filter(({ type }) => type === 'location')),
    here(followed.locations),
  ]
}
const everywhere = (image: string | null) => [image, image, image, image, image]

test('A place without a public photo has no image', async () => {
  expect(await images(viewer)).toEqual(everywhere(null))
})

test('The image of a place is the newest public photo, alike for everybody', async () => {
  const first = await post(photographer)
  await photographer.createPost('Senza foto', { location_id: placeId })
  for (const client of [photographer, viewer, stranger]) expect(await images(client)).toEqual(everywhere(first))

  const second = await post(photographer)
  expect(await images(stranger)).toEqual(everywhere(second))

  // What only followers see, also of themselves.
  await post(photographer, { privacy: 'followers' })
  await viewer.follow(photographer)
  for (const client of [photographer, viewer]) expect(await images(client)).toEqual(everywhere(second))

  await photographer.makePrivate()
  expect(await images(viewer)).toEqual(everywhere(null))
  const other = await post(stranger)
  expect(await images(photographer)).toEqual(everywhere(other))
})

test('A block hides the photos of both', async () => {
  const location_id = await app.findPlaceId('Duomo')
  const hers = await post(viewer, { location_id })
  const his = await post(stranger, { location_id })
  const image = async (client: TestUser) => (await client.callOk('getLocation', { location_id })).location.image
  expect(await image(viewer)).toBe(his)
  await viewer.callOk('blockUser', { blocked_id: stranger.id })
  expect(await image(viewer)).toBe(hers)
  expect(await image(photographer)).toBe(his)
  await viewer.callOk('unblockUser', { blocked_id: stranger.id })
})

test('A town shows its image to who chooses it, and a muted place in its list', async () => {
  const town = await app.findPlaceId('Varenna')
  const image = await post(stranger, { location_id: town })
  expect((await viewer.callOk('findTowns', { q: 'varenna' })).towns[0]).toMatchObject({ id: town, image })
  await viewer.callOk('mute', { target_type: 'place', target_id: town })
  const { muted } = await viewer.callOk('getMuted', {})
  expect(JSON.stringify(muted)).toContain(image)
})
