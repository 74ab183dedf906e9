import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'
import { countConversations, findConversation, findConversations, findUndelivered } from './conversations.queries.ts'
import { findMessages } from './messages.queries.ts'

// A long conversation among many: a page reads what it shows, and nothing reads all messages or all conversations.

let app: TestApp
let alice: TestUser
let bruno: TestUser
beforeAll(async () => {
  app = await createTestApp()
  alice = await app.createUser('alice')
  bruno = await app.createUser('bruno')
  await sql`INSERT INTO users (username, email, password_hash) SELECT 'p' || n, 'p' || n || '@example.it', '' FROM generate_series(1, 2000) n`.execute(
    app.db,
  )
  // Alice with Bruno and with a thousand others; and the others among themselves.
  await sql`
    WITH pairs AS (
      SELECT ${alice.id}::bigint AS a, ${bruno.id}::bigint AS b UNION ALL
      SELECT ${alice.id}::bigint, id FROM users WHERE username LIKE 'p1___' UNION ALL
      SELECT one.id, other.id FROM users one JOIN users other ON other.id = one.id + 1 WHERE one.username LIKE 'p%' AND other.username LIKE 'p%'
    )
    INSERT INTO conversations (low_id, high_id, last_number) SELECT LEAST(a, b), GREATEST(a, b), CASE WHEN b = ${bruno.id} THEN 20000 ELSE 10 END FROM pairs`.execute(
    app.db,
  )
  await sql`
    INSERT INTO messages (conversation_id, number, sender_id, client_id, text)
    SELECT c.id, n, CASE WHEN n % 2 = 0 THEN c.low_id ELSE c.high_id END, gen_random_uuid(), 'Ciao' FROM conversations c, LATERAL generate_series(1, c.last_number) n`.execute(
    app.db,
  )
  await sql`
    INSERT INTO conversation_members (user_id, other_id, conversation_id, request_status, position, read_up_to, last_incoming)
    SELECT side.me, side.other, c.id, 'accepted', x.id, CASE WHEN c.id % 2 = 0 THEN 0 ELSE c.last_number END, c.last_number
    FROM conversations c JOIN messages x ON x.conversation_id = c.id AND x.number = c.last_number, LATERAL (VALUES (c.low_id, c.high_id), (c.high_id, c.low_id)) side (me, other)`.execute(
    app.db,
  )
  await sql`VACUUM ANALYZE`.execute(app.db)
})
afterAll(() => app.close())

const large = ['messages', 'conversations', 'conversation_members', 'users']

test('A page of 20,000 messages, a list of a thousand conversations and what waits in it read nothing whole', async () => {
  const end = Number.MAX_SAFE_INTEGER
  await app.db.transaction().execute(async (trx) => {
    const asked = [
      [
        'x.number < $3::bigint',
        [alice.id, bruno.id, end, 31, 0],
        await findMessages(trx, alice.id, bruno.id, end, 31, 0),
      ],
      [
        'me.request_status = $2',
        [alice.id, 'accepted', end, 11, 0],
        await findConversations(trx, alice.id, 'accepted', end, 11, 0),
      ],
      ['WHERE u.id = $2 AND u.id <> $1', [alice.id, bruno.id], [await findConversation(trx, alice.id, bruno.id)]],
      ['AS requests_count', [alice.id], [await countConversations(trx, alice.id)]],
      ['me.last_incoming AS up_to', [alice.id, 50], await findUndelivered(trx, alice.id, 50)],
    ] as const
    for (const [telling, parameters, rows] of asked) {
      expect(rows.length).toBeGreaterThan(0)
      const nodes = await explainPrepared(trx, telling, [...parameters])
      const whole = nodes.filter(
        (node) => node['Node Type'] === 'Seq Scan' && large.includes(node['Relation Name'] ?? ''),
      )
      // A page itself may be sorted; what it is cut from may not.
      const sorted = nodes.filter(
        (node) => node['Node Type'] === 'Limit' && node.Plans?.some((below) => below['Node Type'] === 'Sort'),
      )
      expect([telling, whole, sorted]).toEqual([telling, [], []])
    }
  })
})
