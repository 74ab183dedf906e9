import type { Comment, CommentThread } from '#contract/comments.ts'
import { pictureUrl } from '#server/media/media.rules.ts'
import type { CommentRow, ThreadRow } from './comments.queries.ts'

export function viewComment({
  id,
  author_id,
  username,
  picture,
  text,
  created_at,
  user_liked,
  likes_count,
  reply_to,
}: CommentRow): Comment {
  return {
    id,
    user_id: author_id,
    username,
    profile_pic: picture && pictureUrl(picture),
    text,
    created_at: created_at.toISOString(),
    user_liked,
    likes_count,
    reply_to,
  }
}

/** @param replies to any of the listed comments. */
export const viewThread =
  (replies: readonly CommentRow[]) =>
  ({ replies_count, ...comment }: ThreadRow): CommentThread => ({
    ...viewComment(comment),
    replies_count,
    replies: replies.filter(({ reply_to }) => reply_to === comment.id).map(viewComment),
  })
