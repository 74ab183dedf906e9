import { type InfiniteData, type QueryFilters, useMutation } from '@tanstack/react-query'
import type { Input } from '#contract/calls.ts'
import type { LiveEvents } from '#contract/live.ts'
import type { Post } from '#contract/posts.ts'
import { call } from '#web/platform/api.ts'
import { changePages } from '#web/platform/change-data.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { createToggle, expectedCount, isToggling, type ToggleState } from '#web/platform/toggle.ts'
import { showToast } from '#web/ui/toast.ts'

/** The `meta` of every query whose pages hold `posts`: a change of a post reaches all of them. */
export const holdsPosts = { holdsPosts: true }
/** The `meta` of the queries at whose top a new post appears. */
export const takesNewPosts = { ...holdsPosts, takesNewPosts: true }

const hasMeta = (meta: Record<string, boolean>): QueryFilters => ({
  predicate: (query) => Object.keys(meta).every((name) => query.meta?.[name] === true),
})
export const holdsPostsFilter = hasMeta(holdsPosts)

const changePosts = (filter: QueryFilters, change: (posts: Post[], pageIndex: number) => Post[]) =>
  changePages(filter, 'posts', change)

/** Patches the matching posts in every cached list. */
export const patchPosts = (matches: (post: Post) => boolean, patch: Partial<Post>) =>
  changePosts(holdsPostsFilter, (posts) => posts.map((post) => (matches(post) ? { ...post, ...patch } : post)))

export const patchPost = (id: number, patch: Partial<Post>) => patchPosts((post) => post.id === id, patch)

/** What comes by events and by replies to the viewer's own actions: a slower answer must not undo it. */
const elsewhereFields: readonly (keyof Post)[] = [
  'likes_count',
  'user_liked',
  'comments_count',
  'user_commented',
  'user_bookmarked',
  'spotted_count',
  'user_spotted_status',
]

/** Shows a post as its author has changed it, with the people who are confirmed in it. */
const showChanged = (post: Post) =>
  patchPost(
    post.id,
    Object.fromEntries(Object.entries(post).filter(([field]) => !elsewhereFields.includes(field as keyof Post))),
  )

/** Fetches what changes of a post beside its counts. A failure is made up for by the next event or visit. */
export const refreshPost = (id: number) =>
  call('getPost', { post_id: id }).then(
    ({ post }) => showChanged(post),
    () => undefined,
  )

const findShown = (id: number) =>
  queryClient
    .getQueriesData<InfiniteData<{ posts: Post[] }>>(holdsPostsFilter)
    .flatMap(([, data]) => data?.pages.flatMap(({ posts }) => posts.filter((post) => post.id === id)) ?? [])

/**
 * Updates a post's counts, and what its author has changed or who is newly confirmed. While a toggle of the viewer is in flight, its reply sets
 * the counts that it changes.
 */
export function onPostEvent({ id, comments_count, edited_at, ...toggledCounts }: LiveEvents['post']) {
  const isChanged = findShown(id).some(
    (shown) => shown.edited_at !== edited_at || shown.spotted_count !== toggledCounts.spotted_count,
  )
  patchPost(id, { comments_count, ...(!isToggling(id) && toggledCounts) })
  if (isChanged) void refreshPost(id)
}

/** Removes the matching posts from every cached list. */
export const removePosts = (matches: (post: Post) => boolean) =>
  changePosts(holdsPostsFilter, (posts) => posts.filter((post) => !matches(post)))

/** Removes the matching posts from the lists that gather those of many people and places. */
export const removeGatheredPosts = (matches: (post: Post) => boolean) =>
  changePosts(
    {
      predicate: (query) => query.meta?.holdsPosts === true && ['feed', 'hashtags'].includes(String(query.queryKey[0])),
    },
    (posts) => posts.filter((post) => !matches(post)),
  )

/** Shows a post that the viewer has published. */
export const addPost = (added: Post) =>
  changePosts(hasMeta(takesNewPosts), (posts, pageIndex) =>
    pageIndex === 0 ? [added, ...posts.filter(({ id }) => id !== added.id)] : posts,
  )

export const likesListKey = (postId: number) => ['posts', 'getLikes', postId]

const toggleLike = createToggle<number, ToggleState>({
  send: async (postId) => {
    const { user_liked, likes_count } = await call('likePost', { post_id: postId })
    return { on: user_liked, count: likes_count }
  },
  expect: expectedCount,
  show: (postId, { on, count }) => patchPost(postId, { user_liked: on, likes_count: count }),
  // The list may be open already: it was requested while the like was in flight.
  onSettled: (postId) => void queryClient.invalidateQueries({ queryKey: likesListKey(postId) }),
})

/** Returns the click handler of a post's heart. */
export const likePost = (post: Post) => () => toggleLike(post.id, { on: post.user_liked, count: post.likes_count })

export const useDeletePost = () =>
  useMutation({
    mutationFn: (postId: number) => call('deletePost', { post_id: postId }),
    onSuccess: ({ message }, postId) => {
      removePosts(({ id }) => id === postId)
      showToast(message)
    },
  })

export const useEditPost = () =>
  useMutation({
    mutationFn: (input: Input<'editPost'>) => call('editPost', input),
    onSuccess: ({ message, post }) => {
      showChanged(post)
      showToast(message)
    },
  })
