import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/database/connect.ts'
import { cellsAt, haversineOfMetres, type Point } from '#server/platform/geography.ts'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { createTestApp, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { areaOf, scannedCells } from './area-scan.queries.ts'
import { createFeedCache } from './cache/feed-cache.ts'
import { findFeedPage, findPostsOfArea } from './feed.queries.ts'
import { circles, type FeedCursor, maxId } from './feed.rules.ts'

// Query plans of the feed, on a table so large that the planner might choose worse ones.

const milano: Point = { latitude: 45.455, longitude: 9.19 }
/** 8 km away, in one of the cells that cover 5 km around Milano. */
const sanDonato: Point = { latitude: 45.39, longitude: 9.24 }

const app = useTestApp()
const [alice] = useUsers(app, 'alice')
let placeId: number

beforeAll(async () => {
  placeId = await app.findPlaceId('Milano')
})

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

  test.each(circles)('the feed of $km km merges ordered index scans, without sorting', async (circle) => {
    const area = areaOf(milano, { km: circle.km, withoutKm: null })
    const cells = scannedCells(area)
    await app.db.transaction().execute(async (trx) => {
      const { posts } = await findPostsOfArea(trx, { viewerId: alice.id, area, before: maxId, wanted: 11 })
      expect(posts).toHaveLength(11)
      const nodes = await explainPrepared(
        trx,
        `c${circle.resolution} = $${7 + cells.length} AND id < $2 ORDER BY id DESC)\n ORDER BY id DESC LIMIT $3`,
        [alice.id, maxId, 500, 11, milano.latitude, milano.longitude, haversineOfMetres(circle.km * 1000), ...cells],
      )
      const kinds = nodes.map((node) => node['Node Type'])
      expect(kinds).toContain('Merge Append')
      expect(kinds.filter((kind) => /Sort|Bitmap|Hash|Gather/.test(kind))).toEqual([])
      const scans = nodes.filter((node) => node['Index Name'] === `posts_c${circle.resolution}`)
      expect(scans.map((node) => node['Node Type'])).toEqual(cells.map(() => 'Index Only Scan'))
    })
  })

  test('the cache is confirmed by index lookups, without scans', async () => {
    await app.db.transaction().execute(async (trx) => {
      const cache = createFeedCache(trx)
      await cache.published.refresh()
      const page = await cache.findPage({ viewerId: alice.id, point: milano, radius: 'auto', limit: 10, cursor: null })
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
      // For the counters, and for the confirmed people.
      expect(readsOf('posts')).toEqual(['Index Scan', 'Index Scan'])
      expect(readsOf('feed_changes')).toEqual(['Index Scan'])
      expect(nodes.map((node) => node['Node Type']).filter((kind) => /Bitmap|Gather/.test(kind))).toEqual([])
    })
  })

  test('the feed of everywhere reads posts in the order of their ids, without sorting', async () => {
    await app.db.transaction().execute(async (trx) => {
      await findPostsOfArea(trx, {
        viewerId: alice.id,
        area: areaOf(null, { km: null, withoutKm: null }),
        before: maxId,
        wanted: 11,
      })
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
    let cursor: FeedCursor | null = null
    let pages = 0
    do {
      const request = { viewerId: dario.id, point: milano, radius: '5', limit: 3, offset: 0, cursor } as const
      const page = await findFeedPage(newApp.db, request)
      seen.push(...page.posts.map(({ id }) => id))
      cursor = page.cursor
      expect(++pages).toBeLessThan(40)
    } while (cursor)
    expect(seen).toEqual(rows.map(({ id }) => id))
  } finally {
    await newApp.close()
  }
})

test('Nearby posts come first, however old and few: then a little farther, then everywhere', async () => {
  const newApp = await createTestApp()
  try {
    const elena = await newApp.createUser('elena')
    const fabio = await newApp.createUser('fabio')
    placeId = await newApp.findPlaceId('Milano')
    const insertAt = (point: Point) => insertPosts(newApp.db, { count: 2, point, authorIds: [elena.id] })
    await insertAt(milano)
    await insertAt(sanDonato)
    await insertAt({ latitude: 45.9, longitude: 9.19 }) // 49 km
    await insertAt({ latitude: 41.9, longitude: 12.48 }) // Roma
    await insertPosts(newApp.db, { count: 1, point: milano, authorIds: [elena.id], followersOnly: true })
    const readKms = async (point: Point | null, radius: 'auto' | '25') => {
      const request = { viewerId: fabio.id, point, radius, limit: 10, offset: 0, cursor: null }
      return (await findFeedPage(newApp.db, request)).posts.map(({ km }) => km)
    }
    expect(await readKms(milano, 'auto')).toEqual([5, 5, 25, 25, 100, 100, null, null])
    expect(await readKms(milano, '25')).toEqual([25, 25, 25, 25])
    expect(await readKms(null, '25')).toEqual(Array(8).fill(null))
  } finally {
    await newApp.close()
  }
})
