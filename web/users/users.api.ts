import { type InfiniteData, infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import type { Input, Output } from '#contract/calls.ts'
import type { FollowStatus, ListedUser } from '#contract/listed-user.ts'
import type { Profile } from '#contract/users.ts'
import { call } from '#web/platform/api.ts'
import { changeData } from '#web/platform/change-data.ts'
import { currentUser, storeUser } from '#web/platform/current-user.ts'
import { preloadedFirstPage, staleTimeAfterPreload } from '#web/platform/preloaded-data.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { createToggle } from '#web/platform/toggle.ts'
import { removePosts, holdsPosts, patchPosts } from '#web/posts/posts.api.ts'
import { invalidateRing } from '#web/stories/rings.api.ts'
import { showToast } from '#web/ui/toast.ts'

/** The `meta` of every query that holds `people`, in pages or alone: a change of one is then seen in all of them. */
export const holdsPeople = { holdsPeople: true }

export type PeoplePage = { people: ListedUser[]; next_cursor: string | null }
type PageOf = { limit: number; cursor?: string }
const pageSize = 30

/** A list of people that goes on; `load` gets one page of it. */
export const peopleQuery = (
  queryKey: readonly unknown[],
  load: (page: PageOf, signal: AbortSignal) => Promise<PeoplePage>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load({ limit: pageSize, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    meta: holdsPeople,
    // A list is opened by its count, and must say the same.
    staleTime: 0,
  })

export const followersQuery = (userId: number) =>
  peopleQuery(['users', 'getFollowers', userId], async (page, signal) => {
    const { followers, next_cursor } = await call('getFollowers', { user_id: userId, ...page }, signal)
    return { people: followers, next_cursor }
  })

export const followingQuery = (userId: number) =>
  peopleQuery(['users', 'getFollowing', userId], async (page, signal) => {
    const { following, next_cursor } = await call('getFollowing', { user_id: userId, ...page }, signal)
    return { people: following, next_cursor }
  })

const profileKey = (userId: number) => ['users', 'getProfile', userId]

/** A person and, page by page, their posts. */
export const profileQuery = (userId: number) =>
  infiniteQueryOptions({
    queryKey: profileKey(userId),
    queryFn: ({ pageParam, signal }) =>
      call('getProfile', { user_id: userId, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    meta: holdsPosts,
    ...preloadedFirstPage('getProfile', { user_id: userId }, (page) => page),
    // What was just posted, or followed elsewhere, is seen by who comes back.
    staleTime: staleTimeAfterPreload,
  })

type ProfilePages = InfiniteData<Output<'getProfile'>>

const patchProfile = (userId: number, patch: Partial<Profile>) =>
  changeData<ProfilePages>({ queryKey: profileKey(userId) }, (data) => ({
    ...data,
    pages: data.pages.map((page) => ({ ...page, user: { ...page.user, ...patch } })),
  }))

/** Changes what the viewer's own profile says. */
export const patchOwnProfile = (patch: Partial<Profile>) => patchProfile(currentUser()?.id ?? 0, patch)

const cachedProfile = (userId: number) => queryClient.getQueryData<ProfilePages>(profileKey(userId))?.pages[0]?.user

type PeopleData = { people: ListedUser[] } | InfiniteData<{ people: ListedUser[] }>

/** Changes every list of people. */
export const changePeople = (change: (people: ListedUser[]) => ListedUser[]) =>
  changeData<PeopleData>({ predicate: ({ meta }) => meta?.holdsPeople === true }, (data) =>
    'pages' in data
      ? { ...data, pages: data.pages.map((page) => ({ ...page, people: change(page.people) })) }
      : { ...data, people: change(data.people) },
  )

/** What a follow button knows of a person. */
export type Followable = Pick<ListedUser, 'id' | 'username' | 'follow_status' | 'profile_visibility'>

type Follow = {
  on: boolean
  status: FollowStatus | null
  /** Followers of the other; null where they are not shown. */
  count: number | null
  isPrivate: boolean
  /** What the server says about it. */
  message?: string
}

/** A request to a private account does not count before it is accepted (spec section 4). */
const counts = (status: FollowStatus | null) => Number(status === 'accepted')

const changeFollow = createToggle<number, Follow>({
  send: async (userId, on) => {
    const { message, follow_status, followers_count, profile_visibility } = await call(
      on ? 'requestFollow' : 'unfollow',
      { followed_id: userId },
    )
    return {
      on: follow_status !== null,
      status: follow_status,
      count: followers_count,
      isPrivate: profile_visibility === 'private',
      message,
    }
  },
  expect: (server, wanted) => {
    if (wanted === server.on) return server
    const status = wanted ? (server.isPrivate ? 'pending' : 'accepted') : null
    return {
      ...server,
      on: wanted,
      status,
      count: server.count === null ? null : Math.max(0, server.count + counts(status) - counts(server.status)),
    }
  },
  show: (userId, { status, count }) => {
    patchProfile(userId, { follow_status: status, ...(count !== null && { followers_count: count }) })
    changePeople((people) =>
      people.map((person) =>
        person.id === userId ? { ...person, follow_status: status, is_followed: status === 'accepted' } : person,
      ),
    )
  },
  settled: (userId, { status, isPrivate, message }) => {
    if (message) showToast(message)
    // What is for followers goes with the follow.
    if (status !== 'accepted')
      removePosts((post) => post.user_id === userId && (isPrivate || post.privacy === 'followers'))
    if (isPrivate) void invalidateRing(userId)
    void queryClient.invalidateQueries({ queryKey: profileKey(userId) })
    void queryClient.invalidateQueries({ queryKey: profileKey(currentUser()?.id ?? 0) })
  },
})

/** Gives what a press on somebody's follow button does. */
export const toggleFollow =
  ({ id, follow_status, profile_visibility }: Followable) =>
  () =>
    changeFollow(id, {
      on: follow_status !== null,
      status: follow_status,
      count: cachedProfile(id)?.followers_count ?? null,
      isPrivate: profile_visibility === 'private',
    })

/** Changes one's bio and picture, wherever they are shown. */
export const useUpdateProfile = () =>
  useMutation({
    mutationFn: (input: Input<'updateProfile'>) => call('updateProfile', input),
    onSuccess: ({ user }) => {
      storeUser(user)
      const { id, bio, profile_pic } = user
      patchProfile(id, { bio, profile_pic })
      patchPosts((post) => post.user_id === id, { profile_pic })
      changePeople((people) => people.map((person) => (person.id === id ? { ...person, profile_pic } : person)))
      void queryClient.invalidateQueries({ queryKey: ['comments'] })
    },
  })

/** Somebody has accepted the viewer's request. */
export function onFollowAccepted(userId: number) {
  patchProfile(userId, { follow_status: 'accepted' })
  changePeople((people) =>
    people.map((person) =>
      person.id === userId ? { ...person, follow_status: 'accepted', is_followed: true } : person,
    ),
  )
  void queryClient.invalidateQueries({ queryKey: profileKey(userId) })
  void invalidateRing(userId)
}

/** Somebody follows the viewer, or no longer. */
export function invalidateFollowers() {
  const own = currentUser()?.id ?? 0
  void queryClient.invalidateQueries({ queryKey: profileKey(own) })
  void queryClient.invalidateQueries({ queryKey: followersQuery(own).queryKey })
}
