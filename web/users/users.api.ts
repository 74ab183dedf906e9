import { type InfiniteData, queryOptions, useMutation } from '@tanstack/react-query'
import type { Input, Output } from '#contract/calls.ts'
import type { FollowStatus, ListedUser } from '#contract/listed-user.ts'
import type { Profile } from '#contract/users.ts'
import { call } from '#web/platform/api.ts'
import { changeData } from '#web/platform/change-data.ts'
import { postsPageSize } from '#contract/limits.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { currentUser, storeUser } from '#web/platform/current-user.ts'
import { staleTimeAfterPreload } from '#web/platform/preloaded-data.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { createToggle } from '#web/platform/toggle.ts'
import { removePosts, holdsPosts, patchPosts } from '#web/posts/posts.api.ts'
import { invalidateRing } from '#web/stories/rings.api.ts'
import { showToast } from '#web/ui/toast.ts'

/** The `meta` of every query that holds `people`, in pages or alone: a change of a person reaches all of them. */
export const holdsPeople = { holdsPeople: true }

export type PeoplePage = { people: ListedUser[]; next_cursor: string | null }
export const peoplePageSize = 30
/** Options of every list of people. A count links to it and must agree with it, so it is never stale. */
export const peopleListOptions = { meta: holdsPeople, staleTime: 0 }

export const followersQuery = (userId: number) =>
  cursorQuery(
    ['users', 'getFollowers', userId],
    'getFollowers',
    { user_id: userId, limit: peoplePageSize },
    { ...peopleListOptions, toPage: ({ followers, next_cursor }) => ({ people: followers, next_cursor }) },
  )

export const followingQuery = (userId: number) =>
  cursorQuery(
    ['users', 'getFollowing', userId],
    'getFollowing',
    { user_id: userId, limit: peoplePageSize },
    { ...peopleListOptions, toPage: ({ following, next_cursor }) => ({ people: following, next_cursor }) },
  )

/** People to mention whose name begins like this. */
export const suggestedMentionsQuery = (beginning: string) =>
  queryOptions({
    queryKey: ['users', 'suggestMentions', beginning.toLowerCase()],
    queryFn: async ({ signal }) => (await call('suggestMentions', { beginning }, signal)).users,
    placeholderData: (previous) => previous,
    staleTime: 60_000,
    retry: false,
  })

const profileKey = (userId: number) => ['users', 'getProfile', userId]

/** A profile with the pages of its posts. Refetched on return, because posts and follows may have changed elsewhere. */
export const profileQuery = (userId: number) =>
  cursorQuery(
    profileKey(userId),
    'getProfile',
    { user_id: userId, limit: postsPageSize },
    { isPreloaded: true, meta: holdsPosts, staleTime: staleTimeAfterPreload },
  )

/** The id of the user whom a mention names. */
export const namedUserQuery = (username: string) =>
  queryOptions({
    queryKey: ['users', 'findUserNamed', username.toLowerCase()],
    queryFn: async ({ signal }) => (await call('findUserNamed', { username }, signal)).user_id,
  })

type ProfilePages = InfiniteData<Output<'getProfile'>>

const patchProfile = (userId: number, patch: Partial<Profile>) =>
  changeData<ProfilePages>({ queryKey: profileKey(userId) }, (data) => ({
    ...data,
    pages: data.pages.map((page) => ({ ...page, user: { ...page.user, ...patch } })),
  }))

/** Patches the viewer's own profile. */
export const patchOwnProfile = (patch: Partial<Profile>) => patchProfile(currentUser()?.id ?? 0, patch)

const cachedProfile = (userId: number) => queryClient.getQueryData<ProfilePages>(profileKey(userId))?.pages[0]?.user

type PeopleData = { people: ListedUser[] } | InfiniteData<{ people: ListedUser[] }>

/** Changes every cached list of people. */
export const changePeople = (change: (people: ListedUser[]) => ListedUser[]) =>
  changeData<PeopleData>({ predicate: ({ meta }) => meta?.holdsPeople === true }, (data) =>
    'pages' in data
      ? { ...data, pages: data.pages.map((page) => ({ ...page, people: change(page.people) })) }
      : { ...data, people: change(data.people) },
  )

/** The part of a person that a follow button needs. */
export type Followable = Pick<ListedUser, 'id' | 'username' | 'follow_status' | 'profile_visibility'>

type Follow = {
  on: boolean
  status: FollowStatus | null
  /** Followers of the other; null if unknown. */
  count: number | null
  isPrivate: boolean
  /** The server's sentence about the last change. */
  message?: string
}

/** A request to a private account does not count before it is accepted. */
const countOf = (status: FollowStatus | null) => Number(status === 'accepted')

function expectedStatus(on: boolean, isPrivate: boolean): FollowStatus | null {
  if (!on) return null
  return isPrivate ? 'pending' : 'accepted'
}

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
  expect: (server, on) => {
    if (on === server.on) return server
    const status = expectedStatus(on, server.isPrivate)
    return {
      ...server,
      on,
      status,
      count: server.count === null ? null : Math.max(0, server.count + countOf(status) - countOf(server.status)),
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
  onSettled: (userId, { status, isPrivate }) => {
    // Without the follow, posts for followers are no longer visible.
    if (status !== 'accepted')
      removePosts((post) => post.user_id === userId && (isPrivate || post.privacy === 'followers'))
    if (isPrivate) void invalidateRing(userId)
    void queryClient.invalidateQueries({ queryKey: profileKey(userId) })
    void queryClient.invalidateQueries({ queryKey: profileKey(currentUser()?.id ?? 0) })
    // The list may be open already: it was requested while the follow was in flight.
    void queryClient.invalidateQueries({ queryKey: followersQuery(userId).queryKey })
  },
})

/** Returns the click handler of a follow button. @param isQuiet the state of the button is the only answer. */
export const toggleFollow =
  ({ id, follow_status, profile_visibility }: Followable, isQuiet = false) =>
  async () => {
    const settled = await changeFollow(id, {
      on: follow_status !== null,
      status: follow_status,
      count: cachedProfile(id)?.followers_count ?? null,
      isPrivate: profile_visibility === 'private',
    })
    if (settled?.message && !isQuiet) showToast(settled.message)
  }

/** Changes the viewer's display name, bio and picture, wherever they are shown. */
export const useUpdateProfile = () =>
  useMutation({
    mutationFn: (input: Input<'updateProfile'>) => call('updateProfile', input),
    onSuccess: ({ user }) => {
      storeUser(user)
      const { id, display_name, bio, profile_pic } = user
      patchProfile(id, { display_name, bio, profile_pic })
      patchPosts((post) => post.user_id === id, { profile_pic })
      changePeople((people) =>
        people.map((person) => (person.id === id ? { ...person, display_name, profile_pic } : person)),
      )
      void queryClient.invalidateQueries({ queryKey: ['comments'] })
    },
  })

/** A user has accepted the viewer's follow request, which the viewer may have withdrawn before the event arrives. */
export function onFollowAccepted(userId: number) {
  changePeople((people) =>
    people.map((person) =>
      person.id === userId && person.follow_status === 'pending'
        ? { ...person, follow_status: 'accepted', is_followed: true }
        : person,
    ),
  )
  void queryClient.invalidateQueries({ queryKey: profileKey(userId) })
  void invalidateRing(userId)
}

/** Refetches the viewer's followers. */
export function invalidateFollowers() {
  const ownId = currentUser()?.id ?? 0
  void queryClient.invalidateQueries({ queryKey: profileKey(ownId) })
  void queryClient.invalidateQueries({ queryKey: followersQuery(ownId).queryKey })
}
