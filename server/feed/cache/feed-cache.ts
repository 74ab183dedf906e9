import type { Database } from '#server/database/connect.ts'
import type { NearbyPost } from '#server/feed/area-scan.queries.ts'
import { type FeedCursor, minRecentPosts } from '#server/feed/feed.rules.ts'
import type { Point } from '#server/platform/geography.ts'
import { canSeePost } from '#server/posts/posts.rules.ts'
import type { CachedPage } from './cached-page.ts'
import { createPostCache } from './post-cache.ts'
import { countRecent, createSliceCache, type FeedCandidate, maxSliceSize, reaches } from './slice-cache.ts'
import type { FeedSlice } from './slice.queries.ts'
import { createSliceValidator, type Validation } from './validation.queries.ts'

/** `cursor`: of a later page; null for the first one. */
type CachedPageRequest = { viewerId: number; point: Point | null; cursor: FeedCursor | null; limit: number }

/** Returns a page from memory; null if the feed has to be queried without the cache. */
export type FindCachedPage = (request: CachedPageRequest) => Promise<CachedPage | null>

/** Attempts to correct the cache for one request. */
const maxAttempts = 4
/** Posts checked beyond the page, since a few may be of blocked authors. If they do not suffice, the whole slice is. */
const spareChecks = 3

/** What the attempts of one request have learnt. */
type Search = {
  /** Index in `reaches`: smaller ones have too few recent posts for this viewer. */
  minReach: number
  /** Number of public posts that are checked. */
  publicPostsToCheck: number
}

/** A candidate as the database has confirmed it, and the posts that the viewer may see. */
type CheckedCandidate = FeedCandidate & {
  checkedCount: number
  validation: Validation
  visiblePosts: NearbyPost[]
}

/**
 * Shares work between viewers at the same point: slices (which posts are nearby) and serialised posts stay in memory.
 * Nothing in memory is trusted. Each request asks the database, in one snapshot, whether it is still current, and for
 * the viewer's own state. Several server processes are therefore as consistent as one. See docs/decisions/0023.
 */
export function createFeedCache(db: Database): FindCachedPage {
  const slices = createSliceCache(db)
  const posts = createPostCache(db)
  const validate = createSliceValidator(db, posts.versionsOf)
  let recentFromId = 0

  const findCandidates = ({ point, cursor }: CachedPageRequest, { minReach }: Search) =>
    cursor
      ? slices.findLaterPageCandidates(point, cursor)
      : slices.findFirstPageCandidates(point, { minReach, recentFromId })

  const check = async (candidate: FeedCandidate, viewerId: number, search: Search): Promise<CheckedCandidate> => {
    const checkedCount = countToCheck(candidate.slice, search.publicPostsToCheck)
    const validation = await validate({ ...candidate, viewerId, checkedCount })
    return {
      ...candidate,
      checkedCount,
      validation,
      visiblePosts: filterVisible(candidate.slice, viewerId, validation),
    }
  }

  const render = async (chosen: CheckedCandidate, { limit }: CachedPageRequest): Promise<CachedPage | null> => {
    const { slice, visiblePosts, validation } = chosen
    const page = await posts.read(visiblePosts.slice(0, limit), validation)
    const last = visiblePosts[limit - 1]
    const cursor = visiblePosts.length > limit && last ? { km: slice.km, before: last.id } : null
    return page && { slice, posts: page, cursor }
  }

  /** Corrects the cache or the search after an attempt that did not lead to a page. */
  const correct = (
    point: Point | null,
    outcome: Exclude<Outcome, 'complete'>,
    failed: CheckedCandidate,
    search: Search,
  ) => {
    if (outcome === 'stale') slices.evict(point, failed.dependencies)
    else if (outcome === 'too few recent') search.minReach = reaches.indexOf(failed.slice.km) + 1
    else if (outcome === 'slice too small') slices.enlarge(point, failed.slice)
    else search.publicPostsToCheck = maxSliceSize
  }

  return async (request) => {
    const search = { minReach: request.point ? 0 : reaches.length - 1, publicPostsToCheck: request.limit + spareChecks }
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const candidates = await findCandidates(request, search)
      const checked = await Promise.all(candidates.map((candidate) => check(candidate, request.viewerId, search)))
      const chosen = choose(checked, request)
      if (!chosen) return null
      recentFromId = chosen.validation.recentFromId
      const outcome = outcomeOf(chosen, request)
      if (outcome === 'complete') {
        const page = await render(chosen, request)
        if (page) return page
      } else correct(request.point, outcome, chosen, search)
    }
    return null
  }
}

/** Returns how many posts of a slice contain a number of public ones; all if there are fewer. */
function countToCheck({ posts, publicPosts }: FeedSlice, publicPostsToCheck: number): number {
  const last = publicPosts[publicPostsToCheck - 1]
  return last ? posts.indexOf(last) + 1 : posts.length
}

function filterVisible(slice: FeedSlice, viewerId: number, { viewer }: Validation): NearbyPost[] {
  const relations = {
    id: viewerId,
    blockedAuthorIds: viewer.blockedAuthorIds ?? [],
    followedAuthorIds: viewer.followedAuthorIds ?? [],
  }
  return slice.posts.filter((post) => canSeePost(relations, post))
}

type Outcome =
  | 'complete'
  /** A dependency has changed. */
  | 'stale'
  /** The first page needs a larger radius. */
  | 'too few recent'
  /** The viewer sees too few posts of the slice, and there are older ones. */
  | 'slice too small'
  /** The page contains posts whose version and viewer state were not checked. */
  | 'not all checked'

function outcomeOf(candidate: CheckedCandidate, { cursor, limit }: CachedPageRequest): Outcome {
  const { slice, checkedCount, validation, visiblePosts } = candidate
  if (!validation.isCurrent) return 'stale'
  const choosesRadius = cursor === null && slice.km !== null
  if (choosesRadius && countRecent(visiblePosts, validation.recentFromId) < minRecentPosts)
    return slice.completeFrom < validation.recentFromId ? 'too few recent' : 'slice too small'
  if (slice.completeFrom > 0 && visiblePosts.length <= limit) return 'slice too small'
  const last = visiblePosts.slice(0, limit).at(-1)
  return last && slice.posts.indexOf(last) >= checkedCount ? 'not all checked' : 'complete'
}

/** Returns the candidate of the smallest radius with enough recent posts, or else the largest. */
const choose = (candidates: CheckedCandidate[], request: CachedPageRequest): CheckedCandidate | undefined =>
  candidates.find((candidate) => outcomeOf(candidate, request) !== 'too few recent') ?? candidates.at(-1)
