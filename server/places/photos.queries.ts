import { statement } from '#server/database/statement.ts'
import { authorJoinSql, visiblePostSql } from '#server/posts/visibility.queries.ts'

const maxPhotos = 12
/** Posts of a place that are looked through for photos. */
const maxSearchedPosts = 200

export type PlacePhotoRow = {
  post_id: number
  username: string
  picture: string
  thumbhash: string | null
  alt: string | null
}

/**
 * The first photos of the newest public posts at a place. What only followers see is for their feed: a page that looks
 * the same for everybody shows nothing by mistake when a phone is handed around.
 */
export const findPlacePhotos = statement<PlacePhotoRow, [viewerId: number, placeId: number]>(`
  SELECT p.id AS post_id, (SELECT username FROM users WHERE id = p.author_id) AS username, m.name AS picture,
    m.thumbhash, m.alt
  FROM (
    SELECT id, author_id, media_id, followers_only FROM posts
    WHERE place_id = $2 ORDER BY id DESC LIMIT ${maxSearchedPosts}
  ) p ${authorJoinSql} JOIN media m ON m.id = p.media_id
  WHERE NOT p.followers_only AND NOT u.is_private AND ${visiblePostSql}
  ORDER BY p.id DESC LIMIT ${maxPhotos}`)
