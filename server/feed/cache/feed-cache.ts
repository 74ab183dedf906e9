import { createBatcher } from '#server/database/batcher.ts'
import type { Database } from '#server/database/connect.ts'
import {
  countRecentPosts,
  createRecentCounter,
  type FeedCursor,
  maxId,
  minRecentPosts,
} from '#server/feed/feed.rules.ts'
import type { Point } from '#server/platform/geography.ts'
import { noViewerPostState, type ViewerPostState } from '#server/posts/posts.queries.ts'
import { canSeePost } from '#server/posts/posts.rules.ts'
import type { CachedPage } from './cached-page.ts'
import { confirm, type Confirmation, type ViewerFacts } from './confirmation.queries.ts'
import { type AreaPosts, createAreaSearch, reaches, touchesCells } from './newest-posts.ts'
import { PublishedPosts } from './published-posts.ts'
import { maxChanges, type PublishedPost } from './published-posts.queries.ts'

/** `cursor`: of a later page; null for the first one. */
type FeedRequest = { viewerId: number; point: Point | null; cursor: FeedCursor | null; limit: number }

export type FeedCache = {
  /** The posts in memory, which somebody has to keep up to date. */
  published: PublishedPosts
  /** Returns a page from memory; null if the feed has to be read by statements. */
  findPage: (request: FeedRequest) => Promise<CachedPage | null>
}

const maxRequestsPerStatement = 32
/** Posts that are looked at beyond those needed, since a few may be of blocked authors. */
const sparePosts = 5

/**
 * Answers requests for the feed from the newest posts in memory. Nothing in memory is trusted: one statement for all
 * requests that arrive together asks what has changed since, and for the counters and the viewer's own state. Several
 * server processes are therefore as consistent as one. See docs/decisions/0037.
 */
export function createFeedCache(db: Database): FeedCache {
  const published = new PublishedPosts(db)
  return {
    published,
    findPage: createBatcher(maxRequestsPerStatement, (requests) => answerAll(db, published, requests)),
  }
}

async function answerAll(
  db: Database,
  published: PublishedPosts,
  requests: FeedRequest[],
): Promise<(CachedPage | null)[]> {
  const { snapshot } = published
  if (snapshot === null) return requests.map(() => null)
  const searches = requests.map((request) => search(published, request))
  const confirmation = await confirm(db, snapshot, searches)
  return searches.map((found, index) => {
    const viewer = confirmation.viewers[index]
    return viewer ? createPage(published, found, { ...confirmation, viewer }) : null
  })
}

/** What memory has found for a request, and what the database has to say about it. */
type Search = FeedRequest & {
  /** Areas of growing radii that may answer. */
  candidates: AreaPosts[]
  postIds: number[]
  authorIds: number[]
  restrictedAuthorIds: number[]
}

/** Whether only the author and their followers may see a post. */
const isRestricted = (post: PublishedPost) => post.followers_only || post.is_private
const authorIdsOf = (posts: PublishedPost[]) => [...new Set(posts.map((post) => post.author_id))]

function search(published: PublishedPosts, request: FeedRequest): Search {
  const candidates = request.cursor
    ? [findLaterPosts(published, request, request.cursor)]
    : findCandidates(published, request)
  const posts = candidates.flatMap((candidate) => candidate.posts)
  const postIds = candidates.flatMap((candidate) => findPostsToConfirm(candidate, request.limit + sparePosts))
  return {
    ...request,
    candidates,
    postIds: [...new Set(postIds)],
    authorIds: authorIdsOf(posts),
    restrictedAuthorIds: authorIdsOf(posts.filter(isRestricted)),
  }
}

const isPublic = (post: PublishedPost) => post.is_active && !isRestricted(post)

function findLaterPosts(published: PublishedPosts, { point, limit }: FeedRequest, { km, before }: FeedCursor) {
  let publicCount = 0
  return createAreaSearch(published, point)(km, {
    before,
    isEnough: () => publicCount > limit + sparePosts,
    onTaken: (post) => (publicCount += Number(isPublic(post))),
  })
}

/** Whether enough of the posts are recent, or may be, since older posts are not in memory. */
const mayBeAlive = ({ completeFrom }: AreaPosts, posts: PublishedPost[], recentFromId: number) =>
  completeFrom >= recentFromId || countRecentPosts(posts, recentFromId) >= minRecentPosts

/** Counts posts until they fill a page, and show whether a radius is lively. */
function countFirstPage({ recentFromId, limit, choosesRadius }: CountInput) {
  const countAll = createRecentCounter(recentFromId)
  const countPublic = createRecentCounter(recentFromId)
  const counts = { public: 0, recent: 0, publicRecent: 0 }
  return {
    before: maxId,
    onTaken(post: PublishedPost) {
      counts.recent = countAll(post)
      if (!isPublic(post)) return
      counts.public++
      counts.publicRecent = countPublic(post)
    },
    isEnough({ id }: PublishedPost): boolean {
      const isTooQuiet = choosesRadius && id < recentFromId && counts.recent < minRecentPosts
      const isLively = !choosesRadius || counts.publicRecent >= minRecentPosts + sparePosts
      return isTooQuiet || (isLively && counts.public > limit + sparePosts)
    },
  }
}
type CountInput = { recentFromId: number; limit: number; choosesRadius: boolean }

/**
 * Returns areas of growing radii: from the first that may have enough recent posts for some viewer, to the first that
 * may have enough for every viewer.
 */
function findCandidates(published: PublishedPosts, { point, limit }: FeedRequest): AreaPosts[] {
  const { recentFromId } = published
  const findArea = createAreaSearch(published, point)
  const candidates: AreaPosts[] = []
  for (const km of point ? reaches : [null]) {
    const area = findArea(km, countFirstPage({ recentFromId, limit, choosesRadius: km !== null }))
    if (km === null || mayBeAlive(area, area.posts, recentFromId)) candidates.push(area)
    if (mayBeAlive(area, area.posts.filter(isPublic), recentFromId)) break
  }
  return candidates
}

/** Returns the first posts that contain a number of public ones. */
function findPostsToConfirm({ posts }: AreaPosts, publicCount: number): number[] {
  let count = 0
  const end = posts.findIndex((post) => !isRestricted(post) && ++count === publicCount)
  return posts.slice(0, end === -1 ? posts.length : end + 1).map(({ id }) => id)
}

/** What the database says about one request. */
type Answer = Omit<Confirmation, 'viewers'> & { viewer: ViewerFacts }

/** Returns null if memory does not hold enough posts, or what it holds has changed. */
function createPage(published: PublishedPosts, found: Search, answer: Answer): CachedPage | null {
  const { limit, point, candidates } = found
  for (const { km, posts, completeFrom } of candidates) {
    const visible = filterVisible(posts, found.viewerId, answer.viewer)
    const isFirstPage = found.cursor === null && km !== null
    if (isFirstPage && countRecentPosts(visible, answer.recentFromId) < minRecentPosts) {
      if (completeFrom >= answer.recentFromId) return null
      continue
    }
    if (isStale(found, km, answer.changes)) return null
    if (visible.length <= limit && completeFrom > 0) return null
    const page = visible.slice(0, limit)
    const last = page.at(-1)
    const cursor = visible.length > limit && last ? { km: point && km, before: last.id } : null
    const read = page.map((post) => readPost(published, post, answer))
    return read.some((post) => post === null) ? null : { km, posts: read.filter((post) => post !== null), cursor }
  }
  return null
}

function filterVisible(posts: PublishedPost[], viewerId: number, facts: ViewerFacts): PublishedPost[] {
  const viewer = {
    id: viewerId,
    blockedAuthorIds: facts.blockedAuthorIds ?? [],
    followedAuthorIds: facts.followedAuthorIds ?? [],
  }
  return posts.filter(
    (post) => post.is_active && canSeePost(viewer, { authorId: post.author_id, followersOnly: isRestricted(post) }),
  )
}

/** Whether posts of the area, or who may see them, may have changed. A smaller area lies within it. */
function isStale({ point, authorIds }: Search, km: AreaPosts['km'], changes: string[]): boolean {
  if (changes.length === 0) return false
  if (changes.length === maxChanges) return true
  const idsOf = (subject: string) =>
    changes.filter((key) => key.startsWith(`${subject}:`)).map((key) => key.slice(subject.length + 1))
  return idsOf('author').some((id) => authorIds.includes(Number(id))) || touchesCells(point, km, idsOf('cell'))
}

/** Returns null for a post whose text is not in memory, or has changed, or whose counters were not read. */
function readPost(
  published: PublishedPosts,
  { id }: PublishedPost,
  { counters, viewer, changes }: Answer,
): CachedPage['posts'][number] | null {
  const post = published.serializedPost(id)
  const counts = counters[id]
  if (!post || !counts || changes.includes(`place:${post.placeId}`)) return null
  const [likes_count, comments_count, spotted_count] = counts
  return { post, counters: { likes_count, comments_count, spotted_count }, viewerState: viewerStateOf(id, viewer) }
}

function viewerStateOf(id: number, { likedPostIds, commentedPostIds, spottedStatuses }: ViewerFacts): ViewerPostState {
  const state = {
    user_liked: likedPostIds?.includes(id) ?? false,
    user_commented: commentedPostIds?.includes(id) ?? false,
    user_spotted_status: spottedStatuses?.[id] ?? null,
  }
  return state.user_liked || state.user_commented || state.user_spotted_status ? state : noViewerPostState
}
