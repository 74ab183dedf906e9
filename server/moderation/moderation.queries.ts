import type { Input } from '#contract/calls.ts'
import type { ReportReason } from '#contract/moderation.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'

const findOne = statement<{ id: number }, [viewerId: number, userId: number]>(`
  SELECT u.id FROM users u WHERE u.id = $2 AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = u.id AND b.blocked_id = $1)`)

/** Whether somebody is there to be blocked: also who is blocked already, but nobody who blocks the viewer. */
export async function isBlockable(db: Database, viewerId: number, userId: number): Promise<boolean> {
  return (await findOne(db, viewerId, userId)).length > 0
}

export async function insertBlock(db: Database, blockerId: number, blockedId: number): Promise<void> {
  await db.insertInto('blocks').values({ blocker_id: blockerId, blocked_id: blockedId }).onConflict((conflict) => conflict.doNothing()).execute()
}

export async function deleteBlock(db: Database, blockerId: number, blockedId: number): Promise<void> {
  await db.deleteFrom('blocks').where('blocker_id', '=', blockerId).where('blocked_id', '=', blockedId).execute()
}

export type BlockedRow = { row_id: number; id: number; username: string; picture: string | null }

/** Whom somebody has blocked, newest first. */
export const findBlocked = statement<BlockedRow, [blockerId: number, before: number, limit: number, offset: number]>(`
  SELECT b.id AS row_id, u.id, u.username, m.name AS picture
  FROM blocks b JOIN users u ON u.id = b.blocked_id LEFT JOIN media m ON m.id = u.picture_id
  WHERE b.blocker_id = $1 AND b.id < $2
  ORDER BY b.id DESC LIMIT $3 OFFSET $4`)

export type ReportTarget = { type: Input<'report'>['target_type']; id: number; userId: number }

/** Once for each thing that somebody reports: another report of it replaces reason and words. */
export async function upsertReport(db: Database, reporterId: number, target: ReportTarget, reason: ReportReason, text: string): Promise<void> {
  await db.insertInto('reports')
    .values({
      reporter_id: reporterId, reported_user_id: target.userId, reason, text,
      post_id: target.type === 'post' ? target.id : null,
      comment_id: target.type === 'comment' ? target.id : null,
      story_id: target.type === 'story' ? target.id : null,
    })
    .onConflict((conflict) => conflict.constraint('reports_once').doUpdateSet({ reason, text }))
    .execute()
}
