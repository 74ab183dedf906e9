import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect } from 'react'
import type { CommentThread } from '#contract/comments.ts'
import { nearEdgePx } from '#web/platform/scroll-position.ts'
import { NewItemsPill } from '#web/ui/NewItemsPill.tsx'
import { clearNewestComments, newestCommentsQuery, showNewestComments } from './comments.api.ts'
import { commentsText } from './comments.text.ts'

type NewCommentsProps = { postId: number; shown: CommentThread[]; list: RefObject<HTMLElement | null> }

/** Shows new comments at once while the list begins in view; to readers further down it offers them: nothing moves. */
export function NewComments({ postId, shown, list }: NewCommentsProps) {
  const { data: newest } = useQuery(newestCommentsQuery(postId))
  useEffect(() => {
    const listTop = list.current?.getBoundingClientRect().top ?? 0
    if (newest && listTop > -nearEdgePx) showNewestComments(postId, newest)
  }, [postId, newest, list])
  useEffect(() => () => clearNewestComments(postId), [postId])
  // Ids increase with time.
  const hasNew = (newest?.[0]?.id ?? 0) > (shown[0]?.id ?? 0) || hasNewReplies(newest ?? [], shown)
  const show = () => {
    list.current?.scrollIntoView()
    if (newest) showNewestComments(postId, newest)
  }
  return <NewItemsPill text={hasNew ? commentsText.newComments : null} onShow={show} />
}

function hasNewReplies(newest: CommentThread[], shown: CommentThread[]) {
  const shownCounts = new Map(shown.map(({ id, replies_count }) => [id, replies_count]))
  return newest.some(({ id, replies_count }) => replies_count > (shownCounts.get(id) ?? replies_count))
}
