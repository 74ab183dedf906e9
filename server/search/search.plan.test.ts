import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { maxId } from '#server/feed/feed.rules.ts'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { findHashtags } from './hashtags.queries.ts'
import { findPlaces, findUsers } from './search.queries.ts'
import { findTownsByName, findTownsByTypo } from './towns.queries.ts'
import { findPostIdsByWords, maxSortedMatches } from './words.queries.ts'

// A search reads indexes and scans no table.

const app = useTestApp()
const [alice] = useUsers(app, 'alice')
beforeAll(async () => {
  await sql`
    INSERT INTO users (username, email, password_hash, display_name, display_name_key)
    SELECT
      (ARRAY['giulia', 'marco', 'sofia', 'luca', 'rosa'])[1 + n % 5] || '.' || n, 'p' || n || '@example.it', '', name, lower(name)
    FROM generate_series(1, 15000) n
      CROSS JOIN LATERAL (SELECT CASE WHEN n % 2 = 0 THEN 'Persona Numero' || n END AS name) named`.execute(app.db)
  await sql`
    INSERT INTO posts (id, author_id, place_id, latitude, longitude, c4, c5, text)
    SELECT time_ordered_id(now() - n * interval '1 second'), ${alice.id}, pl.id, pl.latitude, pl.longitude, pl.c4, pl.c5,
      CASE WHEN n % 1000 = 0 THEN 'Un raro giorno' ELSE 'Un comune giorno' END
    FROM generate_series(1, 20000) n CROSS JOIN (SELECT * FROM places LIMIT 1) pl`.execute(app.db)
  await sql`INSERT INTO post_hashtags SELECT 'comune', id, c4, c5 FROM posts`.execute(app.db)
  await sql`VACUUM ANALYZE users, places, posts, post_hashtags`.execute(app.db)
})

const milano = { latitude: 45.46, longitude: 9.19 }
const noIds = '{}'
const typoParameters = [2, 2, '{gu}', '{igula}']

test.for([
  ['users by prefix', 'users', 'u.key = $2 DESC', ['giu', noIds, 'giu'], 'users_search_key'],
  ['users by a word of the display name', 'users', 'u.key = $2 DESC', ['n', noIds, 'n'], 'users_display_name_words'],
  ['users by a word inside', 'users', "LIKE '%' || $2 || '%'", ['giu', noIds], 'users_search_trigrams'],
  ['users by a typo', 'users', 'unnest($6::text[]) AS prefix', ['gulia', noIds, ...typoParameters], 'users_search_key'],
  ['users by similarity', 'users', '$2 <% username_search_key', ['gulia', noIds], 'users_search_trigrams'],
  ['places by prefix', 'places', 'pl.search_name = $1 DESC', ['pia', 45, 9, noIds], 'places_search_name'],
  [
    'places by a word inside',
    'places',
    "search_name LIKE '% ' || $1 || '%'",
    ['pia', 45, 9, noIds],
    'places_search_trigrams',
  ],
  [
    'places by a typo',
    'places',
    'unnest($7::text[]) AS prefix',
    ['piaza', 45, 9, noIds, ...typoParameters],
    'places_search_name',
  ],
] as const)('An index serves %s', async ([_case, table, statementPart, parameters, index]) => {
  await inTransaction(app.db, async (trx) => {
    await findUsers(trx, alice.id, 'xgulia')
    await findPlaces(trx, 'xpiaza', milano)
    const nodes = await explainPrepared(
      trx,
      statementPart,
      table === 'users' ? [alice.id, ...parameters] : [...parameters],
    )
    const scans = nodes.filter(
      (node) => node['Relation Name'] === (table === 'users' ? 'users' : 'places') || node['Index Name'] !== undefined,
    )
    expect(scans.map((node) => node['Index Name'])).toContain(index)
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'])).not.toContain(
      table === 'users' ? 'users' : 'places',
    )
  })
})

test('Towns are looked up in the index of their names, or compared among themselves, and read by their id', () =>
  inTransaction(app.db, async (trx) => {
    await findTownsByName(trx, 'xreggio')
    await findTownsByTypo(trx, 'xreggio', 0)
    const byName = await explainPrepared(trx, 'matches', ['reggio', 'reggioemilia'])
    const byTypo = await explainPrepared(trx, 'fewest', [['regio'], 1, ['rgeio']])
    expect(byName.map((node) => node['Index Name'])).toContain('town_names_pkey')
    for (const nodes of [byName, byTypo]) {
      const read = nodes.filter((node) => node['Relation Name'] === 'places')
      expect(read.map((node) => node['Index Name'])).toEqual(['places_pkey'])
    }
  }))

test.for(['comune', 'raro'])(
  'The posts with “%s” are counted in the index of words, at most a thousand are read',
  (word) =>
    inTransaction(app.db, async (trx) => {
      await findPostIdsByWords(trx, { viewerId: alice.id, words: word, withBeginning: true, before: maxId, limit: 11 })
      const nodes = await explainPrepared(trx, `LIMIT ${maxSortedMatches + 1}`, [word, 'true'])
      expect(nodes.map((node) => node['Index Name'])).toContain('posts_stored_words')
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
    }),
)

test('The newest posts with a common word are walked to, without a sort', () =>
  inTransaction(app.db, async (trx) => {
    await findPostIdsByWords(trx, {
      viewerId: alice.id,
      words: 'comune',
      withBeginning: true,
      before: maxId,
      limit: 11,
    })
    const nodes = await explainPrepared(trx, 'WITH walked AS', [alice.id, 'comune', 'true', maxId, 11])
    const walked = nodes.find((node) => node['Relation Name'] === 'posts')
    expect(walked?.['Index Name']).toBe('posts_pkey')
  }))

test('Hashtags by their beginning are found from one to the next', () =>
  inTransaction(app.db, async (trx) => {
    await findHashtags(trx, alice.id, 'com')
    const nodes = await explainPrepared(trx, 'WITH RECURSIVE tags AS', [alice.id, 'com'])
    const scans = nodes.filter((node) => ['post_hashtags', 'posts'].includes(node['Relation Name'] ?? ''))
    expect(scans.map((node) => node['Node Type'])).not.toContain('Seq Scan')
    expect(scans.map((node) => node['Index Name'])).not.toContain('post_hashtags_post')
    expect(scans.length).toBeGreaterThan(0)
  }))
