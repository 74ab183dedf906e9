import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { areaOf } from '#server/feed/area-scan.queries.ts'
import { createFeed, type FeedRequest } from '#server/feed/feed-page.queries.ts'
import { maxId } from '#server/feed/feed.rules.ts'
import { PopulatedCells } from '#server/feed/populated-cells.ts'
import { explainFound } from '#server/testing/harness/query-plan.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

// A page of a hashtag that every post has costs what one of a rare hashtag costs: entries come in order from an index.

const app = useTestApp()
const [alice] = useUsers(app, 'alice')
const milano = { latitude: 45.46, longitude: 9.19 }
beforeAll(async () => {
  await sql`
    INSERT INTO posts (id, author_id, place_id, latitude, longitude, c4, c5, text)
    SELECT time_ordered_id(now() - n * interval '1 second'), ${alice.id}, pl.id, pl.latitude, pl.longitude, pl.c4, pl.c5, 'x'
    FROM generate_series(1, 20000) n JOIN LATERAL (
      SELECT * FROM places WHERE id = (SELECT min(id) FROM places) + n % 5000) pl ON true`.execute(app.db)
  await sql`INSERT INTO post_hashtags SELECT 'comune', id, c4, c5 FROM posts`.execute(app.db)
  await sql`INSERT INTO post_hashtags SELECT 'raro', id, c4, c5 FROM posts WHERE id % 1000 = 0`.execute(app.db)
  await sql`VACUUM ANALYZE posts, post_hashtags`.execute(app.db)
})

/** Reads a page, and returns the nodes of the plan below the sorting of its posts. */
async function explainPage(request: Pick<FeedRequest, 'point' | 'radius' | 'tag'>, fragment: string) {
  const cells = new PopulatedCells(app.db)
  await cells.refresh()
  return inTransaction(app.db, async (trx) => {
    await createFeed(trx, cells.find)({ viewerId: alice.id, limit: 10, offset: 0, cursor: null, ...request })
    const band = { km: request.point ? 25 : null, withoutKm: null } as const
    const scanned = areaOf(cells.find, request.point, band)?.cells ?? []
    const values = [alice.id, 11, maxId, milano.latitude, milano.longitude, request.tag, ...scanned]
    const nodes = await explainFound(
      trx,
      fragment,
      values.map((value) => `{${value}}`),
    )
    expect(nodes.map((node) => node['Node Type']).filter((kind) => /Sort|Bitmap|Hash|Gather/.test(kind))).toEqual([])
    return nodes.map((node) => node['Index Name'])
  })
}

test.each(['comune', 'raro'])('The posts nearby with #%s come in order from one index for each cell', async (tag) => {
  const indexes = await explainPage({ point: milano, radius: '25', tag }, 'tag = r.tag AND c5')
  expect(indexes).toContain('post_hashtags_c5')
})

test.each(['comune', 'raro'])('The newest posts with #%s come in order from one index', async (tag) => {
  const indexes = await explainPage({ point: null, radius: 'everywhere', tag }, 'tag = r.tag AND post_id')
  expect(indexes).toContain('post_hashtags_pkey')
})
