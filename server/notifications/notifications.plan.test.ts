import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { countUnread, findNewNotifications, findNotifications } from './notifications.queries.ts'
import { notifyPlaceFollowers, notifyUsersNearby } from './notification-inserts.queries.ts'

// One user's list among very many rows: no statement may scan the users, posts, likes or notifications.

const app = useTestApp()
const [alice] = useUsers(app, 'alice')
let postId: number
let placeId: number
beforeAll(async () => {
  await app.jobs.stop()
  placeId = await app.findPlaceId('Bergamo')
  await sql`
    INSERT INTO users (username, email, password_hash)
    SELECT 'fan' || n, 'fan' || n || '@example.it', '' FROM generate_series(1, 10000) n`.execute(app.db)
  await sql`
    INSERT INTO media (name, width, height, thumbhash)
    SELECT 'foto' || n, 1, 1, '' FROM generate_series(1, 10000) n`.execute(app.db)
  // Otherwise the foreign keys below are checked with a plan for few users.
  await sql`ANALYZE users`.execute(app.db)
  await sql`
    INSERT INTO posts (id, author_id, place_id, latitude, longitude, c4, c5, text)
    SELECT time_ordered_id(), CASE WHEN n % 200 = 0 THEN ${alice.id} ELSE users.id END,
      places.id, places.latitude, places.longitude, places.c4, places.c5, 'Ciao'
    FROM generate_series(1, 10000) n JOIN users ON users.username = 'fan' || n CROSS JOIN places
    WHERE places.id = ${placeId}`.execute(app.db)
  const own = await sql<{ id: number }>`SELECT id FROM posts WHERE author_id = ${alice.id} ORDER BY id`.execute(app.db)
  postId = own.rows[0]!.id
  await sql`
    INSERT INTO post_likes (user_id, post_id)
    SELECT id, ${postId} FROM users WHERE username LIKE 'fan%'`.execute(app.db)
  await sql`
    INSERT INTO post_likes (user_id, post_id)
    SELECT users.id, posts.id FROM posts JOIN users ON users.username LIKE 'fan1__'
    WHERE posts.author_id = ${alice.id} AND posts.id <> ${postId}`.execute(app.db)
  await sql`
    INSERT INTO comments (id, author_id, post_id, text)
    SELECT time_ordered_id(), users.id, posts.id, 'Ciao' FROM posts JOIN users ON users.username LIKE 'fan2__'
    WHERE posts.author_id = ${alice.id}`.execute(app.db)
  await sql`
    INSERT INTO follows (follower_id, followee_id, status)
    SELECT id, ${alice.id}, 'accepted' FROM users WHERE username LIKE 'fan%'`.execute(app.db)
  await sql`INSERT INTO place_follows (user_id, place_id) SELECT id, ${placeId} FROM users`.execute(app.db)
  await sql`INSERT INTO user_settings SELECT id, true, true, true, true, true, true, 5000 FROM users`.execute(app.db)
  await sql`
    INSERT INTO sessions (token_sha256, user_id, expires_at)
    SELECT sha256(id::text::bytea), id, now() + interval '1 day' FROM users`.execute(app.db)
  await sql`
    INSERT INTO user_cells (user_id, session_id, c7) SELECT user_id, min(id), user_id % 500 FROM sessions GROUP BY user_id
  `.execute(app.db)
  await sql`
    INSERT INTO push_subscriptions (session_id, endpoint, p256dh, auth)
    SELECT id, 'https://push.example/' || id, 'p', 'a' FROM sessions`.execute(app.db)
  await sql`
    INSERT INTO notifications (user_id, kind, post_id)
    SELECT ${alice.id}, kind, posts.id FROM posts, unnest(ARRAY['like', 'comment']) kind
    WHERE posts.author_id = ${alice.id}`.execute(app.db)
  await sql`INSERT INTO notifications (user_id, kind, day) SELECT id, 'follow', current_date FROM users`.execute(app.db)
  await sql`
    INSERT INTO notifications (user_id, kind, place_id, day)
    SELECT id, 'place_post', ${placeId}, current_date FROM users`.execute(app.db)
  await sql`VACUUM ANALYZE`.execute(app.db)
})

const largeTables = [
  'users',
  'posts',
  'post_likes',
  'comments',
  'follows',
  'place_follows',
  'user_settings',
  'user_cells',
  'sessions',
  'push_subscriptions',
  'notifications',
  'media',
]

test('Listing, counting and the fan-out of notifications scan no table', async () => {
  const cells = { text: '{1,2,3}', list: ['1', '2', '3'] }
  const statements = [
    [
      () => findNotifications,
      [{ viewerId: alice.id, before: Number.MAX_SAFE_INTEGER, limit: 21, offset: 0 }],
      'n.position < $2',
      [alice.id, Number.MAX_SAFE_INTEGER, 21, 0],
    ],
    [
      () => findNewNotifications,
      [{ viewerId: alice.id, after: 1, limit: 50 }],
      'n.position > LEAST($2',
      [alice.id, 1, 50],
    ],
    [() => countUnread, [alice.id], 'NOT n.is_read AND', [alice.id]],
    [() => notifyPlaceFollowers, [postId, 0], 'FROM place_follows f\n    WHERE f.place_id', [postId, 0]],
    [
      () => notifyUsersNearby,
      [{ postId, after: 0, cells: cells.list, metres: [0, 0, 0] }],
      'cell (c7, metres)',
      [postId, 0, cells.text, '{0,0,0}'],
    ],
  ] as const
  await inTransaction(app.db, async (trx) => {
    for (const [statementOf, parameters, fragment, values] of statements) {
      const find = statementOf() as (db: typeof trx, ...parameters: readonly unknown[]) => Promise<unknown>
      expect(await find(trx, ...parameters)).not.toEqual([])
      const nodes = await explainPrepared(trx, fragment, [...values])
      const scans = nodes.filter(
        (node) => node['Node Type'] === 'Seq Scan' && largeTables.includes(node['Relation Name'] ?? ''),
      )
      expect([fragment, scans]).toEqual([fragment, []])
    }
  })
})
