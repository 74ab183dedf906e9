import type { LogTargetType, ModerationAction, ReportReason } from '#contract/moderation.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import type { PageParameters } from '#server/platform/keyset.ts'
import { activeUserSql, userJoinSql } from '#server/users/users.queries.ts'
import type { ReportedContent } from './reported-content.queries.ts'

/** Reasons: most frequent first. */
export type ReportsSummary = { reports_count: number; reasons: ReportReason[] }

/** The target of a log entry; `server`: the server itself, and no person. */
type LogSubject = ReportedContent | { type: 'server'; id: null; userId: null }
export type NewLogEntry = { action: ModerationAction; note: string; content: LogSubject } & Partial<ReportsSummary>

/** The log entry for an administrator's action on the server itself. @param note of at most 500 characters. */
export const serverEntry = (action: ModerationAction, note: string): NewLogEntry => ({
  action,
  note,
  content: { type: 'server', id: null, userId: null },
})

const insert = statement<
  { id: number },
  {
    action: ModerationAction
    note: string
    reports_count: number
    reasons: ReportReason[]
    moderatorId: number | null
    userId: number | null
    targetType: LogTargetType
    contentId: number | null
  }
>(
  `
  INSERT INTO moderation_log (action, note, reports_count, reasons, by_operator, moderator_id, user_id, target_type,
    content_id)
  VALUES ($1, $2, $3, $4, $5::bigint IS NULL, $5, $6, $7, $8) RETURNING id`,
  ['action', 'note', 'reports_count', 'reasons', 'moderatorId', 'userId', 'targetType', 'contentId'],
)

/** Adds an entry to the moderation log. @param moderatorId null for the operator. @returns its id. */
export async function insertLogEntry(
  db: Database,
  moderatorId: number | null,
  { action, note, content, reports_count = 0, reasons = [] }: NewLogEntry,
): Promise<number> {
  const contentId = content.type === 'user' ? null : content.id
  const { type: targetType, userId } = content
  const entry = { action, note, reports_count, reasons, moderatorId, userId, targetType, contentId }
  return (await insert.one(db, entry)).id
}

/** The actor, and the reason. */
export type Decision = { action: ModerationAction; by_operator: boolean; moderator: string | null; note: string }
/** The columns of `Decision`, of an entry `log`. */
export const decisionColumnsSql = `log.action, log.by_operator, log.note,
    (SELECT username FROM users WHERE users.id = log.moderator_id) AS moderator`

export type LogRow = Decision &
  ReportsSummary & {
    id: number
    created_at: Date
    user_id: number | null
    username: string | null
    target_type: LogTargetType
  }

/** Returns what moderators and operator did, newest first. */
export const findLog = statement<LogRow, PageParameters>(
  `
  SELECT log.id, created_at_of(log.id) AS created_at, ${decisionColumnsSql}, log.user_id, u.username, log.target_type,
    log.reasons, log.reports_count
  FROM moderation_log log LEFT JOIN users u ON u.id = log.user_id
  WHERE log.id < $1 ORDER BY log.id DESC LIMIT $2 OFFSET $3`,
  ['before', 'limit', 'offset'],
)

export type SuspendedRow = Decision & {
  position: number
  id: number
  username: string
  picture: string | null
  created_at: Date
}

/** Returns the suspended users by their latest suspension, newest first. */
export const findSuspended = statement<SuspendedRow, PageParameters>(
  `
  SELECT log.id AS position, created_at_of(log.id) AS created_at, u.id, u.username, m.name AS picture,
    ${decisionColumnsSql}
  FROM moderation_log log ${userJoinSql('log.user_id')}
  WHERE log.action = 'suspend' AND log.id < $1 AND NOT (${activeUserSql})
    AND (SELECT 1 FROM moderation_log newer
      WHERE newer.user_id = log.user_id AND newer.id > log.id AND newer.action = 'suspend' LIMIT 1) IS NULL
  ORDER BY log.id DESC LIMIT $2 OFFSET $3`,
  ['before', 'limit', 'offset'],
)

/** Returns the current suspension of a user; undefined if there is none. */
export const findSuspension = statement<{ note: string }, [userId: number]>(`
  SELECT log.note FROM moderation_log log JOIN users u ON u.id = log.user_id
  WHERE log.user_id = $1 AND log.action = 'suspend' AND u.suspended_at IS NOT NULL
  ORDER BY log.id DESC LIMIT 1`).first
