import { beforeAll, describe, expect, test } from 'vitest'
import { circlesOfRadius, type FeedRadius } from '#contract/feed-radius.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { cellsAt, haversineOfMetres, type Point } from '#server/platform/geography.ts'
import { explainFound } from '#server/testing/harness/query-plan.ts'
import { createTestApp, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { areaOf } from './area-scan.queries.ts'
import { createFeed } from './feed-page.queries.ts'
import { circles, type FeedCursor, maxId } from './feed.rules.ts'
import { PopulatedCells } from './populated-cells.ts'

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

async function loadCells(db: Database): Promise<PopulatedCells> {
  const cells = new PopulatedCells(db)
  await cells.refresh()
  return cells
}

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
    await sql`VACUUM ANALYZE posts`.execute(app.db)
  })

  /** Reads a page, and returns the nodes of the plan below the sorting of its posts. */
  async function explainPage(radius: FeedRadius, fragment: string) {
    const cells = await loadCells(app.db)
    return inTransaction(app.db, async (trx) => {
      const request = { viewerId: alice.id, point: milano, radius, limit: 10, offset: 0, cursor: null }
      expect((await createFeed(trx, cells.find)(request)).posts).toHaveLength(10)
      const scanned =
        areaOf(cells.find, milano, { km: circlesOfRadius[radius][0] ?? null, withoutKm: null })?.cells ?? []
      const values = [alice.id, 11, maxId, milano.latitude, milano.longitude, 'NULL', ...scanned]
      const nodes = await explainFound(
        trx,
        fragment,
        values.map((value) => `{${value}}`),
      )
      expect(nodes.map((node) => node['Node Type']).filter((kind) => /Sort|Bitmap|Hash|Gather/.test(kind))).toEqual([])
      return { nodes, scanned }
    })
  }

  test.each(circles)('the feed of $km km merges ordered index scans, without sorting', async ({ km, resolution }) => {
    const { nodes, scanned } = await explainPage(`${km}`, `<= ${haversineOfMetres(km * 1000)}`)
    expect(nodes.map((node) => node['Node Type'])).toContain('Merge Append')
    const scans = nodes.filter((node) => node['Index Name'] === `posts_c${resolution}`)
    expect(scans.map((node) => node['Node Type'])).toEqual(scanned.map(() => 'Index Only Scan'))
  })

  test('the feed of everywhere reads posts in the order of their ids, without sorting', async () => {
    const { nodes } = await explainPage('everywhere', 'NULL::int AS km')
    expect(nodes.map((node) => node['Index Name'])).toContain('posts_pkey')
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
    const findFeedPage = createFeed(newApp.db, (await loadCells(newApp.db)).find)
    const seen: number[] = []
    let cursor: FeedCursor | null = null
    let pages = 0
    do {
      const request = { viewerId: dario.id, point: milano, radius: '5', limit: 3, offset: 0, cursor } as const
      const page = await findFeedPage(request)
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
    const findFeedPage = createFeed(newApp.db, (await loadCells(newApp.db)).find)
    const readKms = async (point: Point | null, radius: 'auto' | '25') => {
      const request = { viewerId: fabio.id, point, radius, limit: 10, offset: 0, cursor: null }
      return (await findFeedPage(request)).posts.map(({ km }) => km)
    }
    expect(await readKms(milano, 'auto')).toEqual([5, 5, 25, 25, 100, 100, null, null])
    expect(await readKms(milano, '25')).toEqual([25, 25, 25, 25])
    expect(await readKms(null, '25')).toEqual(Array(8).fill(null))
  } finally {
    await newApp.close()
  }
})
