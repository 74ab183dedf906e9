import { messageNotHiddenSql } from '#server/chat/messages.queries.ts'
import { statement } from '#server/database/statement.ts'
import { isModeratorSql } from '#server/moderation/moderation.queries.ts'
import { visiblePostSql } from '#server/posts/visibility.queries.ts'
import { visibleStorySql } from '#server/stories/stories.queries.ts'
import { notBlockedSql } from '#server/users/users.queries.ts'

// Aliases: `m` is a picture, `$1` the viewer. Every table has an index of its pictures, and of its reports.

const exists = (sql: string) => `(SELECT 1 FROM ${sql} LIMIT 1) IS NOT NULL`

/** Whether the viewer may see what picture `m` belongs to. */
const isVisibleSql = [
  `posts p JOIN users u ON u.id = p.author_id WHERE p.media_id = m.id AND ${visiblePostSql}`,
  `post_pictures pp JOIN posts p ON p.id = pp.post_id JOIN users u ON u.id = p.author_id
    WHERE pp.media_id = m.id AND ${visiblePostSql}`,
  `stories s JOIN users u ON u.id = s.author_id WHERE s.media_id = m.id AND ${visibleStorySql}`,
  `users u WHERE u.picture_id = m.id AND ${notBlockedSql}`,
  `messages x JOIN conversation_members me ON me.conversation_id = x.conversation_id AND me.user_id = $1
      JOIN users u ON u.id = me.other_id
    WHERE x.media_id = m.id AND x.deleted_at IS NULL AND ${messageNotHiddenSql} AND ${notBlockedSql}`,
]
  .map(exists)
  .join('\n    OR ')

/** An open report of a comment on post `p`. */
const reportedCommentSql = `JOIN comments c ON c.post_id = p.id
    JOIN reports r ON r.comment_id = c.id AND r.closed_by IS NULL`

/** Whether picture `m` belongs to a profile, to reported content or around it: which moderators may see. */
const isModeratedSql = [
  'users u WHERE u.picture_id = m.id',
  'posts p JOIN reports r ON r.post_id = p.id WHERE p.media_id = m.id',
  'post_pictures pp JOIN reports r ON r.post_id = pp.post_id WHERE pp.media_id = m.id',
  `posts p ${reportedCommentSql} WHERE p.media_id = m.id`,
  `post_pictures pp JOIN posts p ON p.id = pp.post_id ${reportedCommentSql} WHERE pp.media_id = m.id`,
  'stories s JOIN reports r ON r.story_id = s.id WHERE s.media_id = m.id',
  `messages x JOIN reports r ON r.message_id = x.id
    WHERE x.media_id = m.id AND (x.deleted_at IS NULL OR r.closed_by IS NULL)`,
]
  .map(exists)
  .join('\n    OR ')

/** Returns those of the pictures that the viewer may see. */
export const findVisiblePictures = statement<{ name: string }, [viewerId: number, names: string[]]>(`
  SELECT m.name FROM media m
  WHERE m.name = ANY($2::text[]) AND (
    ${isVisibleSql}
    OR ${isModeratorSql('$1')} AND (${isModeratedSql})
  )`)
