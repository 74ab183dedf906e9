import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { useTestApp } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { findLog, findSuspended } from './moderation-log.queries.ts'
import { countOpenReports, findClosedReports, findOpenReports } from './reports.queries.ts'

// Pages of the queue and of the log among very many reports: no statement may scan a large table.

const app = useTestApp()
beforeAll(async () => {
  await app.jobs.stop()
  const { db } = app
  const placeId = await app.findPlaceId('Bergamo')
  await sql`
    INSERT INTO users (username, email, password_hash)
    SELECT 'fan' || n, 'fan' || n || '@example.it', '' FROM generate_series(1, 5000) n`.execute(db)
  await sql`ANALYZE users`.execute(db)
  await sql`
    INSERT INTO posts (id, author_id, place_id, latitude, longitude, c4, c5, text)
    SELECT time_ordered_id(), u.id, p.id, p.latitude, p.longitude, p.c4, p.c5, 'Ciao'
    FROM users u CROSS JOIN places p WHERE p.id = ${placeId}`.execute(db)
  await sql`
    INSERT INTO moderation_log (action, by_operator, user_id, target_type, content_id, reasons, reports_count)
    SELECT CASE WHEN p.id % 3 = 0 THEN 'suspend' ELSE 'dismiss' END, false, p.author_id, 'post', p.id, '{spam}', 1
    FROM posts p`.execute(db)
  await sql`UPDATE users SET suspended_at = now() WHERE id % 20 = 0`.execute(db)
  await sql`
    INSERT INTO reports (reporter_id, reported_user_id, post_id, reason, text, closed_by)
    SELECT u.id, p.author_id, p.id, 'spam', 'Sempre lui', CASE WHEN n > 1 THEN l.id END
    FROM moderation_log l JOIN posts p ON p.id = l.content_id CROSS JOIN generate_series(1, 3) n
      JOIN users u ON u.username = 'fan' || (p.author_id * 7 + n * 13) % 5000 + 1
    WHERE u.id <> p.author_id ON CONFLICT DO NOTHING`.execute(db)
  await sql`
    INSERT INTO conversations (low_id, high_id, last_number)
    SELECT * FROM (SELECT id AS low_id, lead(id) OVER (ORDER BY id) AS high_id, 1 FROM users) pair
    WHERE high_id IS NOT NULL`.execute(db)
  await sql`
    INSERT INTO messages (conversation_id, number, sender_id, client_id, text, deleted_at)
    SELECT id, 1, low_id, gen_random_uuid(), 'Ciao', CASE WHEN id % 2 = 0 THEN now() END FROM conversations`.execute(db)
  await sql`
    INSERT INTO reports (reporter_id, reported_user_id, message_id, reason, text)
    SELECT c.high_id, x.sender_id, x.id, 'spam', ''
    FROM messages x JOIN conversations c ON c.id = x.conversation_id`.execute(db)
  await sql`VACUUM ANALYZE`.execute(db)
})

const largeTables = ['users', 'posts', 'reports', 'moderation_log', 'messages']
const page = { before: Number.MAX_SAFE_INTEGER, limit: 21, offset: 0 }

test('The queue, the decisions, the suspended users, the log and the count scan no large table', async () => {
  // Each with a part of its text that no other statement contains.
  const statements = [
    [() => findOpenReports, [page], 'AND report.id < $1'],
    [() => findClosedReports, [page], 'log.reports_count > 0 AND log.id < $1'],
    [() => findSuspended, [page], "log.action = 'suspend' AND log.id < $1"],
    [() => findLog, [page], 'u.username, log.target_type'],
    [() => countOpenReports, [], 'LIMIT 100) entry'],
  ] as const
  await inTransaction(app.db, async (trx) => {
    for (const [statementOf, input, textPart] of statements) {
      const find = statementOf() as (db: typeof trx, ...input: readonly unknown[]) => Promise<unknown[] | number>
      const found = await find(trx, ...input)
      expect(typeof found === 'number' ? found : found.length).toBeGreaterThan(20)
      const nodes = await explainPrepared(trx, textPart, input.flatMap(Object.values<number>))
      const scans = nodes.filter(
        (node) =>
          (node['Node Type'] === 'Seq Scan' && largeTables.includes(node['Relation Name'] ?? '')) ||
          /Bitmap/.test(node['Node Type']),
      )
      expect([textPart, scans]).toEqual([textPart, []])
    }
  })
})
