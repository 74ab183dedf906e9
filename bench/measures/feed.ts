import { type Build, tokenOf, viewerCount } from '#bench/dataset/dataset.ts'
import { findPoints, type Point, type Points } from '#bench/dataset/points.ts'
import { formatRequest, load } from '#bench/load.ts'
import { pgbenchTarget } from '#bench/pgbench/pgbench.ts'
import type { Report } from '#bench/report.ts'
import { urlOf } from '#contract/call-paths.ts'
import { cellsWithin } from '#server/platform/geography.ts'

const requestCount = 4000
const connectionCounts = [1, 32]
const pageLength = 10
const deepPage = 50
/** Points of the crowd from which deep pages are asked for. */
const maxDeepPoints = 50

const feedPath = ({ latitude, longitude }: Point, more: object = {}) =>
  urlOf('getFeed', { lat: latitude, lon: longitude, ...more })
/** A number from 0 to 1 for each index, spread evenly, the same each time. */
const spread = (index: number, step = 0.6180339887): number => (index * step) % 1
const viewerOf = (index: number): string => tokenOf(1 + Math.floor(spread(index) * viewerCount))

/** The first points are asked for by many people. */
const pickPoint = (points: Point[], index: number): Point =>
  points[Math.max(0, Math.floor(points.length ** spread(index, 0.7548776662)) - 1)]!

const firstPages = (points: Point[]): string[] =>
  Array.from({ length: requestCount }, (_, index) => formatRequest(feedPath(pickPoint(points, index)), viewerOf(index)))

/** Requests of page 50, where there is one. The cursors of a build are read by itself only. */
async function deepPages(build: Build, points: Point[]): Promise<string[]> {
  const paths: string[] = []
  for (const [index, point] of points.slice(0, maxDeepPoints).entries()) {
    const previous = feedPath(point, { offset: (deepPage - 2) * pageLength })
    const response = await fetch(build.url + previous, { headers: { cookie: `sid=${viewerOf(index)}` } })
    const { next_cursor } = (await response.json()) as { next_cursor: string | null }
    if (next_cursor) paths.push(feedPath(point, { cursor: next_cursor }))
  }
  if (paths.length === 0) throw new Error(`no scene has a page ${deepPage}`)
  return Array.from({ length: requestCount }, (_, index) =>
    formatRequest(paths[index % paths.length]!, viewerOf(index)),
  )
}

function followingPages(): string[] {
  const path = urlOf('getFollowingFeed', {})
  return Array.from({ length: requestCount }, (_, index) => formatRequest(path, tokenOf(1 + index)))
}

type MeasureInput = { builds: Build[]; seconds: number }

/** Measures first pages and page 50 in four scenes, pages of the followed, and first pages written by hand in SQL. */
export async function measureFeed(report: Report, { builds, seconds }: MeasureInput): Promise<void> {
  const points: Points = await findPoints(builds[0]!.databaseUrl)
  const measure = async (what: string, requestsOf: (build: Build) => Promise<string[]> | string[]) => {
    const requests = new Map<Build, string[]>()
    for (const build of builds) requests.set(build, await requestsOf(build))
    for (const connections of connectionCounts) {
      const targets = builds.map((build) => ({
        name: build.name,
        run: () => load(build.url, { connections, seconds, requests: requests.get(build) ?? [] }),
      }))
      const isByHand = what === 'centre, first page' && connections > 1
      await report.measure(what, connections, isByHand ? [...targets, ...(await byHand(builds[0]!, seconds))] : targets)
    }
  }
  for (const [scene, scenePoints] of Object.entries(points)) {
    await measure(`${scene}, first page`, () => firstPages(scenePoints))
    await measure(`${scene}, page ${deepPage}`, (build) => deepPages(build, scenePoints))
  }
  await measure('following, first page', followingPages)
}

/** The first page of the centre, whose circle of 5 km touches three cells. */
function byHand({ databaseUrl }: Build, seconds: number) {
  const [cell1, cell2, cell3] = cellsWithin({ latitude: 45.46, longitude: 9.19 }, 5000, 5)
  return pgbenchTarget({ databaseUrl, seconds, script: 'feed.sql', variables: { cell1, cell2, cell3, viewerCount } })
}
