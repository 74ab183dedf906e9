import { type RadiusKm, radii } from '#server/feed/feed.rules.ts'
import {
  type CellCircle,
  circleAround,
  cosineBetween,
  cosineOfMetres,
  createDistanceFilter,
  type Point,
  toUnitVector,
} from '#server/platform/geography.ts'
import type { NewestPosts, PublishedPosts } from './published-posts.ts'
import type { PublishedPost } from './published-posts.queries.ts'

/** Every radius of the feed, smallest first; null is everywhere. */
export const reaches = [...radii.map(({ km }) => km), null]

/**
 * Posts that an answer looks at: they fill a page and show whether a radius holds enough recent posts. If a viewer may
 * see too few of them, a statement answers.
 */
const maxPosts = 60

/** The newest posts of an area before an id. */
export type AreaPosts = NewestPosts & { km: RadiusKm }

/**
 * Merges lists of posts, newest first, as far as all of them are complete.
 * @param before only posts with a smaller id.
 */
export function mergeNewest(
  lists: NewestPosts[],
  { before, isWanted }: { before: number; isWanted: (post: PublishedPost) => boolean },
): NewestPosts {
  const completeFrom = Math.max(0, ...lists.map((list) => list.completeFrom))
  const positions = lists.map(({ posts }) => firstBefore(posts, before))
  const merged: PublishedPost[] = []
  while (merged.length < maxPosts) {
    const at = findNewest(lists, positions)
    const newest = at === -1 ? undefined : lists[at]?.posts[positions[at] as number]
    if (!newest || newest.id < completeFrom) return { posts: merged, completeFrom }
    positions[at]!++
    if (isWanted(newest)) merged.push(newest)
  }
  return { posts: merged, completeFrom: merged.at(-1)?.id ?? completeFrom }
}

function firstBefore(posts: PublishedPost[], before: number): number {
  const index = posts.findIndex(({ id }) => id < before)
  return index === -1 ? posts.length : index
}

/** Returns the index of the list whose post at its position is the newest; -1 at the end of all lists. */
function findNewest(lists: NewestPosts[], positions: number[]): number {
  let newestId = -1
  let newestAt = -1
  for (let at = 0; at < lists.length; at++) {
    const id = lists[at]?.posts[positions[at] as number]?.id ?? -1
    if (id <= newestId) continue
    newestId = id
    newestAt = at
  }
  return newestAt
}

/** Returns the newest posts in memory around a point, or of everywhere. */
export function findNewestPosts(
  published: PublishedPosts,
  { point, km, before }: { point: Point | null; km: RadiusKm; before: number },
): AreaPosts {
  if (!point || km === null)
    return { ...mergeNewest([published.everywhere], { before, isWanted: () => true }), km: null }
  const metres = km * 1000
  const mayTouch = createCellFilter(point, metres)
  const cells = [...published.cells.values()].filter(mayTouch)
  return { ...mergeNewest(cells, { before, isWanted: createDistanceFilter(point, metres) }), km }
}

/** The farthest corner of a cell of resolution 5 is 10.8 km away from its centre. */
const maxCellRadiusMetres = 12_000

/** Returns a function that tells whether a circle may touch a cell. It is called for every populated cell. */
function createCellFilter(point: Point, metres: number): (cell: CellCircle) => boolean {
  const centre = toUnitVector(point)
  const minCosine = cosineOfMetres(metres + maxCellRadiusMetres)
  return (cell) => {
    const cosine = cosineBetween(centre, cell.centre)
    return cosine >= minCosine && cosine >= cosineOfMetres(metres + cell.radiusMetres)
  }
}

/** Whether one of the cells may have posts in an area. @param cells texts of bigints. */
export function touchesCells(point: Point | null, km: RadiusKm, cells: string[]): boolean {
  if (!point || km === null) return cells.length > 0
  return cells.map(circleAround).some(createCellFilter(point, km * 1000))
}
