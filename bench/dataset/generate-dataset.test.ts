import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestApp } from '#server/testing/fixtures/test-app.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { generateDataset } from './generate-dataset.ts'
import { sessionToken } from './people.ts'

const app = useTestApp()
let folder: string
let constraintsBefore: string[]

/** Returns every constraint and index of the database. */
async function findConstraints(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated AS line
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`.execute(app.db)
  return rows.map(({ line }) => line)
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-bench-'))
  await chmod(folder, 0o755)
  constraintsBefore = await findConstraints()
  await generateDataset(app.databaseUrl, { posts: 2000, users: 1000 }, folder)
})
afterAll(() => rm(folder, { recursive: true }))

test('a generated dataset has the requested size, and its counters equal its rows', async () => {
  const { rows } = await sql<Record<string, number>>`
    SELECT (SELECT count(*) FROM posts) AS posts, (SELECT count(*) FROM users) AS people,
      (SELECT count(*) FROM places) AS places`.execute(app.db)
  expect(rows).toEqual([{ posts: 2000, people: 1000, places: 50_000 }])
  await expectCountersToMatchRows(app.db)
})

test('a generated dataset has every constraint and index of a real database', async () => {
  expect(await findConstraints()).toEqual(constraintsBefore)
})

test('in a generated dataset nobody follows a blocked person, and post ids follow their dates', async () => {
  const { rows } = await sql<{ blocked_follows: number; unordered_posts: number; future_rows: number }>`SELECT
    (SELECT count(*) FROM follows f JOIN blocks b
      ON (b.blocker_id, b.blocked_id) IN ((f.follower_id, f.followee_id), (f.followee_id, f.follower_id))
    ) AS blocked_follows,
    (SELECT count(*) FROM posts WHERE abs(extract(epoch FROM created_at_of(id) - created_at)) > 0.01)
      AS unordered_posts,
    (SELECT count(*) FROM posts WHERE created_at > now()) + (SELECT count(*) FROM comments WHERE created_at > now())
      AS future_rows`.execute(app.db)
  expect(rows).toEqual([{ blocked_follows: 0, unordered_posts: 0, future_rows: 0 }])
})

test('the first users of a generated dataset are signed in', async () => {
  const response = await fetch(`${app.url}/api/feed/get_feed.php?lat=45.46&lon=9.19`, {
    headers: { authorization: `Bearer ${sessionToken(7)}` },
  })
  expect(response.status).toBe(200)
  expect(((await response.json()) as { posts: unknown[] }).posts.length).toBeGreaterThan(0)
})
