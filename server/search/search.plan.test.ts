import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { createTestWorld, type TestUser, type TestWorld } from '#server/testing/fixtures/test-world.ts'
import { findPlaces, findUsers } from './search.queries.ts'

// What somebody types is looked for in indexes, and never read through the whole table.

let world: TestWorld
let alice: TestUser
beforeAll(async () => {
  world = await createTestWorld()
  alice = await world.createUser('alice')
  await sql`
    INSERT INTO users (username, email, password_hash)
    SELECT (ARRAY['giulia', 'marco', 'sofia', 'luca', 'rosa'])[1 + n % 5] || '.' || n, 'p' || n || '@example.it', '' FROM generate_series(1, 15000) n`.execute(
    world.db,
  )
  await sql`VACUUM ANALYZE users, places`.execute(world.db)
})
afterAll(() => world.close())

const milano = { latitude: 45.46, longitude: 9.19 }
const none = '{}'
const guess = [2, 2, '{gu}', '{igula}']

test.each([
  ['people by the beginning', 'people', 'u.key = $2 DESC', ['giu', none], 'users_search_key'],
  ['people by what is inside', 'people', "LIKE '%' || $2 || '%'", ['giu', none], 'users_search_trigrams'],
  [
    'people by a mistyped name',
    'people',
    'unnest($6::text[]) AS beginning',
    ['gulia', none, ...guess],
    'users_search_key',
  ],
  ['people by likeness', 'people', '$2 <% username_search_key', ['gulia', none], 'users_search_trigrams'],
  ['places by the beginning', 'places', 'pl.search_name = $1 DESC', ['pia', 45, 9, none], 'places_search_name'],
  [
    'places by what is inside',
    'places',
    "search_name LIKE '% ' || $1 || '%'",
    ['pia', 45, 9, none],
    'places_search_trigrams',
  ],
  [
    'places by a mistyped name',
    'places',
    'unnest($7::text[]) AS beginning',
    ['piaza', 45, 9, none, ...guess],
    'places_search_name',
  ],
] as const)('%s', async (_what, table, telling, parameters, index) => {
  await world.db.transaction().execute(async (trx) => {
    await findUsers(trx, alice.id, 'xgulia')
    await findPlaces(trx, 'xpiaza', milano)
    const nodes = await explainPrepared(trx, telling, table === 'people' ? [alice.id, ...parameters] : [...parameters])
    const read = nodes.filter(
      (node) => node['Relation Name'] === (table === 'people' ? 'users' : 'places') || node['Index Name'] !== undefined,
    )
    expect(read.map((node) => node['Index Name'])).toContain(index)
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'])).not.toContain(
      table === 'people' ? 'users' : 'places',
    )
  })
})
