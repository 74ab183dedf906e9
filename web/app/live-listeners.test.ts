// @vitest-environment jsdom
import { QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import type { Post } from '#contract/posts.ts'
import {
  newNotificationsQuery,
  notificationsQuery,
  useRespondFollowRequest,
} from '#web/notifications/notifications.api.ts'
import { unreadQuery } from '#web/notifications/unread.api.ts'
import { clearUser, storeUser } from '#web/platform/current-user.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { likePost } from '#web/posts/posts.api.ts'
import { profileQuery } from '#web/users/users.api.ts'
import { FakeEventSource } from '#web/platform/testing/fake-browser.ts'
import { startLiveListeners } from './live-listeners.ts'

const stream = () => FakeEventSource.opened.at(-1)!
const send = (name: string, data: object) => stream().send(name, data, 'position' in data ? String(data.position) : '')

/** The server never answers by itself. */
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
let stop: () => void
let scrollY = 0

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => scrollY)
  fetched.mockReturnValue(new Promise(() => undefined))
  scrollY = 0
  document.title = 'Feed'
  storeUser({ id: 1, username: 'anna' } as Parameters<typeof storeUser>[0])
  stop = startLiveListeners()
})

afterEach(() => {
  cleanup()
  stop()
  clearUser()
  queryClient.clear()
  fetched.mockReset()
  vi.restoreAllMocks()
})

const notification = (position: number, fields: Partial<Notification> = {}) =>
  ({ id: position, position, kind: 'like', actors: [], post_id: null, ...fields }) as Notification

function showNotifications(notifications: Notification[], nextCursor: string | null = null) {
  queryClient.setQueryData(notificationsQuery().queryKey, {
    pages: [{ success: true, notifications, people: [], unread_count: 0, next_cursor: nextCursor }],
    pageParams: [''],
  })
}
const shownPositions = () =>
  queryClient
    .getQueryData(notificationsQuery().queryKey)
    ?.pages.flatMap((page) => page.notifications.map(({ position }) => position))
const waitingPositions = () =>
  queryClient.getQueryData(newNotificationsQuery().queryKey)?.map(({ position }) => position) ?? []
/** The page of notifications is open. */
const openNotifications = () =>
  new QueryObserver(queryClient, { queryKey: notificationsQuery().queryKey, staleTime: Infinity }).subscribe(
    () => undefined,
  )

const feedKey = ['feed', 'shown']
function showPosts(...posts: Partial<Post>[]) {
  queryClient.getQueryCache().build(queryClient, { queryKey: feedKey, meta: { holdsPosts: true } })
  queryClient.setQueryData(feedKey, { pages: [{ posts }], pageParams: [''] })
}
const shownPosts = () =>
  queryClient.getQueryData<{ pages: { posts: Partial<Post>[] }[] }>(feedKey)?.pages.flatMap(({ posts }) => posts)

const peopleKey = ['people']
function showPeople(...people: object[]) {
  queryClient.getQueryCache().build(queryClient, { queryKey: peopleKey, meta: { holdsPeople: true } })
  queryClient.setQueryData(peopleKey, { people })
}

function showProfile(userId: number) {
  queryClient.setQueryData(profileQuery(userId).queryKey, { pages: [], pageParams: [''] })
}
const isProfileOutdated = (userId: number) => queryClient.getQueryState(profileQuery(userId).queryKey)?.isInvalidated

test('The number of unread notifications is shown in the title, and leaves it with the person', () => {
  send('unread', { unread_count: 3 })
  expect(queryClient.getQueryData(unreadQuery().queryKey)).toBe(3)
  expect(document.title).toBe('(3) Feed')
  send('unread', { unread_count: 250 })
  expect(document.title).toBe('(99+) Feed')
  send('unread', { unread_count: 0 })
  expect(document.title).toBe('Feed')
  send('unread', { unread_count: 2 })
  stop()
  expect(document.title).toBe('Feed')
})

test('A page that sets its own title keeps the number', async () => {
  send('unread', { unread_count: 3 })
  document.title = 'Cerca'
  await expect.poll(() => document.title).toBe('(3) Cerca')
})

test('A new notification comes to the top of the list', () => {
  showNotifications([notification(5)])
  send('notification', notification(7))
  expect(shownPositions()).toEqual([7, 5])
})

test('A notification that grows by another person moves to the top, once', () => {
  showNotifications([notification(6), notification(5)])
  send('notification', notification(8, { id: 5, who: 'carla e bruno' }))
  expect(shownPositions()).toEqual([8, 6])
})

test('A notification that is shown already is changed where it is', () => {
  showNotifications([notification(6), notification(5)])
  send('notification', notification(5, { is_read: true }))
  expect(shownPositions()).toEqual([6, 5])
  expect(queryClient.getQueryData(notificationsQuery().queryKey)?.pages[0]?.notifications[1]?.is_read).toBe(true)
})

test('While a person reads further down, new notifications wait, newest first and each once', () => {
  showNotifications([notification(5)])
  const leave = openNotifications()
  scrollY = 500
  send('notification', notification(7))
  send('notification', notification(8))
  send('notification', notification(9, { id: 7 }))
  expect(shownPositions()).toEqual([5])
  expect(waitingPositions()).toEqual([9, 8])
  leave()
  send('notification', notification(10))
  expect(shownPositions()).toEqual([10, 5])
})

test('A notification older than the loaded pages is left to the page that brings it', () => {
  showNotifications([notification(9), notification(8)], 'next')
  send('notification', notification(4))
  expect(shownPositions()).toEqual([9, 8])
  showNotifications([notification(9), notification(8)])
  send('notification', notification(5))
  expect(shownPositions()).toEqual([9, 8, 5])
})

test('A follow request that was declined here does not come back with an event from before the answer', async () => {
  const request = notification(30, { kind: 'follow_request' })
  showNotifications([request, notification(20)])
  fetched.mockResolvedValue(Response.json({ message: 'Richiesta rifiutata' }))
  const { result } = renderHook(() => useRespondFollowRequest(request), {
    wrapper: ({ children }) => createElement(QueryClientProvider, { client: queryClient }, children),
  })
  await act(() => result.current.mutateAsync({ action: 'decline', requesterId: 2 }))
  expect(shownPositions()).toEqual([20])
  send('notification', request)
  expect(shownPositions()).toEqual([20])
  send('notification', notification(31, { id: 30, kind: 'follow_request' }))
  expect(shownPositions()).toEqual([31, 20])
})

const bruno = { id: 2, username: 'bruno' } as Notification['actors'][number]

test('A follow request that is accepted turns into a follow in lists and profile', () => {
  showPeople({ id: 2, follow_status: 'pending', is_followed: false }, { id: 3, follow_status: 'pending' })
  showProfile(2)
  send('notification', notification(1, { kind: 'follow_accepted', actors: [bruno] }))
  expect(queryClient.getQueryData(peopleKey)).toEqual({
    people: [
      { id: 2, follow_status: 'accepted', is_followed: true },
      { id: 3, follow_status: 'pending' },
    ],
  })
  expect(isProfileOutdated(2)).toBe(true)
})

test('An acceptance that arrives after the person has withdrawn the request does not bring the follow back', () => {
  showPeople({ id: 2, follow_status: null, is_followed: false })
  send('notification', notification(1, { kind: 'follow_accepted', actors: [bruno] }))
  expect(queryClient.getQueryData(peopleKey)).toEqual({ people: [{ id: 2, follow_status: null, is_followed: false }] })
})

test('A new follower makes the own profile outdated; other notifications do not', () => {
  showProfile(1)
  send('notification', notification(1, { kind: 'like', actors: [bruno] }))
  expect(isProfileOutdated(1)).toBe(false)
  send('notification', notification(2, { kind: 'follow', actors: [bruno] }))
  expect(isProfileOutdated(1)).toBe(true)
})

test('A confirmed Spotted shows on the post, unless the person has withdrawn it before', () => {
  showPosts({ id: 4, user_spotted_status: 'pending' }, { id: 5, user_spotted_status: null })
  for (const post_id of [4, 5, null])
    send('notification', notification(10 + (post_id ?? 0), { kind: 'spotted_confirmed', post_id }))
  expect(shownPosts()?.map(({ user_spotted_status }) => user_spotted_status)).toEqual(['confirmed', null])
})

const counts = { likes_count: 2, comments_count: 3, spotted_count: 1, edited_at: null }

test('The counts of a post follow what others do', () => {
  showPosts({ id: 4, likes_count: 0, comments_count: 0, spotted_count: 1, edited_at: null })
  send('post', { id: 4, ...counts })
  expect(shownPosts()).toEqual([{ id: 4, ...counts }])
  expect(fetched).not.toHaveBeenCalled()
})

test('While a like is on its way, others change the comments of a post, but not its likes', async () => {
  const post = { id: 4, likes_count: 0, user_liked: false, comments_count: 0, edited_at: null }
  showPosts(post)
  void likePost(post as Partial<Post> as Post)()
  expect(shownPosts()?.[0]?.likes_count).toBe(1)
  send('post', { id: 4, ...counts, likes_count: 7 })
  expect(shownPosts()?.[0]).toMatchObject({ likes_count: 1, comments_count: 3 })
})

test('A post that its author has changed is asked for again', () => {
  showPosts({ id: 4, spotted_count: 1, edited_at: null })
  send('post', { id: 4, ...counts, edited_at: '2026-01-01T10:00:00Z' })
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([expect.stringContaining('post_id=4')])
})

test('A post in which somebody was confirmed is asked for again, for the names', () => {
  showPosts({ id: 4, spotted_count: 0, edited_at: null })
  send('post', { id: 4, ...counts })
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([expect.stringContaining('post_id=4')])
})

test('Stopped, it receives nothing any more', () => {
  stop()
  expect(stream().readyState).toBe(FakeEventSource.CLOSED)
})
