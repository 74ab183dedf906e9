import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { createTestWorld, type TestWorld } from '#server/testing/fixtures/test-world.ts'
import { makeWorld } from './make-world.ts'
import { tokenOf } from './people.ts'

let world: TestWorld
let folder: string
let before: string[]

/** Every constraint and index that there is. */
async function structure(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated AS line FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`.execute(world.db)
  return rows.map(({ line }) => line)
}

beforeAll(async () => {
  world = await createTestWorld()
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-bench-'))
  await chmod(folder, 0o755)
  before = await structure()
  await makeWorld(world.databaseUrl, { posts: 2000, people: 1000 }, folder)
}, 120_000)
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

test('What is counted in a world to measure equals its rows', async () => {
  const { rows } = await sql<Record<string, number>>`
    SELECT (SELECT count(*) FROM posts) AS posts, (SELECT count(*) FROM users) AS people, (SELECT count(*) FROM places) AS places`.execute(
    world.db,
  )
  expect(rows).toEqual([{ posts: 2000, people: 1000, places: 50_000 }])
  await expectCountersToMatchRows(world.db)
})

test('It has every constraint and index that a real one has', async () => {
  expect(await structure()).toEqual(before)
})

test('Nobody in it follows whom a block parts from them, and posts lie in the order of their ids', async () => {
  const { rows } = await sql<{ parted: number; astray: number; ahead: number }>`SELECT
    (SELECT count(*) FROM follows f JOIN blocks b ON (b.blocker_id, b.blocked_id) IN ((f.follower_id, f.followee_id), (f.followee_id, f.follower_id))) AS parted,
    (SELECT count(*) FROM posts WHERE abs(extract(epoch FROM created_at_of(id) - created_at)) > 0.01) AS astray,
    (SELECT count(*) FROM posts WHERE created_at > now()) + (SELECT count(*) FROM comments WHERE created_at > now()) AS ahead`.execute(
    world.db,
  )
  expect(rows).toEqual([{ parted: 0, astray: 0, ahead: 0 }])
})

test('Its first people are signed in', async () => {
  const response = await fetch(`${world.url}/api/feed/get_feed.php?lat=45.46&lon=9.19`, {
    headers: { authorization: `Bearer ${tokenOf(7)}` },
  })
  expect(response.status).toBe(200)
  expect(((await response.json()) as { posts: unknown[] }).posts.length).toBeGreaterThan(0)
})
