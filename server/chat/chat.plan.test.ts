import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { countConversations, findConversation, findConversations, findUndelivered } from './conversations.queries.ts'
import { findMessages } from './messages.queries.ts'

// A long conversation among many: a page reads only its own rows, and no statement scans a whole table.

const app = useTestApp()
const [alice, bruno] = useUsers(app, 'alice', 'bruno')
beforeAll(async () => {
  await sql`
    INSERT INTO users (username, email, password_hash)
    SELECT 'p' || n, 'p' || n || '@example.it', '' FROM generate_series(1, 2000) n`.execute(app.db)
  // Alice has conversations with Bruno and with a thousand others, who also have conversations among themselves.
  await sql`
    WITH pairs AS (
      SELECT ${alice.id}::bigint AS one_id, ${bruno.id}::bigint AS other_id UNION ALL
      SELECT ${alice.id}::bigint, id FROM users WHERE username LIKE 'p1___' UNION ALL
      SELECT one.id, other.id FROM users one JOIN users other ON other.id = one.id + 1
      WHERE one.username LIKE 'p%' AND other.username LIKE 'p%'
    )
    INSERT INTO conversations (low_id, high_id, last_number)
    SELECT LEAST(one_id, other_id), GREATEST(one_id, other_id),
      CASE WHEN other_id = ${bruno.id} THEN 20000 ELSE 10 END
    FROM pairs`.execute(app.db)
  // As one statement all 50,000 take 1.1 s alone: on a busy machine that can exceed the `statement_timeout` of 15 s.
  for (const length of [20_000, 10])
    await sql`
      INSERT INTO messages (conversation_id, number, sender_id, client_id, text)
      SELECT conversations.id, n, CASE WHEN n % 2 = 0 THEN low_id ELSE high_id END, gen_random_uuid(), 'Ciao'
      FROM conversations, LATERAL generate_series(1, last_number) n WHERE last_number = ${length}`.execute(app.db)
  await sql`
    INSERT INTO conversation_members
      (user_id, other_id, conversation_id, request_status, position, read_up_to, last_incoming)
    SELECT side.user_id, side.other_id, conversation.id, 'accepted', last_message.id,
      CASE WHEN conversation.id % 2 = 0 THEN 0 ELSE last_number END, last_number
    FROM conversations conversation
      JOIN messages last_message ON last_message.conversation_id = conversation.id AND number = last_number,
      LATERAL (VALUES (low_id, high_id), (high_id, low_id)) side (user_id, other_id)`.execute(app.db)
  await sql`VACUUM ANALYZE`.execute(app.db)
})

const largeTables = ['messages', 'conversations', 'conversation_members', 'users']

test('Reading pages of 20,000 messages and a thousand conversations scans no table', async () => {
  const before = Number.MAX_SAFE_INTEGER
  await inTransaction(app.db, async (trx) => {
    const statements = [
      [
        'x.number < $3::bigint',
        [alice.id, bruno.id, before, 31, 0],
        await findMessages(trx, { viewerId: alice.id, otherId: bruno.id, before, limit: 31, offset: 0 }),
      ],
      [
        'me.request_status = $2',
        [alice.id, 'accepted', before, 11, 0],
        await findConversations(trx, { viewerId: alice.id, requestStatus: 'accepted', before, limit: 11, offset: 0 }),
      ],
      ['WHERE u.id = $2 AND u.id <> $1', [alice.id, bruno.id], [await findConversation(trx, alice.id, bruno.id)]],
      ['AS requests_count', [alice.id], [await countConversations(trx, alice.id)]],
      ['me.last_incoming AS up_to', [alice.id, 50], await findUndelivered(trx, alice.id, 50)],
    ] as const
    for (const [fragment, parameters, rows] of statements) {
      expect(rows.length).toBeGreaterThan(0)
      const nodes = await explainPrepared(trx, fragment, [...parameters])
      const scans = nodes.filter(
        (node) => node['Node Type'] === 'Seq Scan' && largeTables.includes(node['Relation Name'] ?? ''),
      )
      // The rows of a page may be sorted, but not those that LIMIT cuts it from.
      const sorted = nodes.filter(
        (node) => node['Node Type'] === 'Limit' && node.Plans?.some((below) => below['Node Type'] === 'Sort'),
      )
      expect([fragment, scans, sorted]).toEqual([fragment, [], []])
    }
  })
})
