import { statement } from '#server/database/statement.ts'
import { publicPostJoinSql, visiblePostSql } from '#server/posts/visibility.queries.ts'

const maxPhotos = 12

export type PlacePhotoRow = {
  post_id: number
  username: string
  picture: string
  thumbhash: string | null
  alt: string | null
  is_video: boolean
}

/**
 * The first photos of the newest public posts at a place. What only followers see is for their feed: a page that looks
 * the same for everybody shows nothing by mistake when a phone is handed around.
 */
export const findPlacePhotos = statement<PlacePhotoRow, [viewerId: number, placeId: number]>(`
  SELECT p.id AS post_id, (SELECT username FROM users WHERE id = p.author_id) AS username, m.name AS picture,
    m.thumbhash, m.alt, m.video_ms IS NOT NULL AS is_video
  FROM public_posts photo ${publicPostJoinSql('photo.id')} CROSS JOIN LATERAL (
    SELECT name, thumbhash, alt, video_ms FROM media WHERE id = p.media_id LIMIT 1
  ) m
  WHERE photo.place_id = $2 AND photo.has_picture AND ${visiblePostSql}
  ORDER BY photo.id DESC LIMIT ${maxPhotos}`)
