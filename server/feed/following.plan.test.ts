import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { inBlocks } from '#server/testing/harness/in-blocks.ts'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { sql } from '#server/testing/sql.ts'
import { findFollowingPostIds } from './following.queries.ts'

// Somebody who follows 5,000 people and places: each costs a look into an index, and none of them their whole history.

const app = useTestApp()
const [alice] = useUsers(app, 'alice')
beforeAll(async () => {
  await sql`
    INSERT INTO users (username, email, password_hash)
    SELECT 'fonte' || n, 'fonte' || n || '@example.it', '' FROM generate_series(1, 5000) n`.execute(app.db)
  // As one statement these take 2 s alone.
  await inBlocks(50_000, 5000, (from, to) =>
    sql`
      INSERT INTO posts (id, author_id, place_id, latitude, longitude, c4, c5, text)
      SELECT time_ordered_id(now() - n * interval '1 second'), users.id, place.id, 45, 9, 0, 0, 'x'
      FROM generate_series(${from}::int, ${to}::int) n JOIN users ON username = 'fonte' || 1 + n % 5000
        JOIN LATERAL (SELECT id FROM places WHERE id = (SELECT min(id) FROM places) + n % 500) place ON true`.execute(
      app.db,
    ),
  )
  await sql`
    INSERT INTO follows (follower_id, followee_id, status)
    SELECT ${alice.id}, id, 'accepted' FROM users WHERE username LIKE 'fonte%'`.execute(app.db)
  await sql`
    INSERT INTO place_follows (user_id, place_id) SELECT DISTINCT ${alice.id}::bigint, place_id FROM posts`.execute(
    app.db,
  )
  await sql`VACUUM ANALYZE`.execute(app.db)
})

test('The newest posts of each of the followed come from an index, no history is read as a whole', async () => {
  const input = { viewerId: alice.id, before: Number.MAX_SAFE_INTEGER, limit: 11, offset: 0 }
  await inTransaction(app.db, async (trx) => {
    const found = await findFollowingPostIds(trx, input)
    const { rows } = await sql<{ id: number }>`SELECT id FROM posts ORDER BY id DESC LIMIT 11`.execute(trx)
    expect(found).toEqual(rows)
    const plan = await explainPrepared(trx, 'active CROSS JOIN LATERAL', Object.values(input))
    const scanned = plan.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'])
    expect(scanned.filter((table) => table === 'posts' || table === 'users')).toEqual([])
    const indexes = plan.map((node) => node['Index Name'])
    for (const index of ['posts_author', 'posts_place'])
      expect(indexes.filter((name) => name === index)).toHaveLength(2)
  })
})
