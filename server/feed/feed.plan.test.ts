import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/database/connect.ts'
import { cellsAt, haversineOfMetres, type Point } from '#server/platform/geography.ts'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'
import { scannedCells } from './area-scan.queries.ts'
import { createFeedCache } from './cache/feed-cache.ts'
import { findFirstPage, findNearbyPosts, findPageAfter } from './feed.queries.ts'
import { maxId, radii } from './feed.rules.ts'

// Query plans of the feed, on a table so large that the planner might choose worse ones.

const milano: Point = { latitude: 45.46, longitude: 9.19 }
/** 9 km away, in one of the cells that cover 5 km around Milano. */
const sanDonato: Point = { latitude: 45.39, longitude: 9.24 }

let app: TestApp
let alice: TestUser
let placeId: number

beforeAll(async () => {
  app = await createTestApp()
  alice = await app.createUser('alice')
  placeId = await app.findPlaceId('Milano')
})
afterAll(() => app.close())

type PostsInput = { count: number; point: Point; authorIds: number[]; followersOnly?: boolean }
/** Inserts posts at one point, each newer than the one before, by the authors in turn. */
async function insertPosts(
  db: Database,
  { count, point, authorIds, followersOnly = false }: PostsInput,
): Promise<void> {
  const { c4, c5 } = cellsAt(point)
  await sql`
    INSERT INTO posts (id, author_id, place_id, latitude, longitude, c4, c5, followers_only, text)
    SELECT time_ordered_id(now() - interval '1 day' + n * interval '1 second'),
      (${authorIds}::bigint[])[1 + n % ${authorIds.length}], ${placeId},
      ${point.latitude}::float8, ${point.longitude}::float8, ${c4}::bigint, ${c5}::bigint, ${followersOnly}, 'x'
    FROM generate_series(1, ${count}::int) n`.execute(db)
}

describe('With 60,000 posts in and around Milano', () => {
  beforeAll(async () => {
    const authors = await Promise.all(Array.from({ length: 10 }, (_, n) => app.createUser(`autrice${n}`)))
    for (let town = 0; town < 60; town++) {
      await insertPosts(app.db, {
        count: 1000,
        point: { latitude: 45.1 + (town % 10) * 0.07, longitude: 8.8 + Math.floor(town / 10) * 0.13 },
        authorIds: authors.map(({ id }) => id),
      })
    }
    await sql`
      INSERT INTO feed_changes (subject, subject_id, changed_by)
      SELECT 'author', n, pg_current_xact_id() FROM generate_series(1, 20000) n`.execute(app.db)
    await sql`VACUUM ANALYZE posts, feed_changes`.execute(app.db)
  })

  test.each(radii)('the feed of $km km merges ordered index scans, without sorting', async (radius) => {
    const area = { point: milano, radius }
    const cells = scannedCells(area)
    await app.db.transaction().execute(async (trx) => {
      const { posts } = await findNearbyPosts(trx, { viewerId: alice.id, area, before: maxId, wanted: 11 })
      expect(posts).toHaveLength(11)
      const nodes = await explainPrepared(
        trx,
        `c${radius.resolution} = $${7 + cells.length} AND id < $2 ORDER BY id DESC)\n ORDER BY id DESC LIMIT $3`,
        [alice.id, maxId, 500, 11, milano.latitude, milano.longitude, haversineOfMetres(radius.km * 1000), ...cells],
      )
      const kinds = nodes.map((node) => node['Node Type'])
      expect(kinds).toContain('Merge Append')
      expect(kinds.filter((kind) => /Sort|Bitmap|Hash|Gather/.test(kind))).toEqual([])
      const scans = nodes.filter((node) => node['Index Name'] === `posts_c${radius.resolution}`)
      expect(scans.map((node) => node['Node Type'])).toEqual(cells.map(() => 'Index Only Scan'))
    })
  })

  test('the cache is confirmed by index lookups, without scans', async () => {
    await app.db.transaction().execute(async (trx) => {
      const cache = createFeedCache(trx)
      await cache.published.refresh()
      const page = await cache.findPage({ viewerId: alice.id, point: milano, limit: 10, cursor: null })
      expect(page?.posts).toHaveLength(10)
      const nodes = await explainPrepared(trx, 'AS viewers', [
        cache.published.snapshot ?? '',
        `{${alice.id}}`,
        ['{1,2}'],
        [`{${alice.id}}`],
        ['{}'],
        '{1,2}',
      ])
      const readsOf = (relation: string) =>
        nodes.filter((node) => node['Relation Name'] === relation).map((node) => node['Node Type'])
      expect(readsOf('posts')).toEqual(['Index Scan'])
      expect(readsOf('feed_changes')).toEqual(['Index Scan'])
      expect(nodes.map((node) => node['Node Type']).filter((kind) => /Bitmap|Gather/.test(kind))).toEqual([])
    })
  })

  test('the feed of everywhere reads posts in the order of their ids, without sorting', async () => {
    await app.db.transaction().execute(async (trx) => {
      await findNearbyPosts(trx, { viewerId: alice.id, area: null, before: maxId, wanted: 11 })
      const nodes = await explainPrepared(trx, 'WHERE id < $2 ORDER BY id DESC LIMIT $3', [alice.id, maxId, 500, 11])
      expect(nodes.map((node) => node['Node Type']).filter((kind) => /Sort|Bitmap|Hash|Gather/.test(kind))).toEqual([])
      expect(nodes.map((node) => node['Index Name'])).toContain('posts_pkey')
    })
  })
})

test('With few visible posts among thousands of hidden ones, pages miss and repeat no post', async () => {
  const newApp = await createTestApp()
  try {
    const carla = await newApp.createUser('carla')
    const dario = await newApp.createUser('dario')
    placeId = await newApp.findPlaceId('Milano')
    await insertPosts(newApp.db, { count: 12, point: milano, authorIds: [carla.id] })
    await insertPosts(newApp.db, { count: 9000, point: sanDonato, authorIds: [carla.id] })
    await insertPosts(newApp.db, { count: 6000, point: milano, authorIds: [carla.id], followersOnly: true })
    await insertPosts(newApp.db, { count: 4, point: milano, authorIds: [carla.id] })
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM posts WHERE latitude = ${milano.latitude} AND NOT followers_only
      ORDER BY id DESC`.execute(newApp.db)
    const seen: number[] = []
    let cursor: { km: 5; before: number } | null = { km: 5, before: maxId }
    let pages = 0
    while (cursor) {
      const page = await findPageAfter(newApp.db, { viewerId: dario.id, point: milano, limit: 3, cursor })
      seen.push(...page.posts.map(({ id }) => id))
      cursor = page.cursor && { km: 5, before: page.cursor.before }
      expect(++pages).toBeLessThan(40)
    }
    expect(seen).toEqual(rows.map(({ id }) => id))
  } finally {
    await newApp.close()
  }
})

test('The feed widens until it holds 30 posts of the last 30 days that the viewer may see', async () => {
  const newApp = await createTestApp()
  try {
    const elena = await newApp.createUser('elena')
    // Ten posts of an author count: nobody writes more here.
    const others = await Promise.all(
      Array.from({ length: 9 }, async (_, n) => (await newApp.createUser(`altra${n}`)).id),
    )
    const fabio = await newApp.createUser('fabio')
    placeId = await newApp.findPlaceId('Milano')
    const findRadiusKm = async () =>
      (await findFirstPage(newApp.db, { viewerId: fabio.id, point: milano, limit: 10, offset: 0 })).km
    await insertPosts(newApp.db, { count: 29, point: milano, authorIds: [elena.id, ...others] })
    expect(await findRadiusKm()).toBeNull()
    await insertPosts(newApp.db, { count: 1, point: { latitude: 45.9, longitude: 9.19 }, authorIds: [elena.id] }) // 49 km
    expect(await findRadiusKm()).toBe(100)
    await insertPosts(newApp.db, { count: 1, point: sanDonato, authorIds: [elena.id] }) // 9 km
    expect(await findRadiusKm()).toBe(25)
    // For followers only, so not for Fabio.
    await insertPosts(newApp.db, { count: 1, point: milano, authorIds: [elena.id], followersOnly: true })
    expect(await findRadiusKm()).toBe(25)
    await insertPosts(newApp.db, { count: 1, point: milano, authorIds: [elena.id] })
    expect(await findRadiusKm()).toBe(5)
    expect((await findFirstPage(newApp.db, { viewerId: fabio.id, point: null, limit: 10, offset: 0 })).km).toBeNull()
  } finally {
    await newApp.close()
  }
})
