import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import {
  accessibleProfileSql,
  listedUserColumnsSql,
  notBlockedSql,
  userJoinSql,
  type RelatedUserRow,
} from '#server/users/users.queries.ts'

/** A story `s` that lives at the moment of the statement, also of one that waited inside its transaction. */
const live = 's.expires_at > statement_timestamp()'
/** A live story `s` of author `u` that viewer `$1` may see: as a post for everybody of the same author. */
const visible = `${live} AND ${notBlockedSql} AND ${accessibleProfileSql}`
/** Whether viewer `$1` has not seen story `s`. */
const unseen = '(SELECT 1 FROM story_views v WHERE v.viewer_id = $1 AND v.story_id = s.id LIMIT 1) IS NULL'

/** Stories of one person that are shown; nobody has more (contract: `liveStoriesLimit`). */
const storiesShown = 100

export type StoryRow = {
  id: number
  author_id: number
  username: string
  author_picture: string | null
  picture: string
  picture_width: number
  picture_height: number
  picture_thumbhash: string
  place_id: number | null
  place_name: string | null
  created_at: Date
  expires_at: Date
  is_seen: boolean
  likes_count: number
  user_liked: boolean
}

const columns = `s.id, s.author_id, u.username, up.name AS author_picture,
    m.name AS picture, m.width AS picture_width, m.height AS picture_height, m.thumbhash AS picture_thumbhash,
    s.place_id, pl.name AS place_name, s.created_at, s.expires_at, s.likes_count, NOT (${unseen}) AS is_seen,
    (SELECT 1 FROM story_likes l WHERE l.user_id = $1 AND l.story_id = s.id LIMIT 1) IS NOT NULL AS user_liked`
const stories = `stories s
    JOIN users u ON u.id = s.author_id
    JOIN media m ON m.id = s.media_id
    LEFT JOIN places pl ON pl.id = s.place_id
    LEFT JOIN media up ON up.id = u.picture_id`

/** The live stories of a person that the viewer may see, oldest first. */
export const findStoriesByAuthor = statement<StoryRow, [viewerId: number, authorId: number]>(`
  SELECT ${columns} FROM ${stories} WHERE s.author_id = $2 AND ${visible} ORDER BY s.id LIMIT ${storiesShown}`)

const findOne = statement<StoryRow, [viewerId: number, storyId: number]>(`
  SELECT ${columns} FROM ${stories} WHERE s.id = $2 AND ${visible}`)

/** A live story that the viewer may see; undefined also when it is hidden. */
export async function findStory(db: Database, viewerId: number, storyId: number): Promise<StoryRow | undefined> {
  const [story] = await findOne(db, viewerId, storyId)
  return story
}

const lockVisible = statement<{ author_id: number; likes_count: number }, [viewerId: number, storyId: number]>(`
  SELECT s.author_id, s.likes_count FROM stories s JOIN users u ON u.id = s.author_id WHERE s.id = $2 AND ${visible} FOR NO KEY UPDATE OF s`)

/** Takes the story's row for this transaction, so that its likes and their counter change one after the other. */
export async function lockStory(
  db: Database,
  viewerId: number,
  storyId: number,
): Promise<{ author_id: number; likes_count: number } | undefined> {
  const [story] = await lockVisible(db, viewerId, storyId)
  return story
}

const countLive = statement<{ many: number }, [authorId: number]>(
  `SELECT count(*)::int AS many FROM stories s WHERE s.author_id = $1 AND ${live}`,
)

export async function countLiveStories(db: Database, authorId: number): Promise<number> {
  const [count] = await countLive(db, authorId)
  return count?.many ?? 0
}

/** @returns its id. */
export async function insertStory(
  db: Database,
  story: { author_id: number; place_id: number | null; media_id: number },
): Promise<number> {
  const { id } = await db.insertInto('stories').values(story).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Likes and views go with it. @returns the id of its picture. */
export async function deleteStory(db: Database, id: number): Promise<{ media_id: number } | undefined> {
  return db.deleteFrom('stories').where('id', '=', id).returning('media_id').executeTakeFirst()
}

export async function insertView(db: Database, viewerId: number, storyId: number): Promise<void> {
  await db
    .insertInto('story_views')
    .values({ viewer_id: viewerId, story_id: storyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type StoryLikes = { total_likes: number; user_liked: boolean }

/** Changes whether viewer `$1` likes story `$2`, and counts it; to be called with the story locked. Nothing when it has expired. */
export const insertLike = statement<StoryLikes, [viewerId: number, storyId: number]>(`
  WITH added AS (INSERT INTO story_likes (user_id, story_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1)
  UPDATE stories s SET likes_count = likes_count + (SELECT count(*) FROM added) WHERE s.id = $2 AND ${live}
  RETURNING likes_count AS total_likes, true AS user_liked`)

export const deleteLike = statement<StoryLikes, [viewerId: number, storyId: number]>(`
  WITH removed AS (DELETE FROM story_likes WHERE user_id = $1 AND story_id = $2 RETURNING 1)
  UPDATE stories s SET likes_count = likes_count - (SELECT count(*) FROM removed) WHERE s.id = $2 AND ${live}
  RETURNING likes_count AS total_likes, false AS user_liked`)

/** Who likes a story, newest like first, without those whom a block parts from the viewer. */
export const findLikes = statement<
  RelatedUserRow,
  [viewerId: number, storyId: number, before: number, limit: number, offset: number]
>(`
  SELECT l.id AS row_id, ${listedUserColumnsSql}
  FROM story_likes l ${userJoinSql('l.user_id')}
  WHERE l.story_id = $2 AND l.id < $3 AND ${notBlockedSql}
  ORDER BY l.id DESC LIMIT $4 OFFSET $5`)

/** Takes away every like that somebody gave to a story, and counts it out. */
export const deleteStoryLikesByUser = statement<never, [userId: number]>(`
  WITH removed AS (DELETE FROM story_likes WHERE user_id = $1 RETURNING story_id)
  UPDATE stories SET likes_count = likes_count - 1 WHERE id IN (SELECT story_id FROM removed)`)

/** What of the live stories of a user `u` a ring tells. Looked up person by person: an aggregate, so the planner cannot begin with all the stories. */
const told = `CROSS JOIN LATERAL (
    SELECT max(s.id) AS newest, bool_or(${unseen}) AS has_unread FROM stories s WHERE s.author_id = u.id AND ${live}
  ) told`

/** Of these people, who has live stories that the viewer may see. */
export const findRings = statement<{ user_id: number; has_unread: boolean }, [viewerId: number, userIds: number[]]>(`
  SELECT u.id AS user_id, told.has_unread
  FROM users u ${told}
  WHERE u.id = ANY($2::bigint[]) AND told.newest IS NOT NULL AND ${notBlockedSql} AND ${accessibleProfileSql}`)

/** People followed whose stories are looked for: of who follows more, the latest. */
const followedLimit = 5000

export type StorytellerRow = {
  id: number
  username: string
  picture: string | null
  has_unread: boolean
  newest: number
  rank: 0 | 1 | 2
}

/** Viewer `$1` and whom they follow, those with live stories, in the order of `StorytellerCursor`, after the given one. */
export const findStorytellers = statement<
  StorytellerRow,
  [viewerId: number, rank: number, newest: number, limit: number, offset: number]
>(`
  SELECT u.id, u.username, m.name AS picture, told.has_unread, told.newest, place.rank
  FROM (
    (SELECT followee_id AS id FROM follows WHERE follower_id = $1 AND status = 'accepted' ORDER BY follows.id DESC LIMIT ${followedLimit})
    UNION ALL SELECT $1::bigint
  ) followed
    JOIN users u ON u.id = followed.id
    ${told}
    CROSS JOIN LATERAL (SELECT CASE WHEN u.id = $1 THEN 2 WHEN told.has_unread THEN 1 ELSE 0 END AS rank) place
    LEFT JOIN media m ON m.id = u.picture_id
  WHERE told.newest IS NOT NULL AND (place.rank, told.newest) < ($2, $3) AND ${notBlockedSql}
  ORDER BY place.rank DESC, told.newest DESC LIMIT $4 OFFSET $5`)

/** What a moderator has yet to judge. */
const isReported = '(SELECT 1 FROM reports r WHERE r.story_id = stories.id AND r.closed_by IS NULL LIMIT 1) IS NOT NULL'

/** Deletes so many of what has expired and is not reported; what somebody holds, another time. An array: a subquery beside a LIMIT may be made again for each row. */
export const deleteExpiredBatch = statement<{ media_id: number }, [limit: number]>(`
  DELETE FROM stories WHERE id = ANY(ARRAY(
    SELECT id FROM stories WHERE expires_at <= statement_timestamp() AND NOT ${isReported} ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
  )) RETURNING media_id`)
