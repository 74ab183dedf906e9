import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { findEventsInArea, findEventsOfPlace } from './events.queries.ts'

// A page of events comes in order from one index, and of those who go only the last ones are read.

const app = useTestApp()
const [alice] = useUsers(app, 'alice')
let placeId: number
beforeAll(async () => {
  placeId = await app.findPlaceId('Piazza del Duomo', 'Milano')
  await sql`
    INSERT INTO users (username, email, password_hash)
    SELECT 'p' || n, 'p' || n || '@example.it', '' FROM generate_series(1, 2000) n`.execute(app.db)
  await sql`
    INSERT INTO events (place_id, author_id, title, description, starts_at, over_at)
    SELECT CASE WHEN n % 500 = 0 THEN ${placeId}::bigint ELSE (SELECT min(id) FROM places) + n % 500 END, ${alice.id}, 'Evento', '', now() + n * interval '1 minute',
      now() + n * interval '1 minute' + interval '3 hours'
    FROM generate_series(1, 20000) n`.execute(app.db)
  await sql`
    INSERT INTO event_attendances (event_id, user_id)
    SELECT e.id, u.id FROM (SELECT id FROM events ORDER BY id LIMIT 20) e CROSS JOIN users u`.execute(app.db)
  await sql`VACUUM ANALYZE users, events, event_attendances`.execute(app.db)
})

test('The events of a place come in order from one index, and the last who go from another', () =>
  inTransaction(app.db, async (trx) => {
    await findEventsOfPlace(trx, { viewerId: alice.id, placeId, startsMs: 0, afterId: 0, limit: 11, offset: 0 })
    const nodes = await explainPrepared(trx, 'e.place_id = $2 AND (e.starts_at', [alice.id, placeId, 0, 0, 11, 0])
    const indexOf = (table: string) =>
      new Set(nodes.filter((node) => node['Relation Name'] === table).map((node) => node['Index Name']))
    expect(indexOf('events')).toEqual(new Set(['events_place']))
    expect(indexOf('event_attendances')).toEqual(new Set(['event_attendances_newest', 'event_attendances_pkey']))
  }))

test('The events of a week in a part of the map come from the index of their times', () =>
  inTransaction(app.db, async (trx) => {
    const box = { west: 9.18, south: 45.45, east: 9.2, north: 45.47 }
    await findEventsInArea(trx, { viewerId: alice.id, ...box })
    const nodes = await explainPrepared(trx, 'pl.latitude BETWEEN $3', [alice.id, 9.18, 45.45, 9.2, 45.47])
    const events = nodes.filter((node) => node['Relation Name'] === 'events')
    expect(events.map((node) => node['Index Name'])).toEqual(['events_starts'])
    const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'])
    expect(scanned).not.toContain('places')
  }))
