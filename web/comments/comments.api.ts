import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Comment, CommentThread } from '#contract/comments.ts'
import type { LiveEvents } from '#contract/live.ts'
import { call } from '#web/platform/api.ts'
import { changePages } from '#web/platform/change-data.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { createToggle, expectedCount, type ToggleState } from '#web/platform/toggle.ts'
import { patchPost } from '#web/posts/posts.api.ts'

const pageSize = 20
const listKey = ['comments', 'getComments']
const repliesKey = ['comments', 'getReplies']

export const commentsQuery = (postId: number) =>
  cursorQuery([...listKey, postId], 'getComments', { post_id: postId, limit: pageSize })

/** All replies to a comment, newest first; loaded when somebody asks for more than the newest. */
export const repliesQuery = (postId: number, commentId: number) =>
  cursorQuery([...repliesKey, postId, commentId], 'getReplies', { comment_id: commentId, limit: pageSize })

const changeThreads = (postId: number, change: (threads: CommentThread[], pageIndex: number) => CommentThread[]) =>
  changePages({ queryKey: [...listKey, postId] }, 'comments', change)

/** Changes comments and replies wherever they are cached; those for which `change` returns null disappear. */
function changeEverywhere(change: <One extends Comment>(comment: One) => One | null) {
  changePages<'comments', CommentThread>({ queryKey: listKey }, 'comments', (threads) =>
    threads.flatMap((thread) => {
      const changed = change(thread)
      if (!changed) return []
      const replies = thread.replies.flatMap((reply) => change(reply) ?? [])
      const removedCount = thread.replies.length - replies.length
      return { ...changed, replies, replies_count: thread.replies_count - removedCount }
    }),
  )
  changePages<'replies', Comment>({ queryKey: repliesKey }, 'replies', (replies) =>
    replies.flatMap((reply) => change(reply) ?? []),
  )
}

/** The newest comments of a post, fetched when another user has commented. Null: none are held back. */
export const newestCommentsQuery = (postId: number) =>
  queryOptions({
    queryKey: ['comments', 'newest', postId],
    queryFn: async ({ signal }): Promise<CommentThread[] | null> =>
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
  const shownCount = pages
    .flatMap((page) => page.comments)
    .reduce((count, thread) => count + 1 + thread.replies_count, 0)
  if (!isOpen || (isComplete && shownCount === comments_count)) return
  queryClient.fetchQuery({ ...newestCommentsQuery(id), staleTime: 0 }).catch(() => undefined)
  void queryClient.invalidateQueries({ queryKey: [...repliesKey, id] })
}

export const clearNewestComments = (postId: number) =>
  void queryClient.setQueryData(newestCommentsQuery(postId).queryKey, null)

/** Replaces the newest cached comments; older ones stay. */
export function showNewestComments(postId: number, newest: CommentThread[]) {
  clearNewestComments(postId)
  const isComplete = newest.length < pageSize
  const oldestId = isComplete ? 0 : (newest.at(-1)?.id ?? 0)
  // More than a page of comments have arrived: start the list again.
  if (!isComplete && !cachedPages(postId)[0]?.comments.some(({ id }) => id >= oldestId))
    return void queryClient.resetQueries({ queryKey: commentsQuery(postId).queryKey })
  changeThreads(postId, (comments, pageIndex) => {
    const older = comments.filter(({ id }) => id < oldestId)
    return pageIndex === 0 ? [...newest, ...older] : older
  })
}

/** Removes a user's comments from every cached list. */
export const removeCommentsBy = (userId: number) =>
  changeEverywhere((comment) => (comment.user_id === userId ? null : comment))

const toggleLike = createToggle<number, ToggleState>({
  send: async (commentId) => {
    const { user_liked, likes_count } = await call('likeComment', { comment_id: commentId })
    return { on: user_liked, count: likes_count }
  },
  expect: expectedCount,
  show: (commentId, { on, count }) =>
    changeEverywhere((comment) =>
      comment.id === commentId ? { ...comment, user_liked: on, likes_count: count } : comment,
    ),
})

/** Returns the click handler of a comment's heart. */
export const likeComment = (comment: Comment) => () =>
  toggleLike(comment.id, { on: comment.user_liked, count: comment.likes_count })

/** Adds a reply below its comment. */
const withReply =
  (reply: Comment) =>
  (thread: CommentThread): CommentThread =>
    thread.id !== reply.reply_to || thread.replies.some(({ id }) => id === reply.id)
      ? thread
      : { ...thread, replies: [...thread.replies, reply], replies_count: thread.replies_count + 1 }

export const useAddComment = (postId: number) =>
  useMutation({
    mutationFn: (input: { text: string; reply_to: number | null }) => call('addComment', { post_id: postId, ...input }),
    onSuccess: ({ comment, comments_count }) => {
      changeThreads(postId, (threads, pageIndex) => {
        if (comment.reply_to !== null) return threads.map(withReply(comment))
        const others = threads.filter(({ id }) => id !== comment.id)
        return pageIndex === 0 ? [{ ...comment, replies_count: 0, replies: [] }, ...others] : others
      })
      patchPost(postId, { comments_count, user_commented: true })
      void queryClient.invalidateQueries({ queryKey: commentsQuery(postId).queryKey })
    },
  })

export const useDeleteComment = (postId: number) =>
  useMutation({
    mutationFn: (comment: Comment) => call('deleteComment', { comment_id: comment.id }),
    onSuccess: ({ comments_count }, deleted) => {
      changeEverywhere((comment) => (comment.id === deleted.id ? null : comment))
      patchPost(postId, { comments_count })
      // The number of remaining replies, and the newest of them.
      if (deleted.reply_to !== null) void queryClient.invalidateQueries({ queryKey: commentsQuery(postId).queryKey })
    },
  })
