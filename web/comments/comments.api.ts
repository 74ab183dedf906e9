import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Comment } from '#contract/comments.ts'
import type { LiveEvents } from '#contract/live.ts'
import { call } from '#web/platform/api.ts'
import { changePages } from '#web/platform/change-data.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { createToggle, expectedCount, type ToggleState } from '#web/platform/toggle.ts'
import { patchPost } from '#web/posts/posts.api.ts'

const pageSize = 20
const listKey = ['comments', 'getComments']

export const commentsQuery = (postId: number) =>
  cursorQuery([...listKey, postId], 'getComments', { post_id: postId, limit: pageSize })

const changeComments = (postId: number, change: (comments: Comment[], pageIndex: number) => Comment[]) =>
  changePages({ queryKey: [...listKey, postId] }, 'comments', change)

const changeAllComments = (change: (comments: Comment[]) => Comment[]) =>
  changePages({ queryKey: listKey }, 'comments', change)

/** The newest comments of a post, fetched when another user has commented. Null: none are held back. */
export const newestCommentsQuery = (postId: number) =>
  queryOptions({
    queryKey: ['comments', 'newest', postId],
    queryFn: async ({ signal }): Promise<Comment[] | null> =>
      (await call('getComments', { post_id: postId, limit: pageSize }, signal)).comments,
    initialData: null,
    enabled: false,
    retry: false,
  })

const cachedPages = (postId: number) => queryClient.getQueryData(commentsQuery(postId).queryKey)?.pages ?? []

/** Fetches the newest comments of a post if its comments are open and their number has changed. */
export function onPostCommentsEvent({ id, comments_count }: LiveEvents['post']) {
  const isOpen =
    queryClient
      .getQueryCache()
      .find({ queryKey: commentsQuery(id).queryKey })
      ?.isActive() === true
  const pages = cachedPages(id)
  const isComplete = pages.at(-1)?.next_cursor === null
  const shownCount = pages.reduce((count, page) => count + page.comments.length, 0)
  if (isOpen && !(isComplete && shownCount === comments_count))
    queryClient.fetchQuery({ ...newestCommentsQuery(id), staleTime: 0 }).catch(() => undefined)
}

export const clearNewestComments = (postId: number) =>
  void queryClient.setQueryData(newestCommentsQuery(postId).queryKey, null)

/** Replaces the newest cached comments; older ones stay. */
export function showNewestComments(postId: number, newest: Comment[]) {
  clearNewestComments(postId)
  const isComplete = newest.length < pageSize
  const oldestId = isComplete ? 0 : (newest.at(-1)?.id ?? 0)
  // More than a page of comments have arrived: start the list again.
  if (!isComplete && !cachedPages(postId)[0]?.comments.some(({ id }) => id >= oldestId))
    return void queryClient.resetQueries({ queryKey: commentsQuery(postId).queryKey })
  changeComments(postId, (comments, pageIndex) => {
    const older = comments.filter(({ id }) => id < oldestId)
    return pageIndex === 0 ? [...newest, ...older] : older
  })
}

/** Removes a user's comments from every cached list. */
export const removeCommentsBy = (userId: number) =>
  changeAllComments((comments) => comments.filter(({ user_id }) => user_id !== userId))

const toggleLike = createToggle<number, ToggleState>({
  send: async (commentId) => {
    const { user_liked, likes_count } = await call('likeComment', { comment_id: commentId })
    return { on: user_liked, count: likes_count }
  },
  expect: expectedCount,
  show: (commentId, { on, count }) =>
    changeAllComments((comments) =>
      comments.map((comment) =>
        comment.id === commentId ? { ...comment, user_liked: on, likes_count: count } : comment,
      ),
    ),
})

/** Returns the click handler of a comment's heart. */
export const likeComment = (comment: Comment) => () =>
  toggleLike(comment.id, { on: comment.user_liked, count: comment.likes_count })

export const useAddComment = (postId: number) =>
  useMutation({
    mutationFn: (text: string) => call('addComment', { post_id: postId, text }),
    onSuccess: ({ comment, comments_count }) => {
      changeComments(postId, (comments, pageIndex) =>
        pageIndex === 0 ? [comment, ...comments.filter(({ id }) => id !== comment.id)] : comments,
      )
      patchPost(postId, { comments_count, user_commented: true })
      void queryClient.invalidateQueries({ queryKey: commentsQuery(postId).queryKey })
    },
  })

export const useDeleteComment = (postId: number) =>
  useMutation({
    mutationFn: (comment: Comment) => call('deleteComment', { comment_id: comment.id }),
    onSuccess: ({ comments_count }, deleted) => {
      changeComments(postId, (comments) => comments.filter(({ id }) => id !== deleted.id))
      patchPost(postId, { comments_count })
    },
  })
