import { sql } from 'kysely'
import { connect } from '#server/database/connect.ts'

/** A place that so many people follow, and one that nobody does. */
export async function addFollowedPlace(databaseUrl: string, followers: number): Promise<{ crowded: number; quiet: number }> {
  const db = connect(databaseUrl, 1)
  const { rows } = await sql<{ id: number }>`SELECT id FROM places p WHERE NOT EXISTS (SELECT 1 FROM place_follows f WHERE f.place_id = p.id) ORDER BY population DESC LIMIT 2`.execute(db)
  const [crowded, quiet] = rows
  if (!crowded || !quiet) throw new Error('the directory is empty')
  await sql`INSERT INTO place_follows (user_id, place_id) SELECT id, ${crowded.id} FROM users LIMIT ${followers}`.execute(db)
  await sql`VACUUM ANALYZE place_follows`.execute(db)
  await db.destroy()
  return { crowded: crowded.id, quiet: quiet.id }
}

/** How many have been told of posts at a place. */
export async function countTold(databaseUrl: string, placeId: number): Promise<number> {
  const db = connect(databaseUrl, 1)
  const { rows } = await sql<{ many: number }>`SELECT count(*)::int AS many FROM notifications WHERE place_id = ${placeId}`.execute(db)
  await db.destroy()
  return rows[0]?.many ?? 0
}
