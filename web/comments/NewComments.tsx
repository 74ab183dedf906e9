import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Comment } from '#contract/comments.ts'
import { isNearTop } from '#web/platform/scroll-position.ts'
import { NewItemsPill } from '#web/ui/NewItemsPill.tsx'
import { clearNewestComments, newestCommentsQuery, showNewestComments } from './comments.api.ts'
import { commentsText } from './comments.text.ts'

type NewCommentsProps = { postId: number; shown: Comment[] }

/** Shows new comments at once near the top; to readers further down it offers them, so that nothing moves. */
export function NewComments({ postId, shown }: NewCommentsProps) {
  const { data: newest } = useQuery(newestCommentsQuery(postId))
  useEffect(() => {
    if (newest && isNearTop()) showNewestComments(postId, newest)
  }, [postId, newest])
  useEffect(() => () => clearNewestComments(postId), [postId])
  // Ids increase with time.
  const hasNew = (newest?.[0]?.id ?? 0) > (shown[0]?.id ?? 0)
  return (
    <NewItemsPill
      text={hasNew ? commentsText.newComments : null}
      onShow={() => newest && showNewestComments(postId, newest)}
    />
  )
}
