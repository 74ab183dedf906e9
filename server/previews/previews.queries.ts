import { statement } from '#server/database/statement.ts'
import { publicPostJoinSql, publicPostSql } from '#server/posts/visibility.queries.ts'
import { activeUserSql } from '#server/users/users.queries.ts'

/** Null without a picture. */
type PreviewPicture = { picture: string | null; width: number | null; height: number | null; alt: string | null }
type PreviewPlace = { place: string; town: string | null; province: string | null }

const pictureColumnsSql = 'm.name AS picture, m.width, m.height, m.alt'
const placeColumnsSql = 'pl.name AS place, pl.town, pl.province'

export type PostPreviewRow = PreviewPicture & PreviewPlace & { author_id: number; username: string; text: string }

/** A public post of a public account; undefined for all others. */
export const findPostPreview = statement<PostPreviewRow, [postId: number]>(`
  SELECT p.author_id, u.username, p.text, ${placeColumnsSql}, ${pictureColumnsSql}
  FROM posts p JOIN users u ON u.id = p.author_id JOIN places pl ON pl.id = p.place_id
    LEFT JOIN media m ON m.id = p.media_id
  WHERE p.id = $1 AND ${publicPostSql}`).first

export type PlacePreviewRow = PreviewPicture & PreviewPlace

/** A place with the newest photo that everybody may see. */
export const findPlacePreview = statement<PlacePreviewRow, [placeId: number]>(`
  SELECT ${placeColumnsSql}, ${pictureColumnsSql}
  FROM places pl LEFT JOIN LATERAL (
    SELECT picture.name, picture.width, picture.height, picture.alt
    FROM public_posts photo ${publicPostJoinSql('photo.id')} CROSS JOIN LATERAL (
      SELECT name, width, height, alt FROM media WHERE id = p.media_id LIMIT 1
    ) picture
    WHERE photo.place_id = pl.id AND photo.has_picture AND ${publicPostSql}
    ORDER BY photo.id DESC LIMIT 1
  ) m ON true
  WHERE pl.id = $1`).first

export type ProfilePreviewRow = PreviewPicture & { username: string; display_name: string | null; bio: string }

/** A public account; undefined for all others. */
export const findProfilePreview = statement<ProfilePreviewRow, [userId: number]>(`
  SELECT u.username, u.display_name, u.bio, ${pictureColumnsSql}
  FROM users u LEFT JOIN media m ON m.id = u.picture_id
  WHERE u.id = $1 AND ${activeUserSql} AND NOT u.is_private`).first
