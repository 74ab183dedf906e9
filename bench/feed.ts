import { addressOf } from '#contract/call-paths.ts'
import { readCursor, writeCursor } from '#server/feed/feed.rules.ts'
import type { Point } from '#server/platform/geography.ts'
import { type Chance, chanceFrom } from '#demo/chance.ts'
import { load, request } from './load/load.ts'
import type { BenchDataset } from './open-world.ts'
import type { Measure } from './results.ts'
import type { ServedWorld } from './served-world.ts'

const wheres = ['centre', 'towns', 'sea', 'crowd'] as const
export type Where = (typeof wheres)[number]

/** Different requests of one measurement: by other people, from other points. */
const variety = 4000
const deepPage = 50
export const pageLength = 10

const pointsOf = ({ points }: BenchDataset, where: Where): Point[] =>
  where === 'centre' ? [points.centre] : where === 'sea' ? [points.sea] : points[where]

/** Few points are asked from by many, and many by few. */
const zipf = <Item>(items: Item[], chance: Chance): Item => pick(items, Math.floor(items.length ** chance.next()) - 1)

function pick<Item>(items: Item[], at: number): Item {
  const item = items[Math.max(0, at)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

const feedPath = ({ latitude, longitude }: Point, more: Record<string, string> = {}): string =>
  `${addressOf('getFeed').url}?${new URLSearchParams({ lat: String(latitude), lon: String(longitude), ...more })}`

export type Asked = { person: { id: number; token: string }; point: Point; path: string }

/** Who asks from where: many different people, who each know their own. */
export function firstPages(world: BenchDataset, where: Where, count = variety): Asked[] {
  const chance = chanceFrom(`first pages ${where}`)
  const points = pointsOf(world, where)
  return Array.from({ length: count }, () => {
    const point = where === 'crowd' ? zipf(points, chance) : chance.pick(points)
    return { person: chance.pick(world.people), point, path: feedPath(point) }
  })
}

type FeedPage = { next_cursor: string | null }

/** The same, far down: where there are so many posts. People who began at the same point come by the same pages. */
export async function deepPages(world: ServedWorld, where: Where, count = variety): Promise<Asked[]> {
  const chance = chanceFrom(`deep pages ${where}`)
  const pages: { point: Point; path: string }[] = []
  const points = pointsOf(world, where)
  for (const point of where === 'crowd' ? points.slice(0, 50) : points) {
    const before = feedPath(point, { offset: String((deepPage - 2) * pageLength) })
    const response = await fetch(`${world.url}${before}`, {
      headers: { cookie: `sid=${chance.pick(world.people).token}` },
    })
    const { next_cursor } = (await response.json()) as FeedPage
    if (next_cursor) pages.push({ point, path: feedPath(point, { cursor: next_cursor }) })
  }
  return Array.from({ length: pages.length > 0 ? count : 0 }, () => ({
    person: chance.pick(world.people),
    ...chance.pick(pages),
  }))
}

/** More than are kept in memory. */
const ownPages = 40_000

/** The same, each from another post on: nobody asks for the page of somebody else. */
export async function pagesOfOnesOwn(world: ServedWorld, where: Where): Promise<Asked[]> {
  const asked = await deepPages(world, where, ownPages)
  return asked.map(({ person, point, path }, at) => {
    const cursor = readCursor(new URL(path, world.url).searchParams.get('cursor') ?? '')
    return {
      person,
      point,
      path: feedPath(point, cursor ? { cursor: writeCursor({ ...cursor, before: cursor.before - at }) } : {}),
    }
  })
}

export const written = ({ person, path }: Asked): string => request(path, { token: person.token })

/** First page and 50th, from everywhere, by one and by many at once. */
export async function measureFeed(
  world: ServedWorld,
  measure: Measure,
  { connections, seconds }: { connections: number[]; seconds: number },
): Promise<void> {
  for (const where of wheres) {
    const pages = { 'first page': firstPages(world, where), [`page ${deepPage}`]: await deepPages(world, where) }
    for (const [page, asked] of Object.entries(pages)) {
      if (asked.length === 0) continue
      for (const at of connections) {
        const seen = await load(world.url, { connections: at, seconds, requests: asked.map(written) })
        measure({ section: 'feed', posts: world.posts, what: `${where}, ${page}`, connections: at, ...seen })
      }
    }
  }
}
