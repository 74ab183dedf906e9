import { countedReports } from '#contract/limits.ts'
import type { ReportReason, Resolution, TargetType } from '#contract/moderation.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import type { PageParameters } from '#server/platform/keyset.ts'
import { type Decision, decisionColumnsSql, type ReportsSummary } from './moderation-log.queries.ts'
import { isModeratorSql } from './moderation.queries.ts'
import type { ReportedContent } from './reported-content.queries.ts'
import { choicesSqlFor, type ChoicesRow, morePicturesSqlFor, type PictureRow } from '#server/posts/posts.queries.ts'

const contentKeyNames = ['userId', 'postId', 'commentId', 'storyId', 'messageId', 'placeId', 'eventId'] as const

export type NewReport = { content: ReportedContent; reason: ReportReason; text: string }

const idOf = ({ type, id }: ReportedContent, wanted: TargetType) => (type === wanted ? id : null)

const upsert = statement<
  never,
  Record<(typeof contentKeyNames)[number], number | null> & { reporterId: number; reason: ReportReason; text: string }
>(
  `
  INSERT INTO reports (reported_user_id, post_id, comment_id, story_id, message_id, place_id, event_id, reporter_id,
    reason, text)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  ON CONFLICT ON CONSTRAINT reports_once DO UPDATE
    SET reason = excluded.reason, text = excluded.text, closed_by = NULL, created_at = now(), id = time_ordered_id()`,
  [...contentKeyNames, 'reporterId', 'reason', 'text'],
)

/** Inserts a report. A second report by the same person replaces reason and text, and is open again. */
export const upsertReport = (
  db: Database,
  reporterId: number,
  { content, reason, text }: NewReport,
): Promise<unknown> =>
  upsert(db, {
    reporterId,
    reason,
    text,
    userId: content.userId,
    postId: idOf(content, 'post'),
    commentId: idOf(content, 'comment'),
    storyId: idOf(content, 'story'),
    messageId: idOf(content, 'message'),
    placeId: idOf(content, 'place'),
    eventId: idOf(content, 'event'),
  })

/**
 * Stores the text of a post and the descriptions of its pictures with its open reports, before its author changes them
 * for the first time. Null is not changed.
 */
export const keepReportedWords = statement<never, [postId: number, text: string | null, alts: string[] | null]>(`
  UPDATE reports SET post_text = COALESCE(post_text, $2), post_alts = COALESCE(post_alts, $3::text[])
  WHERE post_id = $1 AND closed_by IS NULL`)

// All reports of the same content have the same key: its owner, and its id in the column of its type. Index
// The index `reports_open_of_thing` has the same expressions.

/** The key of reports, or of rows with the same columns. */
const contentKeySql = (alias: string, ownerColumn = 'reported_user_id') =>
  `(COALESCE(${alias}.${ownerColumn}, 0), COALESCE(${alias}.post_id, 0), COALESCE(${alias}.comment_id, 0),
      COALESCE(${alias}.story_id, 0), COALESCE(${alias}.message_id, 0), COALESCE(${alias}.place_id, 0),
      COALESCE(${alias}.event_id, 0))`
type ContentKey = Record<(typeof contentKeyNames)[number], number>
const contentKeyOf = (content: ReportedContent): ContentKey => ({
  userId: content.userId ?? 0,
  postId: idOf(content, 'post') ?? 0,
  commentId: idOf(content, 'comment') ?? 0,
  storyId: idOf(content, 'story') ?? 0,
  messageId: idOf(content, 'message') ?? 0,
  placeId: idOf(content, 'place') ?? 0,
  eventId: idOf(content, 'event') ?? 0,
})
/** The key as the first seven parameters of a statement. */
const requestedKeySql = '($1, $2, $3, $4, $5, $6, $7)'
const isOpenReportOfSql = (alias: string, keySql: string) =>
  `${contentKeySql(alias)} = ${keySql} AND ${alias}.closed_by IS NULL`

/**
 * The newest open report of each content: an entry of the queue. Walking the reports, a page reads no more rows than it
 * shows.
 */
const queueSql = `reports report
    WHERE report.closed_by IS NULL
      AND (SELECT 1 FROM reports newer
        WHERE ${isOpenReportOfSql('newer', contentKeySql('report'))} AND newer.id > report.id LIMIT 1) IS NULL`

const countEntries = statement<{ count: number }, []>(
  `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${queueSql} LIMIT ${countedReports}) entry`,
)

/** Counts the entries of the queue, up to `countedReports`. */
export async function countOpenReports(db: Database): Promise<number> {
  return (await countEntries.first(db))?.count ?? 0
}

/** Reports that are read to summarise those of one content. */
const maxSummarizedReports = 1000
const maxTexts = 5

/** Summarises reports: their number, reasons and latest texts. */
const reportsSummarySql = (conditionSql: string) => {
  const reportsSql = `SELECT report.id, report.reason, report.text, report.created_at
    FROM reports report WHERE ${conditionSql}`
  return `
      SELECT
        (SELECT count(*)::int FROM (${reportsSql} LIMIT ${maxSummarizedReports}) counted) AS reports_count,
        COALESCE((
          SELECT array_agg(reason ORDER BY count DESC, reason)
          FROM (
            SELECT latest.reason, count(*) AS count
            FROM (${reportsSql} ORDER BY report.id DESC LIMIT ${maxSummarizedReports}) latest
            GROUP BY latest.reason
          ) by_reason
        ), '{}') AS reasons,
        COALESCE((
          SELECT json_agg(latest)
          FROM (${reportsSql} AND report.text <> '' ORDER BY report.id DESC LIMIT ${maxTexts}) latest
        ), '[]') AS words,
        (SELECT report.post_text FROM reports report WHERE ${conditionSql} AND report.post_text IS NOT NULL
          ORDER BY report.id LIMIT 1) AS text_before,
        (SELECT report.post_alts FROM reports report WHERE ${conditionSql} AND report.post_alts IS NOT NULL
          ORDER BY report.id LIMIT 1) AS alts_before`
}

export type ReportedContentRow = ReportsSummary & {
  position: number
  /** When it was last reported, or decided. */
  created_at: Date
  target_type: TargetType
  content_id: number | null
  user_id: number | null
  username: string | null
  display_name: string | null
  user_picture: string | null
  is_private: boolean
  is_suspended: boolean
  is_moderator: boolean
  text: string | null
  picture: string | null
  picture_width: number | null
  picture_height: number | null
  picture_thumbhash: string | null
  picture_alt: string | null
  has_video: boolean
  more_pictures: PictureRow[] | null
  place_id: number | null
  place_name: string | null
  choices: ChoicesRow | null
  shares_post: boolean
  content_created_at: Date | null
  words: { reason: ReportReason; text: string; created_at: string }[]
  /** Of a post that has been edited since it was reported. */
  text_before: string | null
  alts_before: string[] | null
}

/** Whether a message has an open report: then its content is kept after its sender has deleted it. */
const hasOpenReportSql = (messageIdSql: string) =>
  `(SELECT 1 FROM reports waiting
      WHERE waiting.message_id = ${messageIdSql} AND waiting.closed_by IS NULL LIMIT 1) IS NOT NULL`

/** The content of an `entry` (of the queue or of the log) as it is now, whoever may see it: moderators may. */
const contentColumnsSql = `entry.position, created_at_of(entry.position) AS created_at, entry.target_type,
    entry.content_id, u.id AS user_id, u.username, u.display_name, user_picture.name AS user_picture,
    COALESCE(u.is_private, false) AS is_private, u.suspended_at IS NOT NULL AS is_suspended,
    ${isModeratorSql('u.id')} AS is_moderator,
    CASE entry.target_type
      WHEN 'post' THEN post.text
      WHEN 'comment' THEN comment.text
      WHEN 'story' THEN story.caption
      WHEN 'message' THEN message.text
      WHEN 'place' THEN place.name
      WHEN 'event' THEN event.title || E'\\n\\n' || event.description
      ELSE u.bio
    END AS text,
    picture.name AS picture, picture.width AS picture_width, picture.height AS picture_height,
    picture.thumbhash AS picture_thumbhash, picture.alt AS picture_alt,
    picture.video_ms IS NOT NULL AS has_video, ${morePicturesSqlFor('post')} AS more_pictures, place.id AS place_id, CASE WHEN entry.target_type = 'place' THEN place.town ELSE place.name END AS place_name,
    CASE WHEN post.id IS NOT NULL THEN ${choicesSqlFor('post')} END AS choices,
    COALESCE(message.shares_post, false) AS shares_post,
    CASE entry.target_type
      WHEN 'post' THEN post.created_at
      WHEN 'comment' THEN comment.created_at
      WHEN 'story' THEN story.created_at
      WHEN 'message' THEN created_at_of(message.id)
      WHEN 'place' THEN COALESCE(place.added_at, 'epoch')
      WHEN 'event' THEN event.created_at
      ELSE u.created_at
    END AS content_created_at`
const contentJoinsSql = `
    LEFT JOIN posts post ON entry.target_type = 'post' AND post.id = entry.content_id
    LEFT JOIN comments comment ON entry.target_type = 'comment' AND comment.id = entry.content_id
    LEFT JOIN stories story ON entry.target_type = 'story' AND story.id = entry.content_id
    LEFT JOIN messages message ON entry.target_type = 'message' AND message.id = entry.content_id
      AND (message.deleted_at IS NULL OR ${hasOpenReportSql('message.id')})
    LEFT JOIN events event ON entry.target_type = 'event' AND event.id = entry.content_id
    LEFT JOIN media picture ON picture.id = COALESCE(post.media_id, story.media_id, message.media_id)
    LEFT JOIN places place ON place.id = COALESCE(
      post.place_id, story.place_id, event.place_id, CASE entry.target_type WHEN 'place' THEN entry.content_id END)
    LEFT JOIN users u ON u.id = COALESCE(entry.user_id, CASE entry.target_type WHEN 'place' THEN place.added_by END)
    LEFT JOIN media user_picture ON user_picture.id = u.picture_id`

/** Returns the queue: what is reported and not decided yet, the last reported first. */
export const findOpenReports = statement<ReportedContentRow, PageParameters>(
  `
  SELECT ${contentColumnsSql}, summary.reports_count, summary.reasons, summary.words, summary.text_before, summary.alts_before
  FROM (
    SELECT report.id AS position, report.reported_user_id AS user_id,
      report.post_id, report.comment_id, report.story_id, report.message_id, report.place_id, report.event_id,
      COALESCE(report.post_id, report.comment_id, report.story_id, report.message_id, report.place_id, report.event_id) AS content_id,
      CASE
        WHEN report.post_id IS NOT NULL THEN 'post'
        WHEN report.comment_id IS NOT NULL THEN 'comment'
        WHEN report.story_id IS NOT NULL THEN 'story'
        WHEN report.message_id IS NOT NULL THEN 'message'
        WHEN report.place_id IS NOT NULL THEN 'place'
        WHEN report.event_id IS NOT NULL THEN 'event'
        ELSE 'user'
      END AS target_type
    FROM ${queueSql} AND report.id < $1 ORDER BY report.id DESC LIMIT $2 OFFSET $3
  ) entry ${contentJoinsSql}
    CROSS JOIN LATERAL (${reportsSummarySql(isOpenReportOfSql('report', contentKeySql('entry', 'user_id')))}) summary
  ORDER BY entry.position DESC`,
  ['before', 'limit', 'offset'],
)

export type DecidedContentRow = ReportedContentRow & Decision & { action: Resolution }

/** Returns the decisions, newest first, with the texts of those reports that still exist. */
export const findClosedReports = statement<DecidedContentRow, PageParameters>(
  `
  SELECT ${contentColumnsSql}, entry.reports_count, entry.reasons, summary.words, summary.text_before, summary.alts_before,
    entry.action, entry.by_operator, entry.moderator, entry.note
  FROM (
    SELECT log.id AS position, log.user_id, log.target_type, log.content_id, log.reports_count, log.reasons,
      ${decisionColumnsSql}
    FROM moderation_log log
    WHERE log.reports_count > 0 AND log.id < $1 ORDER BY log.id DESC LIMIT $2 OFFSET $3
  ) entry ${contentJoinsSql}
    CROSS JOIN LATERAL (${reportsSummarySql('report.closed_by = entry.position')}) summary
  ORDER BY entry.position DESC`,
  ['before', 'limit', 'offset'],
)

const summarize = statement<ReportsSummary, ContentKey>(
  `
  SELECT COALESCE(sum(count), 0)::int AS reports_count,
    COALESCE(array_agg(reason ORDER BY count DESC, reason), '{}') AS reasons
  FROM (
    SELECT report.reason, count(*) AS count FROM reports report
    WHERE ${isOpenReportOfSql('report', requestedKeySql)} GROUP BY report.reason
  ) by_reason`,
  contentKeyNames,
)

/** Returns number and reasons of the open reports of content. */
export async function summarizeOpenReports(db: Database, content: ReportedContent): Promise<ReportsSummary> {
  return (await summarize.first(db, contentKeyOf(content))) ?? { reports_count: 0, reasons: [] }
}

const close = statement<never, ContentKey & { logId: number }>(
  `UPDATE reports report SET closed_by = $8 WHERE ${isOpenReportOfSql('report', requestedKeySql)}`,
  [...contentKeyNames, 'logId'],
)

/** Closes the open reports of content. @param logId the decision. */
export const closeReports = (db: Database, content: ReportedContent, logId: number) =>
  close(db, { ...contentKeyOf(content), logId })
