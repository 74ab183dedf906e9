import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { findLikes } from './story-likes.queries.ts'
import { findStoryViewers } from './story-views.queries.ts'
import { findRings, findStorytellers } from './storytellers.queries.ts'
import { findStoriesByAuthor } from './stories.queries.ts'

// Rings and the row of authors read few people among very many stories: no statement may scan stories, views or likes.

const app = useTestApp()
const [alice] = useUsers(app, 'alice')
let storyId: number
beforeAll(async () => {
  await sql`
    INSERT INTO users (username, email, password_hash)
    SELECT 'fan' || n, 'fan' || n || '@example.it', '' FROM generate_series(1, 5000) n`.execute(app.db)
  await sql`
    WITH
      pictures AS (
        INSERT INTO media (name, width, height, thumbhash)
        SELECT 'storia' || n, 1, 1, '' FROM generate_series(1, 10000) n RETURNING id
      ),
      numbered AS (SELECT id, row_number() OVER () AS n FROM pictures)
    INSERT INTO stories (author_id, media_id, expires_at)
    SELECT users.id, numbered.id,
      CASE WHEN n % 3 = 0 THEN now() - interval '1 minute' ELSE now() + interval '12 hours' END
    FROM numbered JOIN users ON username = 'fan' || (n % 5000 + 1)`.execute(app.db)
  await sql`
    INSERT INTO follows (follower_id, followee_id, status)
    SELECT ${alice.id}, id, 'accepted' FROM users WHERE username LIKE 'fan1__'`.execute(app.db)
  storyId = (await sql<{ id: number }>`SELECT id FROM stories ORDER BY id`.one(app.db)).id
  await sql`INSERT INTO story_likes (user_id, story_id) SELECT id, ${storyId} FROM users`.execute(app.db)
  // As one statement these 100,000 take 1.3 s alone: on a busy machine that can exceed the `statement_timeout` of 15 s.
  for (let n = 10; n < 20; n++)
    await sql`
      INSERT INTO story_views (viewer_id, story_id)
      SELECT users.id, stories.id FROM stories JOIN users ON username = ${`fan${n}`}`.execute(app.db)
  await sql`
    INSERT INTO story_views (viewer_id, story_id)
    SELECT ${alice.id}, id FROM stories WHERE id % 2 = 0`.execute(app.db)
  await sql`VACUUM ANALYZE`.execute(app.db)
})

const largeTables = ['stories', 'story_views', 'story_likes', 'media', 'users']

test('Reading fifty rings, the row of authors, an author’s stories, a story’s likes and views scans no table', async () => {
  const ids = (
    await sql<{ id: number }>`SELECT id FROM users WHERE username LIKE 'fan2__' ORDER BY id LIMIT 50`.execute(app.db)
  ).rows.map(({ id }) => id)
  const statements = [
    [() => findRings, [alice.id, ids], 'u.id = ANY($2::bigint[]) AND live.newest', [alice.id, `{${ids.join(',')}}`]],
    [
      () => findStorytellers,
      [{ viewerId: alice.id, rank: 2, newest: Number.MAX_SAFE_INTEGER, limit: 21, offset: 0 }],
      '(place.rank, live.newest)',
      [alice.id, 2, Number.MAX_SAFE_INTEGER, 21, 0],
    ],
    [() => findStoriesByAuthor, [alice.id, ids[0]], 's.author_id = $2 AND', [alice.id, ids[0]!]],
    [
      () => findLikes,
      [{ viewerId: alice.id, storyId, before: Number.MAX_SAFE_INTEGER, limit: 11, offset: 0 }],
      'l.story_id = $2',
      [alice.id, storyId, Number.MAX_SAFE_INTEGER, 11, 0],
    ],
    [
      () => findStoryViewers,
      [{ authorId: alice.id, storyId, before: Number.MAX_SAFE_INTEGER, limit: 11, offset: 0 }],
      'v.story_id = $2',
      [alice.id, storyId, Number.MAX_SAFE_INTEGER, 11, 0],
    ],
  ] as const
  await inTransaction(app.db, async (trx) => {
    for (const [statementOf, parameters, fragment, values] of statements) {
      const find = statementOf() as (db: typeof trx, ...parameters: readonly unknown[]) => Promise<unknown[]>
      expect((await find(trx, ...parameters)).length).toBeGreaterThan(0)
      const nodes = await explainPrepared(trx, fragment, [...values])
      const scans = nodes.filter(
        (node) => node['Node Type'] === 'Seq Scan' && largeTables.includes(node['Relation Name'] ?? ''),
      )
      expect([fragment, scans]).toEqual([fragment, []])
    }
  })
})
