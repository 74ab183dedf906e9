import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'
import { findLikes } from './story-likes.queries.ts'
import { findRings, findStorytellers } from './storytellers.queries.ts'
import { findStoriesByAuthor } from './stories.queries.ts'

// Rings and the row ask about few people among very many stories: nothing may read all the stories, views or likes.

let app: TestApp
let alice: TestUser
let storyId: number
beforeAll(async () => {
  app = await createTestApp()
  alice = await app.createUser('alice')
  await sql`
    INSERT INTO users (username, email, password_hash) SELECT 'fan' || n, 'fan' || n || '@example.it', '' FROM generate_series(1, 5000) n`.execute(
    app.db,
  )
  await sql`
    WITH pictures AS (INSERT INTO media (name, width, height, thumbhash) SELECT 'storia' || n, 1, 1, '' FROM generate_series(1, 10000) n RETURNING id),
      numbered AS (SELECT id, row_number() OVER () AS n FROM pictures)
    INSERT INTO stories (author_id, media_id, expires_at)
    SELECT u.id, m.id, CASE WHEN m.n % 3 = 0 THEN now() - interval '1 minute' ELSE now() + interval '12 hours' END
    FROM numbered m JOIN users u ON u.username = 'fan' || (m.n % 5000 + 1)`.execute(app.db)
  await sql`INSERT INTO follows (follower_id, followee_id, status) SELECT ${alice.id}, id, 'accepted' FROM users WHERE username LIKE 'fan1__'`.execute(
    app.db,
  )
  storyId = (await app.db.selectFrom('stories').select('id').orderBy('id').executeTakeFirstOrThrow()).id
  await sql`INSERT INTO story_likes (user_id, story_id) SELECT id, ${storyId} FROM users`.execute(app.db)
  await sql`INSERT INTO story_views (viewer_id, story_id) SELECT u.id, s.id FROM stories s JOIN users u ON u.username LIKE 'fan1_'`.execute(
    app.db,
  )
  await sql`INSERT INTO story_views (viewer_id, story_id) SELECT ${alice.id}, id FROM stories WHERE id % 2 = 0`.execute(
    app.db,
  )
  await sql`VACUUM ANALYZE`.execute(app.db)
})
afterAll(() => app.close())

const large = ['stories', 'story_views', 'story_likes', 'media', 'users']

test('The rings of fifty people, the row, one person’s stories and the likes of a popular one read nothing whole', async () => {
  const ids = (
    await sql<{ id: number }>`SELECT id FROM users WHERE username LIKE 'fan2__' ORDER BY id LIMIT 50`.execute(app.db)
  ).rows.map(({ id }) => id)
  const asked = [
    [() => findRings, [alice.id, ids], 'u.id = ANY($2::bigint[]) AND live.newest', [alice.id, `{${ids.join(',')}}`]],
    [
      () => findStorytellers,
      [alice.id, 2, Number.MAX_SAFE_INTEGER, 21, 0],
      '(place.rank, live.newest)',
      [alice.id, 2, Number.MAX_SAFE_INTEGER, 21, 0],
    ],
    [() => findStoriesByAuthor, [alice.id, ids[0]], 's.author_id = $2 AND', [alice.id, ids[0]!]],
    [
      () => findLikes,
      [alice.id, storyId, Number.MAX_SAFE_INTEGER, 11, 0],
      'l.story_id = $2',
      [alice.id, storyId, Number.MAX_SAFE_INTEGER, 11, 0],
    ],
  ] as const
  await app.db.transaction().execute(async (trx) => {
    for (const [statementOf, parameters, telling, values] of asked) {
      const find = statementOf() as (db: typeof trx, ...parameters: readonly unknown[]) => Promise<unknown[]>
      expect((await find(trx, ...parameters)).length).toBeGreaterThan(0)
      const nodes = await explainPrepared(trx, telling, [...values])
      const whole = nodes.filter(
        (node) => node['Node Type'] === 'Seq Scan' && large.includes(node['Relation Name'] ?? ''),
      )
      expect([telling, whole]).toEqual([telling, []])
    }
  })
})
