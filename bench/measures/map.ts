import { sql } from 'kysely'
import type { ServedDataset } from '#bench/dataset/serve-dataset.ts'
import { formatRequest, load } from '#bench/load/load.ts'
import { findPgbench, runPgbench } from '#bench/pgbench/pgbench.ts'
import type { Report } from '#bench/results.ts'
import { medianOf, percentilesOf, ratioOf } from '#bench/statistics.ts'
import { urlOf } from '#contract/call-paths.ts'
import type { MapBox } from '#contract/map-box.ts'
import { connect } from '#server/database/connect.ts'
import { countMap } from '#server/map/map.actions.ts'
import { resolutionOf } from '#server/map/map.rules.ts'
import type { PairedRuns } from './pgbench-ratio.ts'

const viewerCount = 100
const connectionCounts = [1, 32]
/** The stored datasets are up to a week old: shorter periods may be empty. */
const period = 'month'

type Scene = { name: string; box: MapBox; zoom: number; kind: 'cells' | 'places'; hasBlocks?: true }

/** The area that a screen of some 1280 × 800 pixels shows. */
function scenesOf({ points }: ServedDataset): Scene[] {
  const { latitude, longitude } = points.centre
  const around = (width: number, height: number): MapBox => ({
    west: longitude - width / 2,
    south: latitude - height / 2,
    east: longitude + width / 2,
    north: latitude + height / 2,
  })
  const italy = { west: 6, south: 36, east: 19, north: 47.5 }
  return [
    { name: 'cells, Italy', box: italy, zoom: 5.5, kind: 'cells' },
    { name: 'cells, Italy, viewers with a block', box: italy, zoom: 5.5, kind: 'cells', hasBlocks: true },
    { name: 'cells, region', box: around(3.5, 1.6), zoom: 8, kind: 'cells' },
    { name: 'cells, town', box: around(0.44, 0.2), zoom: 11, kind: 'cells' },
    { name: 'places, region', box: around(1.8, 0.85), zoom: 9, kind: 'places' },
    { name: 'places, region, viewers with a block', box: around(1.8, 0.85), zoom: 9, kind: 'places', hasBlocks: true },
    { name: 'places, town’s centre', box: around(0.055, 0.024), zoom: 14, kind: 'places' },
  ]
}

const inBoxSql = 'point(pl.longitude, pl.latitude) <@ box(point($2, $3), point($4, $5))'
const visibleSql = `NOT p.followers_only AND NOT u.is_private AND u.suspended_at IS NULL
  AND NOT EXISTS (SELECT FROM blocks b WHERE b.blocker_id = $1 AND b.blocked_id = p.author_id)
  AND NOT EXISTS (SELECT FROM blocks b WHERE b.blocker_id = p.author_id AND b.blocked_id = $1)`
const countedSql = `map_places pl JOIN posts p ON p.place_id = pl.place_id JOIN users u ON u.id = p.author_id
  WHERE ${inBoxSql} AND p.id >= first_id_at(now() - interval '30 days') AND ${visibleSql}`
/** The same answers counted from the posts, with the same cells and indexes of places. */
const byHand = {
  cells: (resolution: number) => `
    SELECT map_ancestor(pl.c7, ${resolution}) AS cell, count(*) AS posts, max(p.id) AS newest_id
    FROM ${countedSql} GROUP BY 1 HAVING count(DISTINCT p.author_id) >= 3 ORDER BY posts DESC LIMIT 400`,
  places: () => `
    SELECT place.*, m.name, m.thumbhash, m.alt FROM (
      SELECT pl.place_id, count(*) AS posts, max(p.id) AS newest_id,
        max(p.id) FILTER (WHERE p.media_id IS NOT NULL) AS picture_id
      FROM ${countedSql} GROUP BY 1 ORDER BY posts DESC LIMIT 201
    ) place JOIN places ON places.id = place.place_id LEFT JOIN posts shown ON shown.id = place.picture_id
      LEFT JOIN media m ON m.id = shown.media_id`,
}

/** Measures a count of all posts, then the two calls of the map, and the same answers counted from posts. */
export async function measureMap(dataset: ServedDataset, report: Report, runs: PairedRuns): Promise<void> {
  await measureCounts(dataset, report)
  const blocking = await findBlocking(dataset)
  for (const scene of scenesOf(dataset)) {
    const path = urlOf(scene.kind === 'cells' ? 'getMapCells' : 'getMapPlaces', inputOf(scene))
    const requests = dataset.viewers
      .filter(({ id }) => blocking.has(id) === (scene.hasBlocks ?? false))
      .slice(0, viewerCount)
      .map(({ token }) => formatRequest(path, { token }))
    for (const connections of connectionCounts) {
      const result = await load(dataset.url, { connections, seconds: runs.seconds, requests })
      report({ section: 'map', posts: dataset.posts, name: scene.name, connections, ...result })
    }
    if (!scene.hasBlocks) await compareByHand(dataset, report, { scene, requests, ...runs })
  }
}

/** Returns whom a block separates from anybody. */
async function findBlocking({ databaseUrl }: ServedDataset): Promise<Set<number>> {
  const db = connect(databaseUrl, 1)
  const blocks = await db.selectFrom('blocks').select(['blocker_id', 'blocked_id']).execute()
  await db.destroy()
  return new Set(blocks.flatMap(({ blocker_id, blocked_id }) => [blocker_id, blocked_id]))
}

const inputOf = ({ box, zoom, kind }: Scene) => ({ ...box, period, ...(kind === 'cells' && { zoom }) })

async function measureCounts({ databaseUrl, posts }: ServedDataset, report: Report): Promise<void> {
  const db = connect(databaseUrl, 1)
  const timeCount = async () => {
    const startMs = performance.now()
    await countMap(db)
    return performance.now() - startMs
  }
  // The server has counted when it started, unless the dataset holds a count.
  await db.deleteFrom('map_cells').execute()
  await db.deleteFrom('map_places').execute()
  const firstMs = await timeCount()
  const laterMs: number[] = []
  for (let round = 0; round < 5; round++) laterMs.push(await timeCount())
  await sql`VACUUM ANALYZE map_places, map_cells`.execute(db)
  await db.destroy()
  report({ section: 'map', posts, name: 'the first count', p50: firstMs })
  report({ section: 'map', posts, name: 'a recount', ...percentilesOf(laterMs) })
}

type CompareInput = PairedRuns & { scene: Scene; requests: string[] }

async function compareByHand(dataset: ServedDataset, report: Report, input: CompareInput): Promise<void> {
  const { scene, requests, pairs, seconds } = input
  const program = findPgbench()
  if (!program) return console.log('pgbench: not installed, the map by hand is not measured')
  const { west, south, east, north } = scene.box
  const text = scene.kind === 'cells' ? byHand.cells(resolutionOf(scene.box, scene.zoom)) : byHand.places()
  const { databaseUrl, viewers } = dataset
  const captured = viewers.slice(0, 20).map(({ id }) => ({
    statements: [{ text, values: [id, west, south, east, north] }],
    sessionOptions: '-c jit=off',
  }))
  // One at a time: of ten statements by hand at five million posts none would end while it is measured.
  const connections = 1
  const rates: [number, number][] = []
  for (let pair = 0; pair < pairs; pair++) {
    const { perSecond } = await load(dataset.url, { connections, seconds, requests })
    rates.push([perSecond, await runPgbench(program, { databaseUrl, requests: captured, connections, seconds })])
  }
  report({
    section: 'map',
    posts: dataset.posts,
    name: `${scene.name}: HTTP / by hand`,
    connections,
    perSecond: medianOf(rates.map(([rate]) => rate)),
    ratio: ratioOf(rates),
    note: `by hand ${medianOf(rates.map(([, rate]) => rate)).toFixed(0)}/s`,
  })
}
