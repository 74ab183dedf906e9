import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'

/** Who lives in the town: ids and session cookies, in the same order. */
export type Town = { people: { id: number; cookie: string }[]; posts: number[]; places: number[] }

/** Fills an empty world by SQL: people who are signed in and follow one another, and posts about the larger towns. */
export async function fillTown(
  db: Database,
  size: { people: number; posts: number; followsOfEach: number },
): Promise<Town> {
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
  const { rows: people } = await sql<{ id: number }>`
    INSERT INTO users (username, email, password_hash, onboarding_completed)
    SELECT 'abitante' || n, 'abitante' || n || '@example.it', '', true FROM generate_series(1, ${size.people}) n RETURNING id`.execute(
    db,
  )
  await sql`INSERT INTO sessions (token_sha256, user_id, expires_at) SELECT sha256(convert_to('abitante-' || id, 'UTF8')), id, now() + interval '30 days' FROM users`.execute(
    db,
  )
  const { rows: places } = await sql<{ id: number }>`SELECT id FROM places ORDER BY population DESC LIMIT 200`.execute(
    db,
  )
  const { rows: posts } = await sql<{ id: number }>`
    INSERT INTO posts (author_id, place_id, latitude, longitude, c3, c4, c5, text, created_at)
    SELECT a.id, pl.id, pl.latitude, pl.longitude, pl.c3, pl.c4, pl.c5, 'Qui, adesso: numero ' || n, now() - n * interval '1 minute'
    FROM generate_series(1, ${size.posts}) n
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS r FROM users) a ON a.r = 1 + (n * 7919) % ${size.people}
      JOIN (SELECT *, row_number() OVER (ORDER BY population DESC) AS r FROM places LIMIT 200) pl ON pl.r = 1 + ((n * 104729) % 200) * ((n * 31) % 200) / 200
    RETURNING id`.execute(db)
  await sql`
    INSERT INTO follows (follower_id, followee_id, status)
    SELECT a.id, b.id, 'accepted' FROM (SELECT id, row_number() OVER (ORDER BY id) AS r FROM users) a, generate_series(1, ${size.followsOfEach}) n,
      LATERAL (SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS r FROM users) u WHERE u.r = 1 + (a.r + n * n * 17) % ${size.people}) b
    WHERE a.id <> b.id ON CONFLICT DO NOTHING`.execute(db)
  await sql`
    UPDATE users SET followers_count = (SELECT count(*) FROM follows WHERE followee_id = users.id), following_count = (SELECT count(*) FROM follows WHERE follower_id = users.id)`.execute(
    db,
  )
  await sql`VACUUM ANALYZE`.execute(db)
  return {
    people: people.map(({ id }) => ({ id, cookie: `sid=abitante-${id}` })),
    posts: ids(posts).toSorted((one, other) => other - one),
    places: ids(places),
  }
}
