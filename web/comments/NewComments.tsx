import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Comment } from '#contract/comments.ts'
import { NewItemsPill } from '#web/ui/NewItemsPill.tsx'
import { clearNewestComments, newestCommentsQuery, showNewestComments } from './comments.api.ts'
import { commentsText } from './comments.text.ts'

/** Pixels: who is so near the top sees new comments come. */
const nearTop = 80

type NewCommentsProps = { postId: number; shown: Comment[] }

/** Shows what others write, and tells of it who reads further down: nothing moves under their thumb. */
export function NewComments({ postId, shown }: NewCommentsProps) {
  const { data: newest } = useQuery(newestCommentsQuery(postId))
  useEffect(() => {
    if (newest && window.scrollY < nearTop) showNewestComments(postId, newest)
  }, [postId, newest])
  useEffect(() => () => clearNewestComments(postId), [postId])
  // Ids grow with time.
  const isNew = (newest?.[0]?.id ?? 0) > (shown[0]?.id ?? 0)
  return (
    <NewItemsPill
      text={isNew ? commentsText.someNew : null}
      onShow={() => newest && showNewestComments(postId, newest)}
    />
  )
}
