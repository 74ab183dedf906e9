import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { findFollowers, findPlaceFollowers } from '#server/users/users.queries.ts'
import { sql } from '#server/testing/sql.ts'
import { findPostIdsOfAuthor, findPostIdsOfPlace } from './lists.queries.ts'

// The cost of a page does not depend on popularity, although the planner, which has only averages, might sort all rows.

const app = useTestApp()
const [alice] = useUsers(app, 'alice')
let duomo: number
beforeAll(async () => {
  duomo = await app.findPlaceId('Piazza del Duomo', 'Milano')
  await sql`
    INSERT INTO users (username, email, password_hash)
    SELECT 'fan' || n, 'fan' || n || '@example.it', '' FROM generate_series(1, 20000) n`.execute(app.db)
  await sql`
    INSERT INTO posts (id, author_id, place_id, latitude, longitude, c4, c5, text)
    SELECT
      time_ordered_id(now() - n * interval '1 second'),
      CASE WHEN n % 2 = 0 THEN ${alice.id}::bigint ELSE users.id END,
      CASE WHEN n % 3 = 0 THEN place.id ELSE ${duomo}::bigint END,
      45, 9, 0, 0, 'x'
    FROM generate_series(1, 20000) n
      JOIN users ON username = 'fan' || n
      JOIN LATERAL (
        SELECT id FROM places WHERE id = (SELECT min(id) FROM places) + n % 5000
      ) place ON true`.execute(app.db)
  await sql`
    INSERT INTO follows (follower_id, followee_id, status)
    SELECT id, ${alice.id}, 'accepted' FROM users WHERE username LIKE 'fan%'`.execute(app.db)
  await sql`
    INSERT INTO follows (follower_id, followee_id, status)
    SELECT id, id + 1, 'accepted' FROM users
    WHERE username LIKE 'fan1%' AND id + 1 IN (SELECT id FROM users)`.execute(app.db)
  await sql`
    INSERT INTO place_follows (user_id, place_id)
    SELECT id, ${duomo} FROM users WHERE username LIKE 'fan%'`.execute(app.db)
  await sql`VACUUM ANALYZE`.execute(app.db)
})

const page = { before: Number.MAX_SAFE_INTEGER, limit: 11, offset: 0 }

test.for([
  [
    'posts of a busy place',
    findPostIdsOfPlace,
    () => duomo,
    'posts p CROSS JOIN LATERAL (SELECT is_private, suspended_at FROM users WHERE id = p.author_id LIMIT 1) u\n' +
      '    WHERE p.place_id = $2 AND p.id',
    'posts_place',
  ],
  ['posts of a busy author', findPostIdsOfAuthor, () => alice.id, 'WHERE p.author_id = $2', 'posts_author'],
  [
    'followers of a popular account',
    findFollowers,
    () => alice.id,
    "r.followee_id = $2 AND r.status = 'accepted'",
    'follows_followers',
  ],
  ['followers of a popular place', findPlaceFollowers, () => duomo, 'r.place_id = $2', 'place_follows_followers'],
] as const)('The %s come in order from one index, without sorting', async ([_case, find, idOf, fragment, index]) => {
  await inTransaction(app.db, async (trx) => {
    expect((await find(trx, { viewerId: alice.id, subjectId: idOf(), ...page })).length).toBe(11)
    const nodes = await explainPrepared(trx, fragment, [alice.id, idOf(), page.before, page.limit, page.offset])
    expect(nodes.map((node) => node['Index Name'])).toContain(index)
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort')
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Hash Join')
  })
})
