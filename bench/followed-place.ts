import { sql } from 'kysely'
import { connect } from '#server/database/connect.ts'

/**
 * A place that so many people follow, and one that nobody does. @returns how many will be told of a post of person 1.
 */
export async function addFollowedPlace(
  databaseUrl: string,
  followers: number,
): Promise<{ crowded: number; quiet: number; followers: number }> {
  const db = connect(databaseUrl, 1)
  const { rows } = await sql<{
    id: number
  }>`SELECT id FROM places p WHERE NOT EXISTS (SELECT 1 FROM place_follows f WHERE f.place_id = p.id) ORDER BY population DESC, id LIMIT 2`.execute(
    db,
  )
  const [crowded, quiet] = rows
  if (!crowded || !quiet) throw new Error('every place is followed')
  await sql`INSERT INTO place_follows (user_id, place_id) SELECT id, ${crowded.id} FROM users WHERE id > 1 ORDER BY id LIMIT ${followers}`.execute(
    db,
  )
  await sql`UPDATE places SET followers_count = ${followers} WHERE id = ${crowded.id}`.execute(db)
  await sql`VACUUM ANALYZE place_follows`.execute(db)
  const { rows: told } = await sql<{ many: number }>`
    SELECT count(*)::int AS many FROM place_follows f JOIN users u ON u.id = 1
    WHERE f.place_id = ${crowded.id}
      AND NOT EXISTS (SELECT 1 FROM blocks b WHERE (b.blocker_id, b.blocked_id) IN ((f.user_id, 1), (1, f.user_id)))
      AND (NOT u.is_private OR EXISTS (SELECT 1 FROM follows w WHERE w.follower_id = f.user_id AND w.followee_id = 1 AND w.status = 'accepted'))`.execute(
    db,
  )
  await db.destroy()
  return { crowded: crowded.id, quiet: quiet.id, followers: told[0]?.many ?? 0 }
}

/** How many have been told of posts at a place. */
export async function countTold(databaseUrl: string, placeId: number): Promise<number> {
  const db = connect(databaseUrl, 1)
  const { rows } = await sql<{
    many: number
  }>`SELECT count(*)::int AS many FROM notifications WHERE place_id = ${placeId}`.execute(db)
  await db.destroy()
  return rows[0]?.many ?? 0
}
