import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { findLargestTowns, findNearestPlaces, placeColumnsSql, type PlaceRow } from '#server/places/places.queries.ts'
import { cellsWithin, type Point } from '#server/platform/geography.ts'
import { publicPostJoinSql, visiblePostSql } from '#server/posts/visibility.queries.ts'
import { type ListedUserRow, notMutedPostSql } from '#server/users/users.queries.ts'

export const updateOnboardingCompleted = statement<never, [userId: number]>(
  'UPDATE users SET onboarding_completed = true WHERE id = $1',
)

/** Suggestions come from this circle; cells of the resolution cover it. */
const nearby = { radiusMetres: 25_000, resolution: 4 }
const cellsNear = (point: Point | null) => (point ? cellsWithin(point, nearby.radiusMetres, nearby.resolution) : [])

const newestPublicPostsSql = (conditionSql: string, limit: number) => `
  SELECT p.id, p.author_id, p.place_id FROM public_posts recent ${publicPostJoinSql('recent.id')}
  WHERE ${conditionSql} AND ${visiblePostSql} AND ${notMutedPostSql}
  ORDER BY recent.id DESC LIMIT ${limit}`
/** The newest public posts that viewer `$1` may see: 100 of each cell of `$2` and 300 of everywhere. */
const recentPostsSql = `
  SELECT newest.*, 1 AS near FROM unnest($2::bigint[]) AS cell
    CROSS JOIN LATERAL (${newestPublicPostsSql('recent.c4 = cell', 100)}) newest
  UNION ALL
  SELECT newest.*, 0 AS near FROM (${newestPublicPostsSql('true', 300)}) newest`
const mostActiveFirstSql = 'max(r.near) DESC, count(*) DESC, max(r.id) DESC'

export type SuggestedUserRow = ListedUserRow & { bio: string; wrote_from: string }

const findActiveUsers = statement<SuggestedUserRow, [viewerId: number, cells: string[], limit: number]>(`
  SELECT u.id, u.username, u.display_name, m.name AS picture, u.is_private, NULL::text AS follow_status, u.bio,
    (SELECT name FROM places WHERE id = (array_agg(r.place_id ORDER BY r.near DESC, r.id DESC))[1]) AS wrote_from
  FROM (${recentPostsSql}) r JOIN users u ON u.id = r.author_id LEFT JOIN media m ON m.id = u.picture_id
  WHERE u.id <> $1 AND NOT EXISTS (SELECT 1 FROM follows f WHERE f.follower_id = $1 AND f.followee_id = u.id)
  GROUP BY u.id, m.name ORDER BY ${mostActiveFirstSql} LIMIT $3`)

/** Finds users who post nearby, most active first, then elsewhere; without followed, requested, blocked or muted ones. */
export const findSuggestedUsers = (
  db: Database,
  viewerId: number,
  point: Point | null,
  limit: number,
): Promise<SuggestedUserRow[]> => findActiveUsers(db, viewerId, cellsNear(point), limit)

const findActivePlaces = statement<PlaceRow, [viewerId: number, cells: string[], limit: number]>(`
  SELECT ${placeColumnsSql}
  FROM (${recentPostsSql}) r JOIN places pl ON pl.id = r.place_id
  WHERE NOT EXISTS (SELECT 1 FROM place_follows f WHERE f.user_id = $1 AND f.place_id = pl.id)
  GROUP BY pl.id ORDER BY ${mostActiveFirstSql} LIMIT $3`)

const findFollowedOrMuted = statement<{ place_id: number }, [viewerId: number, placeIds: number[]]>(`
  SELECT place_id FROM place_follows WHERE user_id = $1 AND place_id = ANY($2::bigint[])
  UNION SELECT place_id FROM mutes WHERE user_id = $1 AND place_id = ANY($2::bigint[])`)

/** Finds active places, nearby first, then the nearest places; without followed and muted ones. */
export async function findSuggestedPlaces(
  db: Database,
  viewerId: number,
  point: Point | null,
  limit: number,
): Promise<PlaceRow[]> {
  const active = await findActivePlaces(db, viewerId, cellsNear(point), limit)
  if (active.length >= limit) return active
  const others = point ? await findNearestPlaces(db, point.latitude, point.longitude) : await findLargestTowns(db)
  const unwanted = await findFollowedOrMuted(
    db,
    viewerId,
    others.map(({ id }) => id),
  )
  const excluded = new Set([...active.map(({ id }) => id), ...unwanted.map(({ place_id }) => place_id)])
  return [...active, ...others.filter(({ id }) => !excluded.has(id))].slice(0, limit)
}
