import type { FeedRadius } from '#contract/feed-radius.ts'
import type { Database } from '#server/database/connect.ts'
import type { Point } from '#server/platform/geography.ts'
import { type Area, areaOf } from './area-scan.queries.ts'
import { createAreasReader, type FoundPost } from './feed.queries.ts'
import { type Band, bandsFrom, bandsOf, type FeedCursor, maxId } from './feed.rules.ts'
import type { FindCells } from './populated-cells.ts'

export type FeedPage = { posts: FoundPost[]; cursor: FeedCursor | null }

export type FeedRequest = {
  viewerId: number
  /** Null: unknown. */
  point: Point | null
  radius: FeedRadius
  limit: number
  /** Posts that are left out, after the cursor. */
  offset: number
  /** Null for the first page. */
  cursor: FeedCursor | null
  /** Only posts with this hashtag. */
  tag?: string
}

/** Returns a page of the feed: one band after the other, each newest first. */
export type FindFeedPage = (request: FeedRequest) => Promise<FeedPage>

/** Creates the function that reads pages of the feed. */
export function createFeed(db: Database, findCells: FindCells): FindFeedPage {
  const findPosts = createAreasReader(db)
  return async ({ viewerId, point, radius, limit, offset, cursor, tag = null }) => {
    // One more than the page shows whether there is a next one.
    const wanted = offset + limit + 1
    const found: FoundPost[] = []
    for (const areas of inTwoParts(findCells, point, bandsFrom(bandsOf(radius, point !== null), cursor))) {
      const before = cursor && areas[0]?.km === cursor.km ? cursor.before : maxId
      const rows = await findPosts({ viewerId, wanted: wanted - found.length, before, point, tag, areas })
      const end = rows.find(({ is_end }) => is_end)
      found.push(...(end ? rows.slice(0, rows.indexOf(end)) : rows))
      // The page may be short, and the next one continues with the post that was not scanned.
      if (end) return { posts: found.slice(offset), cursor: { km: end.km, before: end.found_id + 1 } }
      if (found.length === wanted) break
    }
    const posts = found.slice(offset, offset + limit)
    const last = found.length === wanted ? posts.at(-1) : undefined
    return { posts, cursor: last ? { km: last.km, before: last.id } : null }
  }
}

/**
 * Returns the areas of bands that may have posts: the first alone, since it fills most pages and each further one costs
 * its start, then the others.
 */
function* inTwoParts(findCells: FindCells, point: Point | null, bands: Band[]): Generator<Area[]> {
  const areas = bands
    .values()
    .map((band) => areaOf(findCells, point, band))
    .filter((area) => area !== null)
  const first = areas.next()
  if (first.done) return
  yield [first.value]
  const others = [...areas]
  if (others.length > 0) yield others
}
