import { sql } from 'kysely'
import { connect } from '#server/database/connect.ts'

export type FollowedPlace = {
  followedId: number
  /** A place that nobody follows. */
  quietId: number
  /** Number of people whom a post of user 1 at the followed place notifies. */
  recipients: number
}

/** Makes this many users follow one place. */
export async function addFollowedPlace(databaseUrl: string, followers: number): Promise<FollowedPlace> {
  const db = connect(databaseUrl, 1)
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM places WHERE NOT EXISTS (SELECT 1 FROM place_follows WHERE place_id = places.id)
    ORDER BY population DESC, id LIMIT 2`.execute(db)
  const [followed, quiet] = rows
  if (!followed || !quiet) throw new Error('every place is followed')
  await sql`
    INSERT INTO place_follows (user_id, place_id)
    SELECT id, ${followed.id} FROM users WHERE id > 1 ORDER BY id LIMIT ${followers}`.execute(db)
  await sql`UPDATE places SET followers_count = ${followers} WHERE id = ${followed.id}`.execute(db)
  await sql`VACUUM ANALYZE place_follows`.execute(db)
  const {
    rows: [recipients],
  } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM place_follows JOIN users author ON author.id = 1
    WHERE place_id = ${followed.id}
      AND NOT EXISTS (
        SELECT 1 FROM blocks WHERE (blocker_id, blocked_id) IN ((place_follows.user_id, 1), (1, place_follows.user_id))
      )
      AND (NOT author.is_private OR EXISTS (
        SELECT 1 FROM follows WHERE follower_id = place_follows.user_id AND followee_id = 1 AND status = 'accepted'
      ))`.execute(db)
  await db.destroy()
  return { followedId: followed.id, quietId: quiet.id, recipients: recipients?.count ?? 0 }
}

/** Counts the notifications about posts at a place. */
export async function countNotifications(databaseUrl: string, placeId: number): Promise<number> {
  const db = connect(databaseUrl, 1)
  const {
    rows: [notifications],
  } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM notifications WHERE place_id = ${placeId}`.execute(db)
  await db.destroy()
  return notifications?.count ?? 0
}
