import type { Database } from '#server/database/connect.ts'
import { sql } from '#server/testing/sql.ts'

/** Ids and session cookies of the town's users, ids of its posts (newest first) and places. */
export type Town = { users: { id: number; cookie: string }[]; posts: number[]; places: number[] }

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

async function insertUsers(db: Database, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (username, email, password_hash, onboarding_completed)
    SELECT 'abitante' || n, 'abitante' || n || '@example.it', '', true FROM generate_series(1, ${count}) n
    RETURNING id`.execute(db)
  await sql`
    INSERT INTO sessions (token_sha256, user_id, expires_at)
    SELECT sha256(convert_to('abitante-' || id, 'UTF8')), id, now() + interval '30 days' FROM users`.execute(db)
  return idsOf(rows)
}

async function insertPosts(db: Database, postCount: number, userCount: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH authors AS (SELECT id, row_number() OVER (ORDER BY id) AS position FROM users),
      towns AS (SELECT *, row_number() OVER (ORDER BY population DESC) AS position FROM places LIMIT 200)
    INSERT INTO posts (id, author_id, place_id, latitude, longitude, c4, c5, text, created_at)
    SELECT time_ordered_id(), authors.id, towns.id, towns.latitude, towns.longitude, towns.c4, towns.c5,
      'Qui, adesso: numero ' || n, now() - n * interval '1 minute'
    FROM generate_series(1, ${postCount}) n
      JOIN authors ON authors.position = 1 + (n * 7919) % ${userCount}
      JOIN towns ON towns.position = 1 + ((n * 104729) % 200) * ((n * 31) % 200) / 200
    RETURNING id`.execute(db)
  return idsOf(rows)
}

async function insertFollows(db: Database, userCount: number, followsPerUser: number): Promise<void> {
  await sql`
    WITH numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS position FROM users)
    INSERT INTO follows (follower_id, followee_id, status)
    SELECT follower.id, followee.id, 'accepted'
    FROM numbered follower CROSS JOIN generate_series(1, ${followsPerUser}) n
      JOIN numbered followee ON followee.position = 1 + (follower.position + n * n * 17) % ${userCount}
    WHERE follower.id <> followee.id ON CONFLICT DO NOTHING`.execute(db)
  await sql`
    UPDATE users SET followers_count = (SELECT count(*) FROM follows WHERE followee_id = users.id),
      following_count = (SELECT count(*) FROM follows WHERE follower_id = users.id)`.execute(db)
}

/** Fills an empty database by SQL: signed-in users who follow each other, and posts around the larger towns. */
export async function insertTown(
  db: Database,
  size: { users: number; posts: number; followsPerUser: number },
): Promise<Town> {
  const users = await insertUsers(db, size.users)
  const { rows: places } = await sql<{ id: number }>`
    SELECT id FROM places ORDER BY population DESC LIMIT 200`.execute(db)
  const posts = await insertPosts(db, size.posts, size.users)
  await insertFollows(db, size.users, size.followsPerUser)
  await sql`VACUUM ANALYZE`.execute(db)
  return {
    users: users.map((id) => ({ id, cookie: `sid=abitante-${id}` })),
    posts: posts.toSorted((one, other) => other - one),
    places: idsOf(places),
  }
}
