import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import type { PageParameters } from '#server/platform/keyset.ts'
import { activeUserSql, type PresentedUserRow } from '#server/users/users.queries.ts'

const findBlockable = statement<{ id: number }, [viewerId: number, userId: number]>(`
  SELECT u.id FROM users u
  WHERE u.id = $2 AND ${activeUserSql}
    AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = u.id AND b.blocked_id = $1)`)

/**
 * Whether the viewer may block a user: not if the user is suspended or blocks the viewer. Blocking twice is allowed.
 */
export async function isBlockable(db: Database, viewerId: number, userId: number): Promise<boolean> {
  return (await findBlockable.first(db, viewerId, userId)) !== undefined
}

export const insertBlock = statement<never, [blockerId: number, blockedId: number]>(
  'INSERT INTO blocks (blocker_id, blocked_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
)

export const deleteBlock = statement<never, [blockerId: number, blockedId: number]>(
  'DELETE FROM blocks WHERE blocker_id = $1 AND blocked_id = $2',
)

export type BlockedRow = PresentedUserRow & { row_id: number }

/** Returns the users that somebody has blocked, newest first. */
export const findBlocked = statement<BlockedRow, PageParameters & { blockerId: number }>(
  `
  SELECT b.id AS row_id, u.id, u.username, u.display_name, m.name AS picture
  FROM blocks b JOIN users u ON u.id = b.blocked_id LEFT JOIN media m ON m.id = u.picture_id
  WHERE b.blocker_id = $1 AND b.id < $2 AND ${activeUserSql}
  ORDER BY b.id DESC LIMIT $3 OFFSET $4`,
  ['blockerId', 'before', 'limit', 'offset'],
)
