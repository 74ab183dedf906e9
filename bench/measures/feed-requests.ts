import type { Dataset } from '#bench/dataset/open-dataset.ts'
import type { ServedDataset } from '#bench/dataset/serve-dataset.ts'
import { formatRequest } from '#bench/load/load.ts'
import { addressOf } from '#contract/call-paths.ts'
import { type Random, createRandom } from '#demo/random.ts'
import { readCursor, writeCursor } from '#server/feed/feed.rules.ts'
import type { Point } from '#server/platform/geography.ts'

export const scenes = ['centre', 'towns', 'sea', 'crowd'] as const
export type Scene = (typeof scenes)[number]

/** Different requests of one measurement: by different viewers, from different points. */
const requestCount = 4000
const deepPageNumber = 50
export const pageLength = 10
/** Points of the crowd from which deep pages are requested. */
const crowdPointsOfDeepPages = 50

function pointsOf({ points }: Dataset, scene: Scene): Point[] {
  if (scene === 'centre') return [points.centre]
  return scene === 'sea' ? [points.sea] : points[scene]
}

/** Picks with a Zipf distribution: a few points are requested by many viewers. */
function pickZipf<Item>(items: Item[], random: Random): Item {
  const item = items[Math.max(0, Math.floor(items.length ** random.next()) - 1)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

export const feedPath = ({ latitude, longitude }: Point, more: Record<string, string> = {}): string =>
  `${addressOf('getFeed').url}?${new URLSearchParams({ lat: String(latitude), lon: String(longitude), ...more })}`

export type FeedRequest = { viewer: { id: number; token: string }; point: Point; path: string }

/** Requests of first pages by many viewers. */
export function firstPages(dataset: Dataset, scene: Scene): FeedRequest[] {
  const random = createRandom(`first pages ${scene}`)
  const points = pointsOf(dataset, scene)
  return Array.from({ length: requestCount }, () => {
    const point = scene === 'crowd' ? pickZipf(points, random) : random.pick(points)
    return { viewer: random.pick(dataset.viewers), point, path: feedPath(point) }
  })
}

type FeedPage = { next_cursor: string | null }

/** Requests of page 50, where there is one. Viewers who started at the same point share their pages. */
export async function deepPages(dataset: ServedDataset, scene: Scene, count = requestCount): Promise<FeedRequest[]> {
  const random = createRandom(`deep pages ${scene}`)
  const pages: { point: Point; path: string }[] = []
  const points = pointsOf(dataset, scene)
  for (const point of scene === 'crowd' ? points.slice(0, crowdPointsOfDeepPages) : points) {
    const previousPage = feedPath(point, { offset: String((deepPageNumber - 2) * pageLength) })
    const response = await fetch(`${dataset.url}${previousPage}`, {
      headers: { cookie: `sid=${random.pick(dataset.viewers).token}` },
    })
    const { next_cursor } = (await response.json()) as FeedPage
    if (next_cursor) pages.push({ point, path: feedPath(point, { cursor: next_cursor }) })
  }
  return Array.from({ length: pages.length > 0 ? count : 0 }, () => ({
    viewer: random.pick(dataset.viewers),
    ...random.pick(pages),
  }))
}

/** More pages than the feed cache holds. */
const unsharedPageCount = 40_000

/** Requests of page 50 that each begin at another post, so that no two viewers share a page. */
export async function unsharedDeepPages(dataset: ServedDataset, scene: Scene): Promise<FeedRequest[]> {
  const requests = await deepPages(dataset, scene, unsharedPageCount)
  return requests.map(({ viewer, point, path }, index) => {
    const cursor = readCursor(new URL(path, dataset.url).searchParams.get('cursor') ?? '')
    const shifted: Record<string, string> = cursor
      ? { cursor: writeCursor({ ...cursor, before: cursor.before - index }) }
      : {}
    return { viewer, point, path: feedPath(point, shifted) }
  })
}

export const toRawRequest = ({ viewer, path }: FeedRequest): string => formatRequest(path, { token: viewer.token })
