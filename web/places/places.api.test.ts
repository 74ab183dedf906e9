// @vitest-environment jsdom
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListedUser } from '#contract/listed-user.ts'
import type { FollowablePlace } from '#contract/places.ts'
import { settle, signInAs } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { clearStorage } from '#web/platform/storage.ts'
import { toastStore } from '#web/ui/toast.ts'
import { uiText } from '#web/ui/ui.text.ts'
import { followedPlacesQuery, type Place, placeFollowersQuery, placeQuery, toggleFollowPlace } from './places.api.ts'

const duomo: FollowablePlace = {
  id: 7,
  name: 'Piazza del Duomo',
  kind: 'square',
  town: 'Milano',
  province: 'MI',
  image: null,
  distance: null,
  latitude: 45.4642,
  longitude: 9.19,
  is_followed: true,
}
const startTestServer = () =>
  startFakeServer({
    followPlace: () => ({ is_followed: true, followers_count: 4 }),
    unfollowPlace: () => ({ is_followed: false, followers_count: 3 }),
  })
let server: ReturnType<typeof startTestServer>

beforeEach(() => {
  signInAs(1)
  server = startTestServer()
  const { queryKey, meta = {} } = followedPlacesQuery(1)
  queryClient.getQueryCache().build(queryClient, { queryKey, meta })
  queryClient.setQueryData(queryKey, {
    pages: [{ success: true, locations: [duomo], next_cursor: null }],
    pageParams: [''],
  })
})
afterEach(() => {
  queryClient.clear()
  clearStorage()
  vi.unstubAllGlobals()
})

function showPlace(fields: { is_followed: boolean; followers_count: number }) {
  queryClient.setQueryData(placeQuery(7).queryKey, {
    pages: [{ place: { id: 7, ...fields } as Place, posts: [], next_cursor: null }],
    pageParams: [''],
  })
}
const shown = () => queryClient.getQueryData(placeQuery(7).queryKey)?.pages[0]?.place
const listed = () => queryClient.getQueryData(followedPlacesQuery(1).queryKey)?.pages[0]?.locations
/** Presses the button of the place, as it is shown. */
const press = () => toggleFollowPlace(7, shown()?.is_followed ?? false)()

test('Five quick presses of a place’s button send one follow', async () => {
  showPlace({ is_followed: false, followers_count: 3 })
  const answer = server.holdNext('followPlace')
  for (let count = 1; count <= 5; count++) void press()
  expect(shown()).toMatchObject({ is_followed: true, followers_count: 4 })
  await answer(200, { is_followed: true, followers_count: 4 })
  expect(server.names().filter((name) => name !== 'getLocation')).toEqual(['followPlace'])
  expect(server.last()).toEqual({ place_id: 7 })
  expect(shown()).toMatchObject({ is_followed: true, followers_count: 4 })
})

test('An unfollow shows at once with one follower less; lost by the network, it is taken back with a message', async () => {
  showPlace({ is_followed: true, followers_count: 4 })
  server.loseNext('unfollowPlace')
  const done = press()
  expect(shown()).toMatchObject({ is_followed: false, followers_count: 3 })
  await done
  expect(shown()).toMatchObject({ is_followed: true, followers_count: 4 })
  expect(listed()).toEqual([duomo])
  expect(toastStore.current().map(({ text }) => text)).toContain(uiText.networkError)
})

test('A place that is unfollowed in the list of followed places stays in it, with its button', async () => {
  await toggleFollowPlace(7, true)()
  expect(server.names()).toEqual(['unfollowPlace'])
  expect(listed()).toEqual([{ ...duomo, is_followed: false }])
})

test('A list of followers that is opened while a follow is on its way shows it once it arrives', async () => {
  const person = (id: number) => ({ id }) as ListedUser
  let followers = [person(3)]
  server = startFakeServer({ followPlace: () => ({}), getLocationFollowers: () => ({ followers, next_cursor: null }) })
  const answer = server.holdNext('followPlace')
  void toggleFollowPlace(7, false)()
  const close = new InfiniteQueryObserver(queryClient, placeFollowersQuery(7)).subscribe(() => undefined)
  await settle()
  followers = [person(1), ...followers]
  await answer(200, { is_followed: true, followers_count: 4 })
  const listed = queryClient.getQueryData(placeFollowersQuery(7).queryKey)?.pages[0]?.people
  expect(listed?.map(({ id }) => id)).toEqual([1, 3])
  close()
})
