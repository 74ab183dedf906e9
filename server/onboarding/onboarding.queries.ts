import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { findLargestTowns, findNearestPlaces, type PlaceRow } from '#server/places/places.queries.ts'
import { cellsWithin, type Point } from '#server/platform/geography.ts'
import { authorJoinSql, visiblePostSql } from '#server/posts/visibility.queries.ts'
import type { ListedUserRow } from '#server/users/users.queries.ts'

export async function updateOnboardingCompleted(db: Database, userId: number): Promise<void> {
  await db.updateTable('users').set({ onboarding_completed: true }).where('id', '=', userId).execute()
}

/** Metres; the resolution whose cells cover them. */
const near = { metres: 25_000, resolution: 4 }
const cellsNear = (point: Point | null) => (point ? cellsWithin(point, near.metres, near.resolution) : [])

/** What was posted last that viewer `$1` may see: around, by cells `$2`, and everywhere. So many rows at most, however much is posted. */
const recent = `
  SELECT p.id, p.author_id, p.place_id, p.near FROM (
    SELECT newest.*, 1 AS near FROM unnest($2::bigint[]) AS cell CROSS JOIN LATERAL (
      SELECT id, author_id, place_id, followers_only FROM posts WHERE c4 = cell ORDER BY id DESC LIMIT 100
    ) newest
    UNION ALL
    (SELECT id, author_id, place_id, followers_only, 0 AS near FROM posts ORDER BY id DESC LIMIT 300)
  ) p ${authorJoinSql}
  WHERE ${visiblePostSql}`
const busiestFirst = 'max(r.near) DESC, count(*) DESC, max(r.id) DESC'

const findActiveUsers = statement<ListedUserRow, [viewerId: number, cells: string[], limit: number]>(`
  SELECT u.id, u.username, m.name AS picture, u.is_private, NULL::text AS follow_status
  FROM (${recent}) r JOIN users u ON u.id = r.author_id LEFT JOIN media m ON m.id = u.picture_id
  WHERE u.id <> $1 AND NOT EXISTS (SELECT 1 FROM follows f WHERE f.follower_id = $1 AND f.followee_id = u.id)
  GROUP BY u.id, m.name ORDER BY ${busiestFirst} LIMIT $3`)

/** Who posts near, the busiest first, then elsewhere; nobody whom the viewer follows, has asked, or is parted from by a block. */
export const findSuggestedUsers = (
  db: Database,
  viewerId: number,
  point: Point | null,
  limit: number,
): Promise<ListedUserRow[]> => findActiveUsers(db, viewerId, cellsNear(point), limit)

const findActivePlaces = statement<PlaceRow, [viewerId: number, cells: string[], limit: number]>(`
  SELECT pl.id, pl.name, pl.town, pl.province, pl.latitude, pl.longitude, m.name AS picture
  FROM (${recent}) r JOIN places pl ON pl.id = r.place_id LEFT JOIN media m ON m.id = pl.picture_id
  WHERE NOT EXISTS (SELECT 1 FROM place_follows f WHERE f.user_id = $1 AND f.place_id = pl.id)
  GROUP BY pl.id, m.name ORDER BY ${busiestFirst} LIMIT $3`)

const findFollowed = statement<{ place_id: number }, [viewerId: number, placeIds: number[]]>(
  'SELECT place_id FROM place_follows WHERE user_id = $1 AND place_id = ANY($2::bigint[])',
)

/** Where people post, near first; where they do not, the nearest places. None that the viewer follows. */
export async function findSuggestedPlaces(
  db: Database,
  viewerId: number,
  point: Point | null,
  limit: number,
): Promise<PlaceRow[]> {
  const alive = await findActivePlaces(db, viewerId, cellsNear(point), limit)
  if (alive.length >= limit) return alive
  const others = point ? await findNearestPlaces(db, point.latitude, point.longitude) : await findLargestTowns(db)
  const followed = await findFollowed(
    db,
    viewerId,
    others.map(({ id }) => id),
  )
  const known = new Set([...alive.map(({ id }) => id), ...followed.map(({ place_id }) => place_id)])
  return [...alive, ...others.filter(({ id }) => !known.has(id))].slice(0, limit)
}
