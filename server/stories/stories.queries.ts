import { liveStoriesLimit } from '#contract/limits.ts'
import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'
import { accessibleProfileSql, notBlockedSql } from '#server/users/users.queries.ts'

// Aliases: `s` is a story, `u` its author, `$1` the viewer.

/**
 * Whether story `s` has not expired. It uses the time of the statement, since a transaction may have waited for a lock.
 */
export const isLiveSql = 's.expires_at > statement_timestamp()'
/** Whether story `s` is live and the viewer may see it: the same rule as for a public post of its author. */
export const visibleStorySql = `${isLiveSql} AND ${notBlockedSql} AND ${accessibleProfileSql}`
/** Whether the viewer has not seen story `s`. */
export const isUnseenSql = '(SELECT 1 FROM story_views v WHERE v.viewer_id = $1 AND v.story_id = s.id LIMIT 1) IS NULL'

export type StoryRow = {
  id: number
  author_id: number
  username: string
  author_picture: string | null
  picture: string
  picture_width: number
  picture_height: number
  picture_thumbhash: string
  picture_alt: string | null
  /** The picture is its cover. */
  has_video: boolean
  video_is_silent: boolean
  caption: string
  place_id: number | null
  place_name: string | null
  created_at: Date
  expires_at: Date
  is_seen: boolean
  likes_count: number
  user_liked: boolean
}

const columnsSql = `s.id, s.author_id, u.username, up.name AS author_picture,
    m.name AS picture, m.width AS picture_width, m.height AS picture_height, m.thumbhash AS picture_thumbhash,
    m.alt AS picture_alt, m.video_ms IS NOT NULL AS has_video, m.video_is_silent, s.caption,
    s.place_id, pl.name AS place_name, s.created_at, s.expires_at, s.likes_count, NOT (${isUnseenSql}) AS is_seen,
    (SELECT 1 FROM story_likes l WHERE l.user_id = $1 AND l.story_id = s.id LIMIT 1) IS NOT NULL AS user_liked`
const storyTablesSql = `stories s
    JOIN users u ON u.id = s.author_id
    JOIN media m ON m.id = s.media_id
    LEFT JOIN places pl ON pl.id = s.place_id
    LEFT JOIN media up ON up.id = u.picture_id`

/** Returns the live stories of a person that the viewer may see, oldest first. */
export const findStoriesByAuthor = statement<StoryRow, [viewerId: number, authorId: number]>(`
  SELECT ${columnsSql} FROM ${storyTablesSql}
  WHERE s.author_id = $2 AND ${visibleStorySql} ORDER BY s.id LIMIT ${liveStoriesLimit}`)

/** Returns a live story; undefined if the viewer may not see it. */
export const findStory = statement<StoryRow, [viewerId: number, storyId: number]>(`
  SELECT ${columnsSql} FROM ${storyTablesSql} WHERE s.id = $2 AND ${visibleStorySql}`).first

type LockedStory = Locked<{ id: number; author_id: number; likes_count: number }>

/** Locks a live story, so that changes of its likes are serialised; undefined if the viewer may not see it. */
export const lockStory = statement<LockedStory, [viewerId: number, storyId: number]>(`
  SELECT s.id, s.author_id, s.likes_count FROM stories s JOIN users u ON u.id = s.author_id
  WHERE s.id = $2 AND ${visibleStorySql} FOR NO KEY UPDATE OF s`).first

const countLive = statement<{ count: number }, [authorId: number]>(
  `SELECT count(*)::int AS count FROM stories s WHERE s.author_id = $1 AND ${isLiveSql}`,
)

export async function countLiveStories(db: Database, authorId: number): Promise<number> {
  return (await countLive.first(db, authorId))?.count ?? 0
}

/** Returns the story that an author has published under a client id already. */
export const findPublishedStory = statement<{ id: number }, [authorId: number, clientId: string]>(
  'SELECT id FROM stories WHERE author_id = $1 AND client_id = $2',
).first

type NewStory = {
  author_id: number
  place_id: number | null
  media_id: number
  client_id: string | null
  caption: string
}

const insert = statement<{ id: number }, NewStory>(
  `
  INSERT INTO stories (author_id, place_id, media_id, client_id, caption) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
  ['author_id', 'place_id', 'media_id', 'client_id', 'caption'],
)

/** @returns its id. */
export async function insertStory(db: Database, story: NewStory): Promise<number> {
  return (await insert.one(db, story)).id
}

/** Deletes a story with its likes and views. @returns the id of its picture. */
export const deleteStory = statement<{ media_id: number }, [id: number]>(
  'DELETE FROM stories WHERE id = $1 RETURNING media_id',
).first

/** Returns a live story of this author. */
export const findOwnStory = statement<{ id: number }, [authorId: number, storyId: number]>(
  `SELECT s.id FROM stories s WHERE s.author_id = $1 AND s.id = $2 AND ${isLiveSql}`,
).first

/** Idempotent. */
export const insertView = statement<never, [viewerId: number, storyId: number]>(
  'INSERT INTO story_views (viewer_id, story_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
)

const hasOpenReportSql =
  '(SELECT 1 FROM reports r WHERE r.story_id = stories.id AND r.closed_by IS NULL LIMIT 1) IS NOT NULL'

/**
 * Deletes a batch of expired stories, without reported and locked ones. The ids are an array, because a subquery beside
 * a
 * LIMIT may be evaluated again for each row.
 */
export const deleteExpiredBatch = statement<{ media_id: number }, [limit: number]>(`
  DELETE FROM stories WHERE id = ANY(ARRAY(
    SELECT id FROM stories WHERE expires_at <= statement_timestamp() AND NOT ${hasOpenReportSql}
    ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
  )) RETURNING media_id`)
