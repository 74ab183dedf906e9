import { LRUCache } from 'lru-cache'
import type { Database } from '#server/database/connect.ts'
import { areaWithin, type NearbyPost } from '#server/feed/area-scan.queries.ts'
import { type FeedCursor, maxId, minRecentPosts, radii } from '#server/feed/feed.rules.ts'
import type { Point } from '#server/platform/geography.ts'
import { findFeedSlice, type FeedSlice } from './slice.queries.ts'

/** Every reach of the feed, smallest first. */
export const reaches = [...radii.map(({ km }) => km), null]

/**
 * A slice that may answer a request, and the slices that have to be current for that: itself and those of smaller
 * radii.
 */
export type FeedCandidate = { slice: FeedSlice; dependencies: FeedSlice[] }

export const countRecent = (posts: NearbyPost[], recentFromId: number) =>
  posts.filter(({ id }) => id >= recentFromId).length

/** Posts per slice. A first page needs more, because it also chooses the radius. Doubled if a viewer sees too few. */
const sliceSizes = { firstPage: 44, laterPage: 22, max: 176 }
export const maxSliceSize = sliceSizes.max
const initialSize = ({ before }: Pick<FeedSlice, 'before'>) =>
  before === maxId ? sliceSizes.firstPage : sliceSizes.laterPage

/** Slices of points that nobody requests any more are dropped, and points that could not be cached are tried again. */
const sliceLifetimeMs = 10 * 60 * 1000
/** About 5 kB each. */
const maxSlices = 8000

/** `uncacheable`: the area holds too few of the posts that a scan reads, or its viewers see too few of its posts. */
type CacheEntry = FeedSlice | 'uncacheable'

const keyOf = (point: Point | null, { km, before }: FeedCursor) =>
  km === null ? `everywhere,${before}` : `${point?.latitude},${point?.longitude},${km},${before}`

/** Whether enough of the posts are recent, or may be: recent posts could be missing from the slice. */
const mayBeAlive = (slice: FeedSlice, posts: NearbyPost[], recentFromId: number) =>
  slice.completeFrom >= recentFromId || countRecent(posts, recentFromId) >= minRecentPosts

/** Keeps slices in memory, by point, radius and cursor. They have to be validated before use. */
export function createSliceCache(db: Database) {
  const entries = new LRUCache<string, CacheEntry>({ max: maxSlices, ttl: sliceLifetimeMs, ttlResolution: 1000 })
  const sizes = new LRUCache<string, number>({ max: maxSlices })
  const loading = new Map<string, Promise<CacheEntry>>()

  const load = async (key: string, point: Point | null, { km, before }: FeedCursor): Promise<CacheEntry> => {
    const size = sizes.get(key) ?? initialSize({ before })
    const slice = await findFeedSlice(db, { area: point && areaWithin(point, km), before, size })
    const entry = slice ?? 'uncacheable'
    entries.set(key, entry)
    return entry
  }
  /** Concurrent requests share a statement. */
  const find = (point: Point | null, cursor: FeedCursor): Promise<CacheEntry> | CacheEntry => {
    const key = keyOf(point, cursor)
    const known = entries.get(key) ?? loading.get(key)
    if (known) return known
    const started = load(key, point, cursor).finally(() => loading.delete(key))
    loading.set(key, started)
    return started
  }

  return {
    /**
     * Returns slices of growing radii: from the first that may have enough recent posts for some viewer, to the first
     * that may have enough for every viewer. Empty if an area cannot be cached.
     * @param minReach index in `reaches`.
     */
    async findFirstPageCandidates(
      point: Point | null,
      { minReach, recentFromId }: { minReach: number; recentFromId: number },
    ): Promise<FeedCandidate[]> {
      const candidates: FeedCandidate[] = []
      const dependencies: FeedSlice[] = []
      for (const [reach, km] of reaches.entries()) {
        if (!point && km !== null) continue
        const slice = await find(point, { km, before: maxId })
        if (slice === 'uncacheable') return []
        dependencies.push(slice)
        if (reach < minReach) continue
        if (km === null || mayBeAlive(slice, slice.posts, recentFromId))
          candidates.push({ slice, dependencies: [...dependencies] })
        if (mayBeAlive(slice, slice.publicPosts, recentFromId)) break
      }
      return candidates
    },

    /** Returns the slice of a later page. Empty if it cannot be cached. */
    async findLaterPageCandidates(point: Point | null, { km, before }: FeedCursor): Promise<FeedCandidate[]> {
      const slice = await find(point, { km: point && km, before })
      return slice === 'uncacheable' ? [] : [{ slice, dependencies: [slice] }]
    },

    evict(point: Point | null, slices: FeedSlice[]): void {
      for (const slice of slices) entries.delete(keyOf(point, slice))
    },

    /** Loads a slice with twice as many posts next time, up to the limit. */
    enlarge(point: Point | null, slice: FeedSlice): void {
      const key = keyOf(point, slice)
      const size = (sizes.get(key) ?? initialSize(slice)) * 2
      if (size > sliceSizes.max) {
        entries.set(key, 'uncacheable')
        return
      }
      sizes.set(key, size)
      entries.delete(key)
    },
  }
}
