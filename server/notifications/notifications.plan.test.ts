import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'
import { countUnread, findNewNotifications, findNotifications } from './notifications.queries.ts'
import { notifyPlaceFollowers, notifyUsersNearby } from './notification-inserts.queries.ts'

// A list is of one person, among very many: nothing may read all the people, posts, likes or notifications.

let app: TestApp
let alice: TestUser
let postId: number
let placeId: number
beforeAll(async () => {
  app = await createTestApp()
  alice = await app.createUser('alice')
  await app.jobs.stop()
  placeId = await app.findPlaceId('Bergamo')
  await sql`INSERT INTO users (username, email, password_hash) SELECT 'fan' || n, 'fan' || n || '@example.it', '' FROM generate_series(1, 10000) n`.execute(
    app.db,
  )
  await sql`INSERT INTO media (name, width, height, thumbhash) SELECT 'foto' || n, 1, 1, '' FROM generate_series(1, 10000) n`.execute(
    app.db,
  )
  // Or the foreign keys below are checked as planned for a few people.
  await sql`ANALYZE users`.execute(app.db)
  await sql`
    INSERT INTO posts (author_id, place_id, latitude, longitude, c4, c5, text)
    SELECT CASE WHEN n % 200 = 0 THEN ${alice.id} ELSE u.id END, p.id, p.latitude, p.longitude, p.c4, p.c5, 'Ciao'
    FROM generate_series(1, 10000) n JOIN users u ON u.username = 'fan' || n CROSS JOIN places p WHERE p.id = ${placeId}`.execute(
    app.db,
  )
  const own = await sql<{ id: number }>`SELECT id FROM posts WHERE author_id = ${alice.id} ORDER BY id`.execute(app.db)
  postId = own.rows[0]!.id
  await sql`INSERT INTO post_likes (user_id, post_id) SELECT id, ${postId} FROM users WHERE username LIKE 'fan%'`.execute(
    app.db,
  )
  await sql`INSERT INTO post_likes (user_id, post_id) SELECT u.id, p.id FROM posts p JOIN users u ON u.username LIKE 'fan1__' WHERE p.author_id = ${alice.id} AND p.id <> ${postId}`.execute(
    app.db,
  )
  await sql`INSERT INTO comments (author_id, post_id, text) SELECT u.id, p.id, 'Ciao' FROM posts p JOIN users u ON u.username LIKE 'fan2__' WHERE p.author_id = ${alice.id}`.execute(
    app.db,
  )
  await sql`INSERT INTO follows (follower_id, followee_id, status) SELECT id, ${alice.id}, 'accepted' FROM users WHERE username LIKE 'fan%'`.execute(
    app.db,
  )
  await sql`INSERT INTO place_follows (user_id, place_id) SELECT id, ${placeId} FROM users`.execute(app.db)
  await sql`INSERT INTO user_settings SELECT id, true, true, true, true, true, true, 5000 FROM users`.execute(app.db)
  await sql`INSERT INTO user_cells (user_id, c7) SELECT id, id % 500 FROM users`.execute(app.db)
  await sql`INSERT INTO notifications (user_id, kind, post_id) SELECT ${alice.id}, kind, p.id FROM posts p, unnest(ARRAY['like', 'comment']) kind WHERE p.author_id = ${alice.id}`.execute(
    app.db,
  )
  await sql`INSERT INTO notifications (user_id, kind, day) SELECT id, 'follow', current_date FROM users`.execute(app.db)
  await sql`INSERT INTO notifications (user_id, kind, place_id, day) SELECT id, 'place_post', ${placeId}, current_date FROM users`.execute(
    app.db,
  )
  await sql`VACUUM ANALYZE`.execute(app.db)
})
afterAll(() => app.close())

const large = [
  'users',
  'posts',
  'post_likes',
  'comments',
  'follows',
  'place_follows',
  'user_settings',
  'user_cells',
  'notifications',
  'media',
]

test('A list, what is new, the number of unread, and telling a thousand of a crowd read nothing whole', async () => {
  const cells = { text: '{1,2,3}', list: ['1', '2', '3'] }
  const asked = [
    [
      () => findNotifications,
      [alice.id, Number.MAX_SAFE_INTEGER, 21, 0],
      'n.position < $2',
      [alice.id, Number.MAX_SAFE_INTEGER, 21, 0],
    ],
    [() => findNewNotifications, [alice.id, 1, 50], 'n.position > LEAST($2', [alice.id, 1, 50]],
    [() => countUnread, [alice.id], 'NOT n.is_read AND', [alice.id]],
    [() => notifyPlaceFollowers, [postId, 0], 'FROM place_follows f\n    WHERE f.place_id', [postId, 0]],
    [
      () => notifyUsersNearby,
      [postId, 0, cells.list, [0, 0, 0]],
      'cell (c7, metres)',
      [postId, 0, cells.text, '{0,0,0}'],
    ],
  ] as const
  await app.db.transaction().execute(async (trx) => {
    for (const [statementOf, parameters, telling, values] of asked) {
      const find = statementOf() as (db: typeof trx, ...parameters: readonly unknown[]) => Promise<unknown>
      expect(await find(trx, ...parameters)).not.toEqual([])
      const nodes = await explainPrepared(trx, telling, [...values])
      const whole = nodes.filter(
        (node) => node['Node Type'] === 'Seq Scan' && large.includes(node['Relation Name'] ?? ''),
      )
      expect([telling, whole]).toEqual([telling, []])
    }
  })
})
