import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { areaOf, scannedCells } from '#server/feed/area-scan.queries.ts'
import { findPostsOfArea } from '#server/feed/feed.queries.ts'
import { maxId } from '#server/feed/feed.rules.ts'
import { haversineOfMetres } from '#server/platform/geography.ts'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'

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

test.each(['comune', 'raro'])('The posts nearby with #%s come in order from one index for each cell', async (tag) => {
  const area = areaOf(milano, { km: 25, withoutKm: null })
  const cells = scannedCells(area)
  await app.db.transaction().execute(async (trx) => {
    await findPostsOfArea(trx, { viewerId: alice.id, area, before: maxId, wanted: 11, tag })
    const nodes = await explainPrepared(trx, `tag = $${8 + cells.length} AND c5 = $8 `, [
      alice.id,
      maxId,
      500,
      11,
      milano.latitude,
      milano.longitude,
      haversineOfMetres(25_000),
      ...cells,
      tag,
    ])
    expect(nodes.map((node) => node['Index Name'])).toContain('post_hashtags_c5')
    expect(nodes.map((node) => node['Node Type']).filter((kind) => /Sort|Bitmap|Hash|Gather/.test(kind))).toEqual([])
  })
})

test.each(['comune', 'raro'])('The newest posts with #%s come in order from one index', async (tag) => {
  await app.db.transaction().execute(async (trx) => {
    const area = areaOf(null, { km: null, withoutKm: null })
    await findPostsOfArea(trx, { viewerId: alice.id, area, before: maxId, wanted: 11, tag })
    const nodes = await explainPrepared(trx, 'tag = $5 AND post_id < $2', [alice.id, maxId, 500, 11, tag])
    expect(nodes.map((node) => node['Index Name'])).toContain('post_hashtags_pkey')
    expect(nodes.map((node) => node['Node Type']).filter((kind) => /Sort|Bitmap|Hash|Gather/.test(kind))).toEqual([])
  })
})
