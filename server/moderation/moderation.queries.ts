import { sql } from 'kysely'
import {
  countedReports,
  type ModerationAction,
  type ReportReason,
  type Resolution,
  type TargetType,
} from '#contract/moderation.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { activeUserSql, userJoinSql } from '#server/users/users.queries.ts'

const findOne = statement<{ id: number }, [viewerId: number, userId: number]>(`
  SELECT u.id FROM users u WHERE u.id = $2 AND ${activeUserSql} AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = u.id AND b.blocked_id = $1)`)

/**
 * Whether somebody is there to be blocked: also who is blocked already, but nobody who is suspended or blocks the
 * viewer.
 */
export async function isBlockable(db: Database, viewerId: number, userId: number): Promise<boolean> {
  return (await findOne(db, viewerId, userId)).length > 0
}

export async function insertBlock(db: Database, blockerId: number, blockedId: number): Promise<void> {
  await db
    .insertInto('blocks')
    .values({ blocker_id: blockerId, blocked_id: blockedId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteBlock(db: Database, blockerId: number, blockedId: number): Promise<void> {
  await db.deleteFrom('blocks').where('blocker_id', '=', blockerId).where('blocked_id', '=', blockedId).execute()
}

export type BlockedRow = { row_id: number; id: number; username: string; picture: string | null }

/** Whom somebody has blocked, newest first. */
export const findBlocked = statement<BlockedRow, [blockerId: number, before: number, limit: number, offset: number]>(`
  SELECT b.id AS row_id, u.id, u.username, m.name AS picture
  FROM blocks b JOIN users u ON u.id = b.blocked_id LEFT JOIN media m ON m.id = u.picture_id
  WHERE b.blocker_id = $1 AND b.id < $2 AND ${activeUserSql}
  ORDER BY b.id DESC LIMIT $3 OFFSET $4`)

/** What is reported, and whose it is. */
export type ReportTarget = { type: TargetType; id: number; userId: number }

/** Once for each thing that somebody reports: another report of it replaces reason and words, and waits again. */
export async function upsertReport(
  db: Database,
  reporterId: number,
  target: ReportTarget,
  reason: ReportReason,
  text: string,
): Promise<void> {
  await db
    .insertInto('reports')
    .values({
      reporter_id: reporterId,
      reported_user_id: target.userId,
      reason,
      text,
      post_id: target.type === 'post' ? target.id : null,
      comment_id: target.type === 'comment' ? target.id : null,
      story_id: target.type === 'story' ? target.id : null,
      message_id: target.type === 'message' ? target.id : null,
    })
    .onConflict((conflict) =>
      conflict
        .constraint('reports_once')
        .doUpdateSet({ reason, text, closed_by: null, created_at: sql`now()`, id: sql`time_ordered_id()` }),
    )
    .execute()
}

/** Which thing a report `r` names, for the index that gathers them (migration 0038). */
const thingOf = (r: string) =>
  `(${r}.reported_user_id, COALESCE(${r}.post_id, 0), COALESCE(${r}.comment_id, 0), COALESCE(${r}.story_id, 0), COALESCE(${r}.message_id, 0))`
const contentTypes = ['post', 'comment', 'story', 'message'] as const
type ThingKey = [userId: number, postId: number, commentId: number, storyId: number, messageId: number]
const keyOf = ({ type, id, userId }: ReportTarget) =>
  [userId, ...contentTypes.map((each) => (each === type ? id : 0))] as ThingKey
/** Which thing a statement is asked about, as its first parameters. */
const thingAsked = '($1, $2, $3, $4, $5)'
const isOpenOf = (r: string, key: string) => `${thingOf(r)} = ${key} AND ${r}.closed_by IS NULL`
/**
 * Each thing is there once: by its newest open report. The queue is walked from there, so that a page reads no more
 * than it shows.
 */
const openThings = `reports r WHERE r.closed_by IS NULL AND (SELECT 1 FROM reports newer WHERE ${isOpenOf('newer', thingOf('r'))} AND newer.id > r.id LIMIT 1) IS NULL`

const countThings = statement<{ many: number }, []>(
  `SELECT count(*)::int AS many FROM (SELECT 1 FROM ${openThings} LIMIT ${countedReports}) waiting`,
)

/** What waits for a decision, as far as is counted. */
export async function countOpenThings(db: Database): Promise<number> {
  const [row] = await countThings(db)
  return row?.many ?? 0
}

/** Reports of one thing that are looked at, and words that are shown of them. */
const reportsRead = 1000
const wordsShown = 5

/** Of some reports of one thing: how many, why, and the latest words. */
const gathered = (reports: string) => `
  SELECT count(*)::int AS reports_count,
    COALESCE((SELECT array_agg(reason ORDER BY many DESC, reason) FROM (SELECT o.reason, count(*) AS many FROM (${reports} ORDER BY o.id DESC LIMIT ${reportsRead}) o GROUP BY o.reason) why), '{}') AS reasons,
    COALESCE((SELECT json_agg(said) FROM (${reports} AND o.text <> '' ORDER BY o.id DESC LIMIT ${wordsShown}) said), '[]') AS words
  FROM (${reports} LIMIT ${reportsRead}) o`
const reportsWhere = (condition: string) =>
  `SELECT o.id, o.reason, o.text, o.created_at FROM reports o WHERE ${condition}`

export type ThingRow = {
  position: number
  /** When it was reported last, or decided. */
  told_at: Date
  target_type: TargetType
  content_id: number | null
  user_id: number | null
  username: string | null
  user_picture: string | null
  is_private: boolean
  is_suspended: boolean
  is_moderator: boolean
  text: string | null
  picture: string | null
  picture_width: number | null
  picture_height: number | null
  picture_thumbhash: string | null
  place_name: string | null
  followers_only: boolean | null
  shares_post: boolean
  created_at: Date | null
  reports_count: number
  reasons: ReportReason[]
  words: { reason: ReportReason; text: string; created_at: string }[]
}

/** Who wrote a message may delete it: what it said is kept for as long as this is so. */
const isReported = (messageId: string) =>
  `(SELECT 1 FROM reports waiting WHERE waiting.message_id = ${messageId} AND waiting.closed_by IS NULL LIMIT 1) IS NOT NULL`

const isModeratorOf = (id: string) => `(SELECT 1 FROM moderators WHERE user_id = ${id} LIMIT 1) IS NOT NULL`

/** Things `t` as they are, whoever may see them: that is what a report hands to moderators. */
const thingColumns = `t.position, created_at_of(t.position) AS told_at, t.target_type, t.content_id, u.id AS user_id, u.username, up.name AS user_picture,
    COALESCE(u.is_private, false) AS is_private, u.suspended_at IS NOT NULL AS is_suspended, ${isModeratorOf('u.id')} AS is_moderator,
    CASE t.target_type WHEN 'post' THEN p.text WHEN 'comment' THEN c.text WHEN 'story' THEN '' WHEN 'message' THEN x.text ELSE u.bio END AS text,
    m.name AS picture, m.width AS picture_width, m.height AS picture_height, m.thumbhash AS picture_thumbhash, pl.name AS place_name, p.followers_only,
    COALESCE(x.shares_post, false) AS shares_post,
    CASE t.target_type WHEN 'post' THEN p.created_at WHEN 'comment' THEN c.created_at WHEN 'story' THEN s.created_at WHEN 'message' THEN created_at_of(x.id) ELSE u.created_at END AS created_at`
const thingJoins = `
    LEFT JOIN users u ON u.id = t.user_id
    LEFT JOIN media up ON up.id = u.picture_id
    LEFT JOIN posts p ON t.target_type = 'post' AND p.id = t.content_id
    LEFT JOIN comments c ON t.target_type = 'comment' AND c.id = t.content_id
    LEFT JOIN stories s ON t.target_type = 'story' AND s.id = t.content_id
    LEFT JOIN messages x ON t.target_type = 'message' AND x.id = t.content_id AND (x.deleted_at IS NULL OR ${isReported('x.id')})
    LEFT JOIN media m ON m.id = COALESCE(p.media_id, s.media_id, x.media_id)
    LEFT JOIN places pl ON pl.id = COALESCE(p.place_id, s.place_id)`

/** What waits for a decision, the latest reported first. */
export const findOpenThings = statement<ThingRow, [before: number, limit: number, offset: number]>(`
  SELECT ${thingColumns}, told.* FROM (
    SELECT r.id AS position, r.reported_user_id AS user_id, r.post_id, r.comment_id, r.story_id, r.message_id, COALESCE(r.post_id, r.comment_id, r.story_id, r.message_id) AS content_id,
      CASE WHEN r.post_id IS NOT NULL THEN 'post' WHEN r.comment_id IS NOT NULL THEN 'comment' WHEN r.story_id IS NOT NULL THEN 'story'
        WHEN r.message_id IS NOT NULL THEN 'message' ELSE 'user' END AS target_type
    FROM ${openThings} AND r.id < $1 ORDER BY r.id DESC LIMIT $2 OFFSET $3
  ) t ${thingJoins}
    CROSS JOIN LATERAL (${gathered(reportsWhere(isOpenOf('o', '(t.user_id, COALESCE(t.post_id, 0), COALESCE(t.comment_id, 0), COALESCE(t.story_id, 0), COALESCE(t.message_id, 0))')))}) told
  ORDER BY t.position DESC`)

/** Who did a step of the log `l`, and why. */
type Decided = { action: ModerationAction; by_operator: boolean; moderator: string | null; note: string }
const decided =
  'l.action, l.by_operator, (SELECT by.username FROM users by WHERE by.id = l.moderator_id) AS moderator, l.note'

export type ClosedRow = ThingRow & Decided & { action: Resolution }

/** What was decided, the latest first; with the words of those reports that are still there. */
export const findClosedThings = statement<ClosedRow, [before: number, limit: number, offset: number]>(`
  SELECT ${thingColumns}, t.reports_count, t.reasons, t.action, t.by_operator, t.moderator, t.note, told.words
  FROM (
    SELECT l.id AS position, l.user_id, l.target_type, l.content_id, l.reports_count, l.reasons, ${decided} FROM moderation_log l
    WHERE l.reports_count > 0 AND l.id < $1 ORDER BY l.id DESC LIMIT $2 OFFSET $3
  ) t ${thingJoins}
    CROSS JOIN LATERAL (${gathered(reportsWhere('o.closed_by = t.position'))}) told
  ORDER BY t.position DESC`)

type LockedRow = { user_id: number; post_id: number | null }

const lockPost = statement<LockedRow, [id: number]>(
  'SELECT author_id AS user_id, id AS post_id FROM posts WHERE id = $1 FOR NO KEY UPDATE',
)
const findPostOf = statement<{ post_id: number }, [commentId: number]>('SELECT post_id FROM comments WHERE id = $1')
const lockComment = statement<LockedRow, [id: number]>(
  'SELECT author_id AS user_id, post_id FROM comments WHERE id = $1 FOR NO KEY UPDATE',
)
const lockStory = statement<LockedRow, [id: number]>(
  'SELECT author_id AS user_id, NULL::bigint AS post_id FROM stories WHERE id = $1 FOR NO KEY UPDATE',
)
const lockMessage = statement<LockedRow, [id: number]>(
  'SELECT sender_id AS user_id, NULL::bigint AS post_id FROM messages WHERE id = $1 FOR NO KEY UPDATE',
)
const lockUser = statement<LockedRow, [id: number]>(
  'SELECT id AS user_id, NULL::bigint AS post_id FROM users WHERE id = $1 FOR UPDATE',
)

/**
 * Takes the row of a reported thing, whoever may see it; a comment after its post, as who deletes it does. @returns
 * whose it is, and the post that it belongs to.
 */
export async function lockThing(db: Database, type: TargetType, id: number): Promise<LockedRow | undefined> {
  if (type === 'comment') {
    const [comment] = await findPostOf(db, id)
    if (comment) await lockPost(db, comment.post_id)
  }
  const lock = { post: lockPost, comment: lockComment, story: lockStory, message: lockMessage, user: lockUser }[type]
  const [row] = await lock(db, id)
  return row
}

export type Standing = { username: string; is_moderator: boolean; is_suspended: boolean }

const findOneStanding = statement<Standing, [userId: number]>(`
  SELECT u.username, ${isModeratorOf('u.id')} AS is_moderator, u.suspended_at IS NOT NULL AS is_suspended FROM users u WHERE u.id = $1`)

/** How somebody stands to the moderators. */
export async function findStanding(db: Database, userId: number): Promise<Standing | undefined> {
  const [standing] = await findOneStanding(db, userId)
  return standing
}

export async function isModerator(db: Database, userId: number): Promise<boolean> {
  return (await findStanding(db, userId))?.is_moderator ?? false
}

export type Summary = { reports_count: number; reasons: ReportReason[] }

const summarise = statement<Summary, ThingKey>(`
  SELECT COALESCE(sum(many), 0)::int AS reports_count, COALESCE(array_agg(reason ORDER BY many DESC, reason), '{}') AS reasons
  FROM (SELECT o.reason, count(*) AS many FROM reports o WHERE ${isOpenOf('o', thingAsked)} GROUP BY o.reason) why`)

/** The open reports of a thing, in short. */
export async function findSummary(db: Database, target: ReportTarget): Promise<Summary> {
  const [summary] = await summarise(db, ...keyOf(target))
  return summary ?? { reports_count: 0, reasons: [] }
}

const close = statement<never, [...ThingKey, logId: number]>(
  `UPDATE reports r SET closed_by = $6 WHERE ${isOpenOf('r', thingAsked)}`,
)

export const closeReports = (db: Database, target: ReportTarget, logId: number) => close(db, ...keyOf(target), logId)

export type Step = { action: ModerationAction; note: string; target: ReportTarget } & Partial<Summary>

/** Writes a step into the log. @param moderatorId null: the operator. @returns its id. */
export async function insertStep(
  db: Database,
  moderatorId: number | null,
  { action, note, target, reports_count = 0, reasons = [] }: Step,
): Promise<number> {
  const { id } = await db
    .insertInto('moderation_log')
    .values({
      action,
      note,
      reports_count,
      reasons,
      by_operator: moderatorId === null,
      moderator_id: moderatorId,
      user_id: target.userId,
      target_type: target.type,
      content_id: target.type === 'user' ? null : target.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const findExpiredStory = statement<{ id: number }, [id: number]>(
  'SELECT id FROM stories WHERE id = $1 AND expires_at <= statement_timestamp()',
)
const findDeletedMessage = statement<{ id: number }, [id: number]>(
  'SELECT id FROM messages WHERE id = $1 AND deleted_at IS NOT NULL',
)

/**
 * Whether a thing is there only because it was reported: a story whose day is over, a message that who wrote it has
 * deleted.
 */
export async function isKeptForReports(db: Database, type: TargetType, id: number): Promise<boolean> {
  const find = {
    story: findExpiredStory,
    message: findDeletedMessage,
    post: undefined,
    comment: undefined,
    user: undefined,
  }[type]
  return find !== undefined && (await find(db, id)).length > 0
}

export type MessageBetween = { from: number; to: number; number: number }

const findPair = statement<MessageBetween, [messageId: number]>(`
  SELECT x.sender_id AS from, CASE c.low_id WHEN x.sender_id THEN c.high_id ELSE c.low_id END AS to, x.number
  FROM messages x JOIN conversations c ON c.id = x.conversation_id WHERE x.id = $1`)

/** Between whom a message stands, and where. */
export async function findMessageBetween(db: Database, messageId: number): Promise<MessageBetween | undefined> {
  const [message] = await findPair(db, messageId)
  return message
}

/** @returns whether that changed anything. */
export async function updateSuspension(db: Database, userId: number, suspend: boolean): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ suspended_at: suspend ? sql<Date>`now()` : null })
    .where('id', '=', userId)
    .where('suspended_at', suspend ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export async function deletePushSubscriptionsOf(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).execute()
}

export async function insertModerator(db: Database, userId: number): Promise<void> {
  await db
    .insertInto('moderators')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteModerator(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('moderators').where('user_id', '=', userId).execute()
}

/** The suspension of somebody, while it lasts. */
export function findSuspension(db: Database, userId: number): Promise<{ note: string } | undefined> {
  return db
    .selectFrom('moderation_log')
    .innerJoin('users', 'users.id', 'user_id')
    .select('note')
    .where('user_id', '=', userId)
    .where('action', '=', 'suspend')
    .where('suspended_at', 'is not', null)
    .orderBy('moderation_log.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type SuspendedRow = Decided & {
  position: number
  id: number
  username: string
  picture: string | null
  told_at: Date
}

/** Who is suspended, the latest first: by the last suspension of each. */
export const findSuspended = statement<SuspendedRow, [before: number, limit: number, offset: number]>(`
  SELECT l.id AS position, created_at_of(l.id) AS told_at, u.id, u.username, m.name AS picture, ${decided}
  FROM moderation_log l ${userJoinSql('l.user_id')}
  WHERE l.action = 'suspend' AND l.id < $1 AND NOT (${activeUserSql})
    AND (SELECT 1 FROM moderation_log newer WHERE newer.user_id = l.user_id AND newer.id > l.id AND newer.action = 'suspend' LIMIT 1) IS NULL
  ORDER BY l.id DESC LIMIT $2 OFFSET $3`)

export type LogRow = Decided &
  Summary & { id: number; told_at: Date; user_id: number | null; username: string | null; target_type: TargetType }

/** What moderators and operator did, the latest first. */
export const findLog = statement<LogRow, [before: number, limit: number, offset: number]>(`
  SELECT l.id, created_at_of(l.id) AS told_at, ${decided}, l.user_id, u.username, l.target_type, l.reasons, l.reports_count
  FROM moderation_log l LEFT JOIN users u ON u.id = l.user_id
  WHERE l.id < $1 ORDER BY l.id DESC LIMIT $2 OFFSET $3`)

export async function findPersonNamed(
  db: Database,
  username: string,
): Promise<{ id: number; username: string } | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'username'])
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .executeTakeFirst()
}

/** Moderators that are listed. */
const moderatorsShown = 1000

export async function findModerators(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('moderators')
    .innerJoin('users', 'users.id', 'moderators.user_id')
    .select('username')
    .orderBy('username')
    .limit(moderatorsShown)
    .execute()
  return rows.map(({ username }) => username)
}
