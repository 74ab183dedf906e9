import { beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { inBlocks } from '#server/testing/harness/in-blocks.ts'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { type TestApp, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { countMap } from './map.actions.ts'
import { findCells, findPlaces } from './map.queries.ts'

// 60,000 posts at 9,000 places: no request reads them to count them.

const app = useTestApp()
const [alice, bruno] = useUsers(app, 'alice', 'bruno')
beforeAll(async () => {
  await sql`
    INSERT INTO users (username, email, password_hash)
    SELECT 'fonte' || n, 'fonte' || n || '@example.it', '' FROM generate_series(1, 1000) n`.execute(app.db)
  // As one statement these take 2.4 s alone.
  await inBlocks(60_000, 5000, (from, to) =>
    sql`
      INSERT INTO posts (id, author_id, place_id, latitude, longitude, c4, c5, text)
      SELECT time_ordered_id(now() - n * interval '30 seconds'), users.id, pl.id, pl.latitude, pl.longitude, pl.c4, pl.c5,
        'x'
      FROM generate_series(${from}::int, ${to}::int) n JOIN users ON username = 'fonte' || 1 + n % 1000
        JOIN LATERAL (SELECT * FROM places WHERE id = (SELECT min(id) FROM places) + n * 7 % 9000) pl ON true`.execute(
      app.db,
    ),
  )
  await sql`
    INSERT INTO blocks (blocker_id, blocked_id)
    SELECT ${bruno.id}, id FROM users WHERE username LIKE 'fonte%' ORDER BY id LIMIT 5`.execute(app.db)
  await countMap(app.db)
  await sql`VACUUM ANALYZE`.execute(app.db)
})

const box = { west: 9, south: 45, east: 10, north: 46 }
const corners = [box.west, box.south, box.east, box.north, box.west + 360, box.east + 360]
const period = 'week'

/** Runs `find` and explains the statement that it has prepared with this fragment. */
async function explain(find: (trx: TestApp['db']) => Promise<unknown[]>, fragment: string, values: number[]) {
  return inTransaction(app.db, async (trx) => {
    expect((await find(trx)).length).toBeGreaterThan(5)
    return explainPrepared(trx, fragment, values)
  })
}
type Nodes = Awaited<ReturnType<typeof explain>>
const readsOf = (nodes: Nodes, relation: string) =>
  nodes.filter((node) => node['Relation Name'] === relation).map((node) => node['Node Type'])
const indexesOf = (nodes: Nodes) => nodes.map((node) => node['Index Name'])

describe('Counts are read by the box, for somebody', () => {
  test('the cells, without a look at posts', async () => {
    const find = (trx: TestApp['db']) => findCells(trx, 5, { viewerId: alice.id, period, box })
    const nodes = await explain(find, 'c.posts_week AS posts, c.newest_ids[1] AS newest_id, c.place_id', [
      alice.id,
      5,
      ...corners,
    ])
    expect(readsOf(nodes, 'posts')).toEqual([])
    expect(readsOf(nodes, 'map_cells')).toEqual(['Bitmap Heap Scan'])
    expect(indexesOf(nodes)).toContain('map_cells_box')
  })

  test('the places, with a look at the post of each picture', async () => {
    const find = (trx: TestApp['db']) => findPlaces(trx, { viewerId: alice.id, period, box })
    const nodes = await explain(find, 'c.posts_week AS posts, c.newest_ids[1] AS newest_id, c.picture_ids', [
      alice.id,
      ...corners,
    ])
    expect(indexesOf(nodes)).toContain('map_places_point')
    expect(readsOf(nodes, 'map_places')).toEqual(['Bitmap Heap Scan'])
    expect(readsOf(nodes, 'posts')).toEqual(['Index Scan'])
    expect(indexesOf(nodes)).toContain('posts_pkey')
  })
})

test('Posts that a block hides are found by their authors, and the kept posts by their ids', async () => {
  await inTransaction(app.db, async (trx) => {
    await findPlaces(trx, { viewerId: bruno.id, period, box })
    await findCells(trx, 5, { viewerId: bruno.id, period, box })
    for (const [fragment, values] of [
      ['c.place_id::text AS id, h.posts AS hidden_posts', [bruno.id, 'ARRAY[1]::bigint[]']],
      ['c.cell::text AS id, h.posts AS hidden_posts', [bruno.id, 5, 'ARRAY[1]::bigint[]']],
    ] as const) {
      const { rows } = await sql<{ name: string }>`
        SELECT name FROM pg_prepared_statements WHERE position(${fragment} IN statement) > 0
          AND position('168 *' IN statement) > 0`.execute(trx)
      expect(rows).toHaveLength(1)
      const explained = await sql<{ 'QUERY PLAN': string }>`
        EXPLAIN EXECUTE ${sql.id(rows[0]!.name)} (${sql.raw(values.join())})`.execute(trx)
      const plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain('Index Scan using posts_author')
      expect(plan).toContain('Index Scan using posts_pkey')
      expect(plan).not.toMatch(/Seq Scan on (posts|users|map_places|map_cells)/)
    }
  })
})
