import { bookmarksLimit } from '#contract/limits.ts'
import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'
import type { PageParameters } from '#server/platform/keyset.ts'
import { authorJoinSql, visiblePostSql } from './visibility.queries.ts'

const findRoom = statement<{ has_room: boolean }, [userId: number, postId: number]>(`
  SELECT EXISTS (SELECT 1 FROM bookmarks WHERE user_id = $1 AND post_id = $2)
    OR (SELECT count(*) FROM (SELECT 1 FROM bookmarks WHERE user_id = $1 LIMIT ${bookmarksLimit}) kept) < ${bookmarksLimit}
    AS has_room`)

/** Whether a user may bookmark a post: it is bookmarked already, or there is room for one more. */
export const hasRoomForBookmark = async (
  db: Database,
  user: Locked<{ id: number }>,
  postId: number,
): Promise<boolean> => (await findRoom.first(db, user.id, postId))?.has_room === true

export const insertBookmark = statement<never, [userId: Locked<{ id: number }>['id'], postId: number]>(
  'INSERT INTO bookmarks (user_id, post_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
)

/** @returns the bookmark; undefined if there was none. */
export const deleteBookmark = statement<{ id: number }, [userId: number, postId: number]>(
  'DELETE FROM bookmarks WHERE user_id = $1 AND post_id = $2 RETURNING id',
).first

/** Returns the posts that the viewer has bookmarked and may see, newest bookmark first. */
export const findBookmarks = statement<{ id: number; post_id: number }, PageParameters & { viewerId: number }>(
  `
  SELECT b.id, b.post_id
  FROM bookmarks b CROSS JOIN LATERAL (SELECT id, author_id, followers_only FROM posts WHERE id = b.post_id LIMIT 1) p
    ${authorJoinSql}
  WHERE b.user_id = $1 AND b.id < $2 AND ${visiblePostSql}
  ORDER BY b.id DESC LIMIT $3 OFFSET $4`,
  ['viewerId', 'before', 'limit', 'offset'],
)
