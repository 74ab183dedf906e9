import type { PostChoices, SpottedStatus } from '#contract/posts.ts'
import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'
import { confirmedPeopleSql, type ConfirmedPerson } from './confirmed-people.queries.ts'
import { forViewer, visiblePostSql } from './visibility.queries.ts'

export type PictureRow = { name: string; width: number; height: number; thumbhash: string; alt: string | null }

/** SQL of the pictures of a post `p` after the first, as JSON. */
export const morePicturesSqlFor = (post: string): string => `CASE WHEN ${post}.has_more_pictures THEN (
      SELECT json_agg(json_build_object(
          'name', x.name, 'width', x.width, 'height', x.height, 'thumbhash', x.thumbhash, 'alt', x.alt
        ) ORDER BY pp.position)
      FROM post_pictures pp JOIN media x ON x.id = pp.media_id WHERE pp.post_id = ${post}.id) END`

/** What its author has chosen for a post. */
export type ChoicesRow = Omit<PostChoices, 'privacy'> & { followers_only: boolean }
const choiceColumns = ['followers_only', 'looks_for_someone'] as const satisfies (keyof ChoicesRow)[]
/** SQL of the columns of a `ChoicesRow`, of a post `p`. */
export const choiceColumnsSql = choiceColumns.map((name) => `p.${name}`).join(', ')
/** SQL of the `ChoicesRow` of a post as JSON. */
export const choicesSqlFor = (post: string): string =>
  `json_build_object(${choiceColumns.map((name) => `'${name}', ${post}.${name}`).join(', ')})`

export type PostRow = ChoicesRow & {
  id: number
  author_id: number
  username: string
  author_picture: string | null
  place_id: number
  place_name: string
  place_town: string | null
  place_province: string | null
  latitude: number
  longitude: number
  text: string
  picture: string | null
  picture_width: number | null
  picture_height: number | null
  picture_thumbhash: string | null
  picture_alt: string | null
  has_video: boolean
  video_is_silent: boolean | null
  /** Null: none. */
  more_pictures: PictureRow[] | null
  created_at: Date
  edited_at: Date | null
  likes_count: number
  comments_count: number
  spotted_count: number
  user_liked: boolean
  user_commented: boolean
  user_bookmarked: boolean
  user_spotted_status: SpottedStatus | null
  /** Null where the viewer may see none. */
  spotted_people: ConfirmedPerson[] | null
}
/** SQL of the columns of a `PostRow`, for viewer `$1`, of `postTablesSql`. */
export const postColumnsSql = `p.id, p.author_id, u.username, up.name AS author_picture,
    p.place_id, pl.name AS place_name, pl.town AS place_town, pl.province AS place_province,
    p.latitude, p.longitude, p.text, m.name AS picture, m.width AS picture_width, m.height AS picture_height, m.thumbhash AS picture_thumbhash,
    m.alt AS picture_alt, m.video_ms IS NOT NULL AS has_video, m.video_is_silent, ${morePicturesSqlFor('p')} AS more_pictures,
    p.created_at, p.edited_at, p.likes_count, p.comments_count, p.spotted_count, ${choiceColumnsSql},
    (SELECT 1 FROM post_likes l WHERE l.user_id = $1 AND l.post_id = p.id LIMIT 1) IS NOT NULL AS user_liked,
    (SELECT 1 FROM comments c WHERE c.author_id = $1 AND c.post_id = p.id LIMIT 1) IS NOT NULL AS user_commented,
    (SELECT 1 FROM bookmarks k WHERE k.user_id = $1 AND k.post_id = p.id LIMIT 1) IS NOT NULL AS user_bookmarked,
    (SELECT s.status FROM spotted_requests s WHERE s.requester_id = $1 AND s.post_id = p.id LIMIT 1)
      AS user_spotted_status,
    ${confirmedPeopleSql} AS spotted_people`
export const postTablesSql = `posts p
    JOIN users u ON u.id = p.author_id
    JOIN places pl ON pl.id = p.place_id
    LEFT JOIN media m ON m.id = p.media_id
    LEFT JOIN media up ON up.id = u.picture_id`

/** Returns those of the given posts that the viewer may see, newest first. */
export const findPosts = statement<PostRow, [viewerId: number, ids: number[]]>(`
  SELECT ${postColumnsSql} FROM ${postTablesSql}
  WHERE p.id = ANY($2::bigint[]) AND ${visiblePostSql}
  ORDER BY p.id DESC`)

/** Returns the coordinates of a post's place. */
export const findPostPlace = statement<{ latitude: number; longitude: number }, [postId: number]>(
  'SELECT latitude, longitude FROM posts WHERE id = $1',
).first

export type PostCounts = {
  viewer_id: number
  id: number
  likes_count: number
  comments_count: number
  spotted_count: number
  edited_at: Date | null
}

/**
 * Returns the counters of posts, and when they were edited, for pairs of viewer and post, without posts that the viewer
 * may not see.
 */
export const findPostCounts = statement<PostCounts, [viewerIds: number[], postIds: number[]]>(`
  SELECT request.viewer_id, p.id, p.likes_count, p.comments_count, p.spotted_count, p.edited_at
  FROM unnest($1::bigint[], $2::bigint[]) request (viewer_id, post_id)
    JOIN posts p ON p.id = request.post_id JOIN users u ON u.id = p.author_id
  WHERE ${forViewer('request.viewer_id', visiblePostSql)}`)

export type VisiblePost = { id: number; author_id: number }
export type LockedPost = Locked<VisiblePost>

/** Returns a post; undefined if the viewer may not see it. */
export const findPost = statement<VisiblePost, [viewerId: number, postId: number]>(`
  SELECT p.id, p.author_id FROM posts p JOIN users u ON u.id = p.author_id WHERE p.id = $2 AND ${visiblePostSql}`).first

/**
 * Locks a post, so that changes to its counters and dependent rows are serialised; undefined if the viewer may not see
 * it.
 */
export const lockPost = statement<Locked<VisiblePost>, [viewerId: number, postId: number]>(`
  SELECT p.id, p.author_id FROM posts p JOIN users u ON u.id = p.author_id
  WHERE p.id = $2 AND ${visiblePostSql} FOR NO KEY UPDATE OF p`).first

/** Returns the post that an author has published under a client id already. */
export const findPublishedPost = statement<{ id: number }, [authorId: number, clientId: string]>(
  'SELECT id FROM posts WHERE author_id = $1 AND client_id = $2',
).first

type PostInsert = ChoicesRow & {
  authorId: number
  placeId: number
  text: string
  mediaIds: number[]
  clientId: string | null
}

const insert = statement<{ id: number }, Omit<PostInsert, 'mediaIds'> & { mediaId: number | null; hasMore: boolean }>(
  `
  INSERT INTO posts (author_id, place_id, latitude, longitude, c4, c5, text, media_id, has_more_pictures,
    client_id, ${choiceColumns.join(', ')})
  SELECT $1, id, latitude, longitude, c4, c5, $3, $4, $5, $6, ${choiceColumns.map((_, index) => `$${index + 7}`).join(', ')}
  FROM places WHERE id = $2 RETURNING id`,
  ['authorId', 'placeId', 'text', 'mediaId', 'hasMore', 'clientId', ...choiceColumns],
)
const insertMorePictures = statement<never, [postId: number, mediaIds: number[]]>(`
  INSERT INTO post_pictures (post_id, position, media_id)
  SELECT $1, position + 1, media_id FROM unnest($2::bigint[]) WITH ORDINALITY AS more (media_id, position)`)

/**
 * Inserts a post with its pictures, and with the coordinates and cells of its place.
 * @returns its id; undefined if the place does not exist.
 */
export async function insertPost(db: Database, post: PostInsert): Promise<number | undefined> {
  const [mediaId = null, ...moreIds] = post.mediaIds
  const inserted = await insert.first(db, { ...post, mediaId, hasMore: moreIds.length > 0 })
  if (inserted && moreIds.length > 0) await insertMorePictures(db, inserted.id, moreIds)
  return inserted?.id
}

/** What the author of a post may change, beside the descriptions of its pictures. */
export type EditablePost = ChoicesRow & { text: string }

export const findEditablePost = statement<EditablePost, [post: LockedPost['id']]>(
  `SELECT p.text, ${choiceColumnsSql} FROM posts p WHERE p.id = $1`,
).first

/** A picture of a post, in the order of the post. */
export type DescribedPicture = { id: number; alt: string }

export const findDescribedPictures = statement<DescribedPicture, [post: LockedPost['id']]>(`
  SELECT m.id, COALESCE(m.alt, '') AS alt
  FROM (
    SELECT 1 AS position, media_id FROM posts WHERE id = $1
    UNION ALL SELECT position, media_id FROM post_pictures WHERE post_id = $1
  ) picture JOIN media m ON m.id = picture.media_id
  ORDER BY picture.position`)

/** Changes the descriptions of pictures; an empty one is none. */
export const updateDescriptions = statement<never, [pictureIds: number[], alts: string[]]>(`
  UPDATE media SET alt = NULLIF(change.alt, '')
  FROM unnest($1::bigint[], $2::text[]) change (id, alt) WHERE media.id = change.id`)

const update = statement<never, EditablePost & { postId: number }>(
  `
  UPDATE posts SET text = $2, ${choiceColumns.map((name, index) => `${name} = $${index + 3}`).join(', ')},
    edited_at = date_trunc('milliseconds', GREATEST(clock_timestamp(), edited_at + interval '1 millisecond'))
  WHERE id = $1`,
  ['postId', 'text', ...choiceColumns],
)

/** Changes a post. Each change has a time of its own. */
export const updatePost = (trx: Database, post: LockedPost, change: EditablePost) =>
  update(trx, { postId: post.id, ...change })

const deleteMorePictures = statement<{ media_id: number }, [postId: number]>(
  'DELETE FROM post_pictures WHERE post_id = $1 RETURNING media_id',
)
const deleteRow = statement<{ media_id: number | null }, [id: number]>(
  'DELETE FROM posts WHERE id = $1 RETURNING media_id',
)

/** Deletes a post with its likes and comments. @returns the ids of its pictures. */
export async function deletePost(db: Database, id: number): Promise<number[]> {
  const more = await deleteMorePictures(db, id)
  const post = await deleteRow.first(db, id)
  return [post?.media_id ?? null, ...more.map(({ media_id }) => media_id)].filter((mediaId) => mediaId !== null)
}
