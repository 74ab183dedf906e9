import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '#server/testing/fixtures/test-app.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { sql } from '#server/testing/sql.ts'
import { fillDatabase, tokenOf } from './dataset.ts'

const app = useTestApp()
let constraintsBefore: string[]

/** Returns every constraint, index and disabled trigger of the database. */
async function findConstraints(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated AS line
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT tgname FROM pg_trigger WHERE tgenabled = 'D' ORDER BY 1`.execute(app.db)
  return rows.map(({ line }) => line)
}

beforeAll(async () => {
  constraintsBefore = await findConstraints()
  await fillDatabase(app.databaseUrl, { people: 1000, posts: 2000 })
})

test('a dataset has the requested size, its counters equal its rows, and every row has what it refers to', async () => {
  const { rows } = await sql`
    SELECT (SELECT count(*) FROM posts)::int AS posts, (SELECT count(*) FROM users)::int AS people,
      (SELECT count(*) FROM places)::int AS places,
      (SELECT count(*) FROM post_likes WHERE NOT EXISTS (SELECT FROM posts WHERE id = post_id))::int AS lost`.execute(
    app.db,
  )
  expect(rows).toEqual([{ posts: 2000, people: 1000, places: 50_000, lost: 0 }])
  await expectCountersToMatchRows(app.db)
  expect(await findConstraints()).toEqual(constraintsBefore)
})

test('in a dataset nobody follows a blocked person, ids follow dates, and nothing lies in the future', async () => {
  const { rows } = await sql`SELECT
    (SELECT count(*) FROM follows f JOIN blocks b
      ON (b.blocker_id, b.blocked_id) IN ((f.follower_id, f.followee_id), (f.followee_id, f.follower_id)))::int AS blocked,
    (SELECT count(*) FROM posts WHERE abs(extract(epoch FROM created_at_of(id) - created_at)) > 0.01)::int AS unordered,
    (SELECT count(*) FROM comments WHERE created_at > now())::int AS future`.execute(app.db)
  expect(rows).toEqual([{ blocked: 0, unordered: 0, future: 0 }])
})

test('the first people of a dataset are signed in, and see posts near Milano', async () => {
  const response = await fetch(`${app.url}/api/feed/get_feed.php?lat=45.46&lon=9.19`, {
    headers: { authorization: `Bearer ${tokenOf(7)}` },
  })
  expect(response.status).toBe(200)
  expect(((await response.json()) as { posts: unknown[] }).posts.length).toBeGreaterThan(0)
})
