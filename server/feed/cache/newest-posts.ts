import type { CircleKm } from '#contract/feed-radius.ts'
import { type Band, circles } from '#server/feed/feed.rules.ts'
import {
  type CellCircle,
  circleAround,
  cosineBetween,
  cosineOfMetres,
  createDistanceFilter,
  type Point,
  toUnitVector,
} from '#server/platform/geography.ts'
import type { CellPosts, NewestPosts, PublishedPosts } from './published-posts.ts'
import type { PublishedPost } from './published-posts.queries.ts'

/** Posts of a band that an answer looks at, at most. If a viewer may see too few of them, a statement answers. */
const maxPosts = 60

/** The newest posts of a band before an id. */
export type BandPosts = NewestPosts & { km: CircleKm }

type MergeInput = {
  /** Only posts with a smaller id. */
  before: number
  isWanted: (post: PublishedPost) => boolean
  /** Called with each next post, wanted or not: whether it and older ones are needed no more. */
  isEnough: (next: PublishedPost) => boolean
  onTaken: (post: PublishedPost) => void
}

/** Merges lists of posts, newest first, as far as all of them are complete. */
export function mergeNewest(lists: NewestPosts[], { before, isWanted, isEnough, onTaken }: MergeInput): NewestPosts {
  const completeFrom = Math.max(0, ...lists.map((list) => list.completeFrom))
  const positions = lists.map(({ posts }) => firstBefore(posts, before))
  // Comparing plain numbers takes a third off the time of a merge.
  const nextIds = lists.map(({ posts }, at) => posts[positions[at]!]?.id ?? noId)
  const merged: PublishedPost[] = []
  while (merged.length < maxPosts) {
    const at = indexOfLargest(nextIds)
    const { posts } = lists[at] ?? { posts: [] }
    const newest = posts[positions[at]!]
    if (!newest || newest.id < completeFrom) return { posts: merged, completeFrom }
    if (isEnough(newest)) return { posts: merged, completeFrom: newest.id + 1 }
    positions[at]!++
    nextIds[at] = posts[positions[at]!]?.id ?? noId
    if (!isWanted(newest)) continue
    merged.push(newest)
    onTaken(newest)
  }
  return { posts: merged, completeFrom: merged.at(-1)?.id ?? completeFrom }
}

/** Smaller than every id. */
const noId = -1

function firstBefore(posts: PublishedPost[], before: number): number {
  const index = posts.findIndex(({ id }) => id < before)
  return index === -1 ? posts.length : index
}

function indexOfLargest(numbers: number[]): number {
  let largest = noId
  let index = -1
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at]!
    if (number <= largest) continue
    largest = number
    index = at
  }
  return index
}

/** Finds the newest posts in memory of bands around a point; an unknown one has only everywhere. */
export function createBandSearch(published: PublishedPosts, point: Point | null) {
  // The cells of the largest circle contain those of the others.
  let cells: CellPosts[] | undefined
  return ({ km, withoutKm }: Band, input: Omit<MergeInput, 'isWanted'>): BandPosts => {
    const isInner = point && withoutKm !== null ? createDistanceFilter(point, withoutKm * 1000) : () => false
    if (!point || km === null)
      return { ...mergeNewest([published.everywhere], { ...input, isWanted: (post) => !isInner(post) }), km: null }
    const metres = km * 1000
    cells ??= filterCells(published.cells.values(), point, maxCircleKm * 1000)
    const isWithin = createDistanceFilter(point, metres)
    const isWanted = (at: Point) => isWithin(at) && !isInner(at)
    const lists = filterCells(cells, point, metres).map((cell) => ({
      posts: cell.posts,
      completeFrom: cell.olderPoints?.some(isWanted) === false ? 0 : cell.completeFrom,
    }))
    return { ...mergeNewest(lists, { ...input, isWanted }), km }
  }
}

const maxCircleKm = Math.max(...circles.map(({ km }) => km))

/** The farthest corner of a cell of resolution 5 is 10.8 km away from its centre. */
const maxCellRadiusMetres = 12_000

/** Returns the cells that a circle may touch. */
function filterCells<Cell extends CellCircle>(cells: Iterable<Cell>, point: Point, metres: number): Cell[] {
  const centre = toUnitVector(point)
  const minCosine = cosineOfMetres(metres + maxCellRadiusMetres)
  const touched: Cell[] = []
  for (const cell of cells) {
    const cosine = cosineBetween(centre, cell.centre)
    if (cosine >= minCosine && cosine >= cosineOfMetres(metres + cell.radiusMetres)) touched.push(cell)
  }
  return touched
}

/** Whether one of the cells may have posts in a circle. @param cells texts of bigints. */
export function touchesCells(point: Point | null, km: CircleKm, cells: string[]): boolean {
  if (!point || km === null) return cells.length > 0
  return filterCells(cells.map(circleAround), point, km * 1000).length > 0
}
