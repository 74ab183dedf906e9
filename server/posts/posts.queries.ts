import type { SpottedStatus } from '#contract/posts.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { cutPage, type PageRequest, readPage } from '#server/platform/keyset.ts'
import {
  activeUserSql,
  listedUserColumnsSql,
  notBlockedSql,
  userJoinSql,
  type RelatedUserRow,
} from '#server/users/users.queries.ts'

/** Nobody has this id: the viewer of somebody who is not signed in. */
export const anonymousViewerId = 0

/** Whether a post `p` of author `u` is for its author and their followers only. */
export const followersOnlySql = '(p.followers_only OR u.is_private)'

/**
 * Who sees what (design section 6), as a condition over a post `p` and its author `u`; `canSeePost` says the same of what is in memory.
 * Every statement that returns posts, or anything that hangs on them, holds it. Scalar subqueries
 * with LIMIT 1, because EXISTS may become a hashed subplan that reads all the viewer's rows.
 * @param viewer an expression: a parameter, or a column where one statement asks for many viewers.
 */
export const visiblePostSqlFor = (viewer: string) => `(
  ${activeUserSql}
  AND (SELECT 1 FROM blocks b WHERE b.blocker_id = ${viewer} AND b.blocked_id = p.author_id LIMIT 1) IS NULL
  AND (SELECT 1 FROM blocks b WHERE b.blocker_id = p.author_id AND b.blocked_id = ${viewer} LIMIT 1) IS NULL
  AND CASE
    WHEN NOT ${followersOnlySql} THEN true
    WHEN p.author_id = ${viewer} THEN true
    ELSE (SELECT 1 FROM follows f WHERE f.follower_id = ${viewer} AND f.followee_id = p.author_id AND f.status = 'accepted' LIMIT 1) IS NOT NULL
  END
)`
/** The same for viewer `$1`. */
export const visiblePostSql = visiblePostSqlFor('$1')

/** A post as everybody sees it who may. */
export type PublicPostRow = {
  id: number
  author_id: number
  username: string
  author_picture: string | null
  place_id: number
  place_name: string
  place_town: string | null
  place_province: string | null
  text: string
  picture: string | null
  picture_width: number | null
  picture_height: number | null
  picture_thumbhash: string | null
  created_at: Date
  likes_count: number
  comments_count: number
  spotted_count: number
  followers_only: boolean
}
/** What one viewer has done with it. */
export type ViewerPostState = {
  user_liked: boolean
  user_commented: boolean
  user_spotted_status: SpottedStatus | null
}
export const noViewerPostState: ViewerPostState = {
  user_liked: false,
  user_commented: false,
  user_spotted_status: null,
}
export type PostRow = PublicPostRow & ViewerPostState

const sharedColumns = `p.id, p.author_id, u.username, up.name AS author_picture,
    p.place_id, pl.name AS place_name, pl.town AS place_town, pl.province AS place_province,
    p.text, m.name AS picture, m.width AS picture_width, m.height AS picture_height, m.thumbhash AS picture_thumbhash,
    p.created_at, p.likes_count, p.comments_count, p.spotted_count, p.followers_only`
const sharedTables = `posts p
    JOIN users u ON u.id = p.author_id
    JOIN places pl ON pl.id = p.place_id
    LEFT JOIN media m ON m.id = p.media_id
    LEFT JOIN media up ON up.id = u.picture_id`

/** Those of the given posts that the viewer may see, newest first, whole. */
export const findPosts = statement<PostRow, [viewerId: number, ids: number[]]>(`
  SELECT ${sharedColumns},
    (SELECT 1 FROM post_likes l WHERE l.user_id = $1 AND l.post_id = p.id LIMIT 1) IS NOT NULL AS user_liked,
    (SELECT 1 FROM comments c WHERE c.author_id = $1 AND c.post_id = p.id LIMIT 1) IS NOT NULL AS user_commented,
    (SELECT s.status FROM spotted_requests s WHERE s.requester_id = $1 AND s.post_id = p.id LIMIT 1) AS user_spotted_status
  FROM ${sharedTables}
  WHERE p.id = ANY($2::bigint[]) AND ${visiblePostSql}
  ORDER BY p.id DESC`)

/** `version`: of the post's own row. `facts`: of all that a post shows of others (migration 0032). */
export type VersionedPostRow = PublicPostRow & { version: string; facts: string }

/** Posts for whoever may see them: only to be shown to a viewer who is known to. */
export const findVersionedPosts = statement<VersionedPostRow, [ids: number[]]>(`
  SELECT ${sharedColumns}, p.xmin::text AS version, (SELECT changed_by FROM shared_facts WHERE id = 1)::text AS facts
  FROM ${sharedTables}
  WHERE p.id = ANY($1::bigint[])`)

/** The author `u` of posts `p`, looked up post by post: LIMIT keeps the planner from a hash join and a sort of all the posts. */
export const authorJoinSql =
  'CROSS JOIN LATERAL (SELECT is_private, suspended_at FROM users WHERE id = p.author_id LIMIT 1) u'

type PageParameters = [viewerId: number, ofId: number, before: number, limit: number, offset: number]

const findVisibleIds = (condition: string) =>
  statement<{ id: number }, PageParameters>(`
    SELECT p.id FROM posts p ${authorJoinSql}
    WHERE ${condition} AND p.id < $3 AND ${visiblePostSql}
    ORDER BY p.id DESC LIMIT $4 OFFSET $5`)

/** The visible posts of a place, newest first. */
export const findPostIdsOfPlace = findVisibleIds('p.place_id = $2')
/** The visible posts of an author, newest first. */
export const findPostIdsOfAuthor = findVisibleIds('p.author_id = $2')
/** The visible posts of a place in which somebody is confirmed, newest first. */
export const findSpottedPostIdsOfPlace = findVisibleIds('p.place_id = $2 AND p.spotted_count > 0')

/** The visible posts in which somebody is confirmed, newest first. */
export const findSpottedPostIdsOfPerson = statement<{ id: number }, PageParameters>(`
  SELECT p.id FROM spotted_requests s JOIN posts p ON p.id = s.post_id ${authorJoinSql}
  WHERE s.requester_id = $2 AND s.status = 'confirmed' AND s.post_id < $3 AND ${visiblePostSql}
  ORDER BY s.post_id DESC LIMIT $4 OFFSET $5`)

/** So many are counted one by one, as the viewer may see them; where there are more, all are, as the counter says. */
const countedLimit = 1000

const countVisible = (posts: string, counter: string) => {
  const find = statement<{ seen: number; all: number }, [viewerId: number, ofId: number]>(`
    SELECT (SELECT count(*) FROM (SELECT 1 FROM ${posts} AND ${visiblePostSql} LIMIT ${countedLimit}) seen)::int AS seen, (${counter}) AS all`)
  return async (db: Database, viewerId: number, ofId: number): Promise<number> => {
    const [count] = await find(db, viewerId, ofId)
    return count ? (count.seen < countedLimit ? count.seen : Math.max(count.seen, count.all)) : 0
  }
}

/** The posts in which somebody is confirmed that the viewer may see: a count may not tell of what the list hides. */
export const countSpottedOfPerson = countVisible(
  `spotted_requests s JOIN posts p ON p.id = s.post_id ${authorJoinSql} WHERE s.requester_id = $2 AND s.status = 'confirmed'`,
  'SELECT spotted_received FROM users WHERE id = $2',
)
/** The posts of a place in which somebody is confirmed that the viewer may see. */
export const countSpottedOfPlace = countVisible(
  `posts p ${authorJoinSql} WHERE p.place_id = $2 AND p.spotted_count > 0`,
  'SELECT spotted_confirmed_count FROM places WHERE id = $2',
)

/** A page of posts, whole. `find` is one of the lists above, `ofId` whose it is. Throws a Refusal 400 for a cursor that is not one of ours. */
export async function findPostPage(
  db: Database,
  viewerId: number,
  find: (db: Database, ...parameters: PageParameters) => Promise<{ id: number }[]>,
  ofId: number,
  request: PageRequest,
): Promise<{ rows: PostRow[]; next_cursor: string | null }> {
  const { page, next_cursor } = cutPage(
    await find(db, viewerId, ofId, ...readPage(request)),
    request.limit,
    ({ id }) => id,
  )
  return {
    rows: await findPosts(
      db,
      viewerId,
      page.map(({ id }) => id),
    ),
    next_cursor,
  }
}

const findPlaceOf = statement<{ latitude: number; longitude: number }, [postId: number]>(
  'SELECT latitude, longitude FROM posts WHERE id = $1',
)

/** Where a post is: where its place is. */
export async function findPostPlace(
  db: Database,
  postId: number,
): Promise<{ latitude: number; longitude: number } | undefined> {
  const [place] = await findPlaceOf(db, postId)
  return place
}

export type PostCounts = {
  viewer_id: number
  id: number
  likes_count: number
  comments_count: number
  spotted_count: number
}

/** How posts stand that people look at, each only for who may see it. */
export const findPostCounts = statement<PostCounts, [viewerIds: number[], postIds: number[]]>(`
  SELECT look.viewer_id, p.id, p.likes_count, p.comments_count, p.spotted_count
  FROM unnest($1::bigint[], $2::bigint[]) look (viewer_id, post_id) JOIN posts p ON p.id = look.post_id JOIN users u ON u.id = p.author_id
  WHERE ${visiblePostSqlFor('look.viewer_id')}`)

const findVisiblePost = statement<{ id: number; author_id: number }, [viewerId: number, postId: number]>(`
  SELECT p.id, p.author_id FROM posts p JOIN users u ON u.id = p.author_id WHERE p.id = $2 AND ${visiblePostSql}`)

export type VisiblePost = { id: number; author_id: number }

/** A post that the viewer may see; undefined also when it is hidden. */
export async function findPost(db: Database, viewerId: number, postId: number): Promise<VisiblePost | undefined> {
  const [post] = await findVisiblePost(db, viewerId, postId)
  return post
}

/** Takes the post's row for this transaction, so that what hangs on it and its counters change one after the other. */
const lockVisiblePost = statement<VisiblePost, [viewerId: number, postId: number]>(`
  SELECT p.id, p.author_id FROM posts p JOIN users u ON u.id = p.author_id WHERE p.id = $2 AND ${visiblePostSql} FOR NO KEY UPDATE OF p`)

export async function lockPost(db: Database, viewerId: number, postId: number): Promise<VisiblePost | undefined> {
  const [post] = await lockVisiblePost(db, viewerId, postId)
  return post
}

/** Locks those of the posts that their viewers may see and nobody holds. @returns the places, from 1, at which they were asked for. */
export const lockAvailablePosts = statement<
  { at: number; author_id: number },
  [viewerIds: number[], postIds: number[]]
>(`
  SELECT asked.at, p.author_id
  FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY asked (viewer_id, post_id, at) JOIN posts p ON p.id = asked.post_id JOIN users u ON u.id = p.author_id
  WHERE ${visiblePostSqlFor('asked.viewer_id')}
  ORDER BY asked.at FOR NO KEY UPDATE OF p SKIP LOCKED`)

/** @returns the id of the new post; undefined when the place does not exist. */
export async function insertPost(
  db: Database,
  post: { authorId: number; placeId: number; text: string; followersOnly: boolean; mediaId: number | null },
): Promise<number | undefined> {
  const inserted = await db
    .insertInto('posts')
    .columns(['author_id', 'place_id', 'latitude', 'longitude', 'c4', 'c5', 'text', 'followers_only', 'media_id'])
    .expression((eb) =>
      eb
        .selectFrom('places')
        .where('id', '=', post.placeId)
        .select((place) => [
          place.val(post.authorId).$castTo<number>().as('author_id'),
          'id as place_id',
          'latitude',
          'longitude',
          'c4',
          'c5',
          place.val(post.text).as('text'),
          place.val(post.followersOnly).as('followers_only'),
          place.val(post.mediaId).as('media_id'),
        ]),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** Likes and comments go with it. @returns the id of its picture. */
export async function deletePost(db: Database, id: number): Promise<{ media_id: number | null } | undefined> {
  return db.deleteFrom('posts').where('id', '=', id).returning('media_id').executeTakeFirst()
}

/** Adds likes, or takes them away where they are there; to be called with the posts locked, and nobody twice for one post. */
export const toggleLikes = statement<
  { user_liked: boolean; likes_count: number },
  [userIds: number[], postIds: number[]]
>(`
  WITH asked AS (SELECT * FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY a (user_id, post_id, at)),
    removed AS (DELETE FROM post_likes l USING asked a WHERE l.user_id = a.user_id AND l.post_id = a.post_id RETURNING l.user_id, l.post_id),
    added AS (INSERT INTO post_likes (user_id, post_id) SELECT user_id, post_id FROM asked EXCEPT SELECT user_id, post_id FROM removed RETURNING user_id, post_id),
    changed AS (SELECT post_id, sum(change) AS change FROM (SELECT post_id, 1 AS change FROM added UNION ALL SELECT post_id, -1 FROM removed) c GROUP BY post_id),
    counted AS (UPDATE posts p SET likes_count = likes_count + c.change FROM changed c WHERE p.id = c.post_id RETURNING p.id, p.likes_count)
  SELECT EXISTS (SELECT 1 FROM added WHERE added.user_id = a.user_id AND added.post_id = a.post_id) AS user_liked, counted.likes_count
  FROM asked a JOIN counted ON counted.id = a.post_id ORDER BY a.at`)

/** Who likes a post, newest like first, without those whom a block parts from the viewer. */
export const findLikes = statement<
  RelatedUserRow,
  [viewerId: number, postId: number, before: number, limit: number, offset: number]
>(`
  SELECT l.id AS row_id, ${listedUserColumnsSql}
  FROM post_likes l ${userJoinSql('l.user_id')}
  WHERE l.post_id = $2 AND l.id < $3 AND ${notBlockedSql}
  ORDER BY l.id DESC LIMIT $4 OFFSET $5`)

/** Takes away every like that somebody gave to a post, and counts it out. */
export const deleteLikesByUser = statement<never, [userId: number]>(`
  WITH removed AS (DELETE FROM post_likes WHERE user_id = $1 RETURNING post_id)
  UPDATE posts SET likes_count = likes_count - 1 WHERE id IN (SELECT post_id FROM removed)`)
