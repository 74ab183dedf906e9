import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'

/** Returns who added a place. */
export const findAddedBy = statement<{ added_by: number | null }, [placeId: number]>(
  'SELECT added_by FROM places WHERE id = $1',
).first

/** Returns the place that another one has become part of. */
export const findMergedInto = statement<{ into_id: number }, [placeId: number]>(
  'SELECT into_id FROM merged_places WHERE id = $1',
).first

export type PlaceToMerge = Locked<{ id: number; name: string; kind: string }>

/** Locks places against everything, also against new posts and follows at them, in the order of their ids. */
export const lockPlacesToMerge = statement<PlaceToMerge, [placeIds: number[]]>(
  'SELECT id, name, kind FROM places WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE',
)

/** Returns the nearest town around a place, and whether anybody has posted at the place. */
export const findHeir = statement<{ town_id: number | null; is_used: boolean }, [placeId: number, maxChord: number]>(`
  SELECT (
      SELECT id FROM (
        SELECT t.id, unit_sphere_point(t.latitude, t.longitude) <-> unit_sphere_point(pl.latitude, pl.longitude) AS chord
        FROM places t WHERE t.kind = 'town' ORDER BY chord LIMIT 1
      ) town WHERE chord <= $2) AS town_id,
    EXISTS (SELECT 1 FROM posts WHERE place_id = pl.id) OR EXISTS (SELECT 1 FROM stories WHERE place_id = pl.id)
      OR EXISTS (SELECT 1 FROM events WHERE place_id = pl.id AND over_at > statement_timestamp()) AS is_used
  FROM places pl WHERE pl.id = $1`).first

type Pair = [placeId: number, intoId: number]

const moves = [
  `UPDATE posts p SET place_id = $2, latitude = pl.latitude, longitude = pl.longitude, c4 = pl.c4, c5 = pl.c5
    FROM places pl WHERE pl.id = $2 AND p.place_id = $1`,
  `UPDATE stories SET place_id = $2 WHERE place_id = $1`,
  `UPDATE events SET place_id = $2 WHERE place_id = $1`,
  `UPDATE place_follows f SET place_id = $2 WHERE place_id = $1
    AND NOT EXISTS (SELECT 1 FROM place_follows other WHERE other.user_id = f.user_id AND other.place_id = $2)`,
  `UPDATE mutes m SET place_id = $2 WHERE place_id = $1
    AND NOT EXISTS (SELECT 1 FROM mutes other WHERE other.user_id = m.user_id AND other.place_id = $2)`,
  `UPDATE notifications n SET place_id = $2 WHERE place_id = $1
    AND NOT EXISTS (SELECT 1 FROM notifications other WHERE other.place_id = $2 AND other.user_id = n.user_id
      AND (other.kind, other.post_id, other.comment_id, other.story_id, other.actor_id, other.day)
        IS NOT DISTINCT FROM (n.kind, n.post_id, n.comment_id, n.story_id, n.actor_id, n.day))`,
  `UPDATE place_sources SET place_id = $2, describes = false WHERE place_id = $1`,
  `UPDATE merged_places SET into_id = $2 WHERE into_id = $1`,
  // `id <> $1` is always true: PostgreSQL refuses a parameter that the statement does not use.
  `UPDATE places SET
      followers_count = (SELECT count(*) FROM place_follows f JOIN users u ON u.id = f.user_id
        WHERE f.place_id = $2 AND NOT u.is_private AND u.suspended_at IS NULL),
      spotted_confirmed_count = (SELECT count(*) FROM posts WHERE place_id = $2 AND spotted_count > 0)
    WHERE id = $2 AND id <> $1`,
].map((text) => statement<never, Pair>(text))
const deleteFollows = statement<never, [placeId: number]>('DELETE FROM place_follows WHERE place_id = $1')
const deleteSources = statement<never, [placeId: number]>('DELETE FROM place_sources WHERE place_id = $1')
const deleteRow = statement<never, [placeId: number]>('DELETE FROM places WHERE id = $1')
const insertMerged = statement<never, Pair>('INSERT INTO merged_places (id, into_id) VALUES ($1, $2)')

/** Moves all content of a locked place to another one. */
export async function movePlaceContent(db: Database, place: PlaceToMerge, into: PlaceToMerge): Promise<void> {
  for (const move of moves) await move(db, place.id, into.id)
}

/** Deletes the follows of a place and the notifications that name it. */
export async function deletePlaceLinks(db: Database, place: PlaceToMerge): Promise<void> {
  await deleteFollows(db, place.id)
  await deleteSources(db, place.id)
}

/** Deletes a place at which nothing is. @param into where its page leads from now on; null: nowhere. */
export async function deletePlace(db: Database, place: PlaceToMerge, into: PlaceToMerge | null): Promise<void> {
  await deleteRow(db, place.id)
  if (into) await insertMerged(db, place.id, into.id)
}
