import { type InfiniteData, infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { Output } from '#contract/calls.ts'
import type { Comment } from '#contract/comments.ts'
import type { LiveEvents } from '#contract/live.ts'
import { call } from '#web/platform/api.ts'
import { changeData } from '#web/platform/change-data.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { expectedCount, createToggle, type ToggleState } from '#web/platform/toggle.ts'
import { patchPost } from '#web/posts/posts.api.ts'

const pageSize = 20

export const commentsQuery = (postId: number) =>
  infiniteQueryOptions({
    queryKey: ['comments', 'getComments', postId],
    queryFn: ({ pageParam, signal }) =>
      call('getComments', { post_id: postId, limit: pageSize, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
  })

type CommentPages = InfiniteData<Output<'getComments'>>

/** Without a post, in the comments of all: a comment's id says enough. */
const changeComments = (postId: number | null, change: (comments: Comment[], page: number) => Comment[]) =>
  changeData<CommentPages>(
    { queryKey: postId === null ? ['comments', 'getComments'] : ['comments', 'getComments', postId] },
    (data) => ({
      ...data,
      pages: data.pages.map((page, index) => ({ ...page, comments: change(page.comments, index) })),
    }),
  )

/** The newest comments of a post, asked for when somebody else has commented. */
export const newestCommentsQuery = (postId: number) =>
  queryOptions({
    queryKey: ['comments', 'newest', postId],
    queryFn: async ({ signal }): Promise<Comment[] | null> =>
      (await call('getComments', { post_id: postId, limit: pageSize }, signal)).comments,
    initialData: null,
    enabled: false,
    retry: false,
  })

const commentsOf = (postId: number) => queryClient.getQueryData(commentsQuery(postId).queryKey)?.pages ?? []

/** The comments on a post have become more or fewer: those of an open page are looked after. */
export function onPostCommentsEvent({ id, comments_count }: LiveEvents['post']) {
  const isOpen =
    queryClient
      .getQueryCache()
      .find({ queryKey: commentsQuery(id).queryKey })
      ?.isActive() === true
  const pages = commentsOf(id)
  const isComplete = pages.at(-1)?.next_cursor === null
  const shown = pages.reduce((count, page) => count + page.comments.length, 0)
  if (isOpen && !(isComplete && shown === comments_count))
    queryClient.fetchQuery({ ...newestCommentsQuery(id), staleTime: 0 }).catch(() => undefined)
}

export const clearNewestComments = (postId: number) =>
  void queryClient.setQueryData(newestCommentsQuery(postId).queryKey, null)

/** Puts what is newest in the place of what was; older comments stay. */
export function showNewestComments(postId: number, newest: Comment[]) {
  clearNewestComments(postId)
  const isAll = newest.length < pageSize
  const oldest = isAll ? 0 : (newest.at(-1)?.id ?? 0)
  // More have come than fit on a page: the list begins anew.
  if (!isAll && !commentsOf(postId)[0]?.comments.some(({ id }) => id >= oldest))
    return void queryClient.resetQueries({ queryKey: commentsQuery(postId).queryKey })
  changeComments(postId, (comments, page) => {
    const older = comments.filter(({ id }) => id < oldest)
    return page === 0 ? [...newest, ...older] : older
  })
}

/** Takes the comments of somebody out of every list. */
export const removeCommentsBy = (userId: number) =>
  changeComments(null, (comments) => comments.filter(({ user_id }) => user_id !== userId))

const toggleLike = createToggle<number, ToggleState>({
  send: async (commentId) => {
    const { user_liked, likes_count } = await call('likeComment', { comment_id: commentId })
    return { on: user_liked, count: likes_count }
  },
  expect: expectedCount,
  show: (commentId, { on, count }) =>
    changeComments(null, (comments) =>
      comments.map((comment) =>
        comment.id === commentId ? { ...comment, user_liked: on, likes_count: count } : comment,
      ),
    ),
})

/** Gives what a press on the heart of a comment does. */
export const likeComment = (comment: Comment) => () =>
  toggleLike(comment.id, { on: comment.user_liked, count: comment.likes_count })

export const useAddComment = (postId: number) =>
  useMutation({
    mutationFn: (text: string) => call('addComment', { post_id: postId, text }),
    onSuccess: ({ comment, comments_count }) => {
      changeComments(postId, (comments, page) =>
        page === 0 ? [comment, ...comments.filter(({ id }) => id !== comment.id)] : comments,
      )
      patchPost(postId, { comments_count, user_commented: true })
      void queryClient.invalidateQueries({ queryKey: commentsQuery(postId).queryKey })
    },
  })

export const useDeleteComment = (postId: number) =>
  useMutation({
    mutationFn: (commentId: number) => call('deleteComment', { comment_id: commentId }),
    onSuccess: ({ comments_count }, commentId) => {
      changeComments(postId, (comments) => comments.filter(({ id }) => id !== commentId))
      patchPost(postId, { comments_count })
    },
  })
