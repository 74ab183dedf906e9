import type { Comment } from '#contract/comments.ts'
import { pictureUrl } from '#server/media/media.rules.ts'
import type { CommentRow } from './comments.queries.ts'

export function viewComment({
  id,
  author_id,
  username,
  picture,
  text,
  created_at,
  user_liked,
  likes_count,
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
  }
}
