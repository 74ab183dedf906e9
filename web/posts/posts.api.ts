import { type InfiniteData, useMutation } from '@tanstack/react-query'
import type { Input } from '#contract/calls.ts'
import type { LiveEvents } from '#contract/live.ts'
import type { Post } from '#contract/posts.ts'
import { call } from '#web/platform/api.ts'
import { changeData } from '#web/platform/change-data.ts'
import { expectedCount, createToggle, isToggling, type ToggleState } from '#web/platform/toggle.ts'
import { showToast } from '#web/ui/toast.ts'

/** The `meta` of every query whose pages hold `posts`: a change of a post is then seen in all of them. */
export const holdsPosts = { holdsPosts: true }
/** Of those, the ones at whose top a post just published belongs. */
export const takesNewPosts = { ...holdsPosts, takesNewPosts: true }

type PostPages = InfiniteData<{ posts: Post[] }>

const changePosts = (kind: Record<string, boolean>, change: (posts: Post[], page: number) => Post[]) =>
  changeData<PostPages>(
    { predicate: ({ meta }) => Object.keys(kind).every((mark) => meta?.[mark] === true) },
    (data) => ({ ...data, pages: data.pages.map((page, index) => ({ ...page, posts: change(page.posts, index) })) }),
  )

/** Changes posts in every list that holds them. */
export const patchPosts = (which: (post: Post) => boolean, patch: Partial<Post>) =>
  changePosts(holdsPosts, (posts) => posts.map((post) => (which(post) ? { ...post, ...patch } : post)))

export const patchPost = (id: number, patch: Partial<Post>) => patchPosts((post) => post.id === id, patch)

/** A post has moved. What a press has changed meanwhile, the press will say. */
export const onPostEvent = ({ id, comments_count, ...pressable }: LiveEvents['post']) =>
  patchPost(id, { comments_count, ...(!isToggling(id) && pressable) })

/** Takes posts out of every list. */
export const removePosts = (gone: (post: Post) => boolean) =>
  changePosts(holdsPosts, (posts) => posts.filter((post) => !gone(post)))

const addPost = (added: Post) =>
  changePosts(takesNewPosts, (posts, page) =>
    page === 0 ? [added, ...posts.filter(({ id }) => id !== added.id)] : posts,
  )

const toggleLike = createToggle<number, ToggleState>({
  send: async (postId) => {
    const { user_liked, likes_count } = await call('likePost', { post_id: postId })
    return { on: user_liked, count: likes_count }
  },
  expect: expectedCount,
  show: (postId, { on, count }) => patchPost(postId, { user_liked: on, likes_count: count }),
})

/** Gives what a press on the heart of a post does. */
export const likePost = (post: Post) => () => toggleLike(post.id, { on: post.user_liked, count: post.likes_count })

export const useDeletePost = () =>
  useMutation({
    mutationFn: (postId: number) => call('deletePost', { post_id: postId }),
    onSuccess: ({ message }, postId) => {
      removePosts(({ id }) => id === postId)
      showToast(message)
    },
  })

export const useCreateSpot = () =>
  useMutation({
    mutationFn: (input: Input<'createSpot'>) => call('createSpot', input),
    onSuccess: ({ post }) => addPost(post),
  })
