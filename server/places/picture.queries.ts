import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { publicPostJoinSql, visiblePostSql } from '#server/posts/visibility.queries.ts'

/**
 * The first photos of the newest public posts at places: the same for everybody, but for blocks. What only followers see
 * is not among them, as among the photos of a place's page.
 */
const findPictures = statement<{ place_id: number; picture: string }, [viewerId: number, placeIds: number[]]>(`
  SELECT pl.id AS place_id, newest.name AS picture
  FROM unnest($2::bigint[]) AS pl (id) CROSS JOIN LATERAL (
    SELECT m.name FROM public_posts photo ${publicPostJoinSql('photo.id')} CROSS JOIN LATERAL (
      SELECT name FROM media WHERE id = p.media_id LIMIT 1
    ) m
    WHERE photo.place_id = pl.id AND photo.has_picture AND ${visiblePostSql}
    ORDER BY photo.id DESC LIMIT 1
  ) newest`)

/** A place with the name of its picture. */
export type Pictured<Row> = Row & { picture: string | null }

/** Completes places by their pictures, as the viewer may see them. */
export async function withPictures<Row extends { id: number }>(
  db: Database,
  viewerId: number,
  rows: Row[],
): Promise<Pictured<Row>[]> {
  if (rows.length === 0) return []
  const pictures = await findPictures(
    db,
    viewerId,
    rows.map(({ id }) => id),
  )
  const byPlace = new Map(pictures.map(({ place_id, picture }) => [place_id, picture]))
  return rows.map((row) => ({ ...row, picture: byPlace.get(row.id) ?? null }))
}
