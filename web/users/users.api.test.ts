// @vitest-environment jsdom
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListedUser } from '#contract/listed-user.ts'
import type { Profile } from '#contract/users.ts'
import { settle, signInAs } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { clearStorage } from '#web/platform/storage.ts'
import { toastStore } from '#web/ui/toast.ts'
import { uiText } from '#web/ui/ui.text.ts'
import { followersQuery, followingQuery, profileQuery, toggleFollow } from './users.api.ts'

const person = (id: number, username: string, fields: Partial<ListedUser> = {}): ListedUser => ({
  id,
  username,
  display_name: null,
  profile_pic: null,
  is_followed: false,
  follow_status: null,
  profile_visibility: 'public',
  ...fields,
})
const bruno = person(2, 'bruno')
const followed = { follow_status: 'accepted', followers_count: 1, profile_visibility: 'public', message: 'Segui bruno' }
const unfollowed = { ...followed, follow_status: null, followers_count: 0, message: 'Non segui più bruno' }

let followers: ListedUser[]
let server: ReturnType<typeof startTestServer>

const startTestServer = () =>
  startFakeServer({
    requestFollow: () => ({ ...followed, follow_status: 'accepted', profile_visibility: 'public' }),
    unfollow: () => ({ ...unfollowed, follow_status: null, profile_visibility: 'public' }),
    getFollowers: () => ({ followers, next_cursor: null }),
  })

beforeEach(() => {
  signInAs(1)
  followers = [person(3, 'carla')]
  server = startTestServer()
  const counts = { followers_count: 0, following_count: 0, spotted_received: 0 }
  const user: Profile = { ...bruno, ...counts, bio: '', is_muted: false }
  queryClient.setQueryData(profileQuery(2).queryKey, {
    pages: [{ success: true, user, posts: [], next_cursor: null }],
    pageParams: [''],
  })
  const { queryKey, meta = {} } = followingQuery(3)
  queryClient.getQueryCache().build(queryClient, { queryKey, meta })
  queryClient.setQueryData(queryKey, {
    pages: [{ people: [bruno], next_cursor: null }],
    pageParams: [''],
  })
})
afterEach(() => {
  queryClient.clear()
  clearStorage()
  vi.unstubAllGlobals()
})

const onProfile = () => queryClient.getQueryData(profileQuery(2).queryKey)?.pages[0]?.user
const inList = () => queryClient.getQueryData(followingQuery(3).queryKey)?.pages[0]?.people[0]
/** Presses the button of the profile, as it is shown. */
const press = () => toggleFollow({ ...bruno, ...onProfile() })()
const toasts = () => toastStore.current().map(({ text }) => text)

test('A follow shows on the profile and in every list before the server answers, and its sentence after that', async () => {
  const answer = server.holdNext('requestFollow')
  void press()
  expect(onProfile()).toMatchObject({ follow_status: 'accepted', followers_count: 1 })
  expect(inList()).toMatchObject({ follow_status: 'accepted', is_followed: true })
  await answer(200, { ...followed, followers_count: 5 })
  expect(onProfile()).toMatchObject({ follow_status: 'accepted', followers_count: 5 })
  expect(toasts()).toContain('Segui bruno')
})

test('An unfollow that is pressed before the follow has arrived is sent after it', async () => {
  const answer = server.holdNext('requestFollow')
  void press()
  void press()
  expect(onProfile()).toMatchObject({ follow_status: null, followers_count: 0 })
  await answer(200, followed)
  expect(server.calls.filter(({ input }) => input.followed_id === 2).map(({ name }) => name)).toEqual([
    'requestFollow',
    'unfollow',
  ])
  expect(onProfile()).toMatchObject({ follow_status: null, followers_count: 0 })
})

test('A follow that the network loses is taken back, on the profile and in every list, with a message', async () => {
  server.loseNext('requestFollow')
  await press()
  expect(onProfile()).toMatchObject({ follow_status: null, followers_count: 0 })
  expect(inList()).toMatchObject({ follow_status: null, is_followed: false })
  expect(toasts()).toContain(uiText.networkError)
})

test('A follow of a private account waits, and counts for nobody yet', async () => {
  const answer = server.holdNext('requestFollow')
  void toggleFollow({ ...bruno, profile_visibility: 'private' })()
  expect(onProfile()).toMatchObject({ follow_status: 'pending', followers_count: 0 })
  expect(inList()).toMatchObject({ follow_status: 'pending', is_followed: false })
  await answer(200, { ...followed, follow_status: 'pending', followers_count: 0, profile_visibility: 'private' })
  expect(inList()).toMatchObject({ follow_status: 'pending', is_followed: false })
})

test('A list of followers that is open while a follow is on its way shows it once it arrives', async () => {
  const answer = server.holdNext('requestFollow')
  void press()
  const close = new InfiniteQueryObserver(queryClient, followersQuery(2)).subscribe(() => undefined)
  await settle()
  const listed = () =>
    queryClient.getQueryData(followersQuery(2).queryKey)?.pages[0]?.people.map(({ username }) => username)
  expect(listed()).toEqual(['carla'])
  followers = [person(1, 'anna'), ...followers]
  await answer(200, followed)
  expect(listed()).toEqual(['anna', 'carla'])
  close()
})
