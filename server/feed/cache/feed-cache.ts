import { createBatcher } from '#server/database/batcher.ts'
import type { Database } from '#server/database/connect.ts'
import type { FeedRequest } from '#server/feed/feed.queries.ts'
import { bandsFrom, bandsOf, maxId } from '#server/feed/feed.rules.ts'
import { noViewerPostState, type ViewerPostState } from '#server/posts/posts.queries.ts'
import { canSeePost } from '#server/posts/posts.rules.ts'
import type { CachedPage } from './cached-page.ts'
import { confirm, type Confirmation, type ViewerFacts } from './confirmation.queries.ts'
import { type BandPosts, createBandSearch, touchesCells } from './newest-posts.ts'
import { PublishedPosts } from './published-posts.ts'
import { hasAllChanged, type PublishedPost } from './published-posts.queries.ts'

/** The cache does not serve offsets. */
type CachedRequest = Omit<FeedRequest, 'offset'>

export type FeedCache = {
  /** The posts in memory. The caller keeps them up to date. */
  published: PublishedPosts
  /** Returns a page from memory; null if the feed has to be read by statements. */
  findPage: (request: CachedRequest) => Promise<CachedPage | null>
  /** Pages answered from memory, and requests that memory could not answer, since the start. */
  counts: () => { hits: number; misses: number }
}

const maxRequestsPerStatement = 32
/** Posts that are looked at beyond those needed, since a few may be of blocked authors. */
const sparePosts = 5

/**
 * Answers requests for the feed from the newest posts in memory. Nothing in memory is trusted: one statement for all
 * requests that arrive together asks what has changed since, and for the counters and the viewer's own state. Several
 * server processes are therefore as consistent as one. See docs/decisions/0037.
 */
export function createFeedCache(db: Database, postsPerCell?: number): FeedCache {
  const published = new PublishedPosts(db, postsPerCell)
  const counts = { hits: 0, misses: 0 }
  return {
    published,
    counts: () => counts,
    findPage: createBatcher(maxRequestsPerStatement, async (requests) => {
      const pages = await answerAll(db, published, requests)
      for (const page of pages) counts[page ? 'hits' : 'misses']++
      return pages
    }),
  }
}

async function answerAll(
  db: Database,
  published: PublishedPosts,
  requests: CachedRequest[],
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

/** The posts that memory has for a request, and the facts that the database has to confirm. */
type Search = CachedRequest & {
  /** The bands that the page may show, up to the first that memory does not hold to its end. */
  bands: BandPosts[]
  postIds: number[]
  authorIds: number[]
  restrictedAuthorIds: number[]
}

/** Whether only the author and their followers may see a post. */
const isRestricted = (post: PublishedPost) => post.followers_only || post.is_private
const authorIdsOf = (posts: PublishedPost[]) => [...new Set(posts.map((post) => post.author_id))]

function search(published: PublishedPosts, request: CachedRequest): Search {
  const bands = searchBands(published, request)
  const posts = bands.flatMap((band) => band.posts)
  return {
    ...request,
    bands,
    postIds: findPostsToConfirm(posts, request.limit + sparePosts),
    authorIds: authorIdsOf(posts),
    restrictedAuthorIds: authorIdsOf(posts.filter(isRestricted)),
  }
}

const isPublic = (post: PublishedPost) => post.is_active && !isRestricted(post)

/** Searches one band after the other, until there are enough posts or memory does not hold the rest of a band. */
function searchBands(published: PublishedPosts, { point, radius, limit, cursor }: CachedRequest): BandPosts[] {
  const searchBand = createBandSearch(published, point)
  const found: BandPosts[] = []
  let publicCount = 0
  const isEnough = () => publicCount > limit + sparePosts
  const onTaken = (post: PublishedPost) => (publicCount += Number(isPublic(post)))
  for (const band of bandsFrom(bandsOf(radius, point !== null), cursor)) {
    const before = found.length === 0 && cursor ? cursor.before : maxId
    const posts = searchBand(band, { before, isEnough, onTaken })
    found.push(posts)
    if (posts.completeFrom > 0) break
  }
  return found
}

/** Returns the first posts that contain a number of public ones. */
function findPostsToConfirm(posts: PublishedPost[], publicCount: number): number[] {
  let count = 0
  const end = posts.findIndex((post) => !isRestricted(post) && ++count === publicCount)
  return posts.slice(0, end === -1 ? posts.length : end + 1).map(({ id }) => id)
}

/** The database's answer about one request. */
type Answer = Omit<Confirmation, 'viewers'> & { viewer: ViewerFacts }

/** Returns null if memory does not hold enough posts, what it holds has changed, or the viewer has muted places. */
function createPage(published: PublishedPosts, found: Search, answer: Answer): CachedPage | null {
  const { bands, limit } = found
  const last = bands.at(-1)
  if (answer.viewer.mutesPlaces || (last && isStale(found, last.km, answer.changes))) return null
  const visible = bands.flatMap(({ km, posts }) =>
    filterVisible(posts, found.viewerId, answer.viewer).map((post) => ({ post, km })),
  )
  if (visible.length <= limit && last && last.completeFrom > 0) return null
  const page = visible.slice(0, limit)
  const end = visible.length > limit ? page.at(-1) : undefined
  const read = page.map(({ post, km }) => readPost(published, post, { ...answer, km }))
  if (read.some((post) => post === null)) return null
  return { posts: read.filter((post) => post !== null), cursor: end ? { km: end.km, before: end.post.id } : null }
}

/** Returns the posts that the viewer may see, without those of whom they have muted. */
function filterVisible(posts: PublishedPost[], viewerId: number, facts: ViewerFacts): PublishedPost[] {
  const viewer = {
    id: viewerId,
    blockedAuthorIds: facts.blockedAuthorIds ?? [],
    followedAuthorIds: facts.followedAuthorIds ?? [],
  }
  return posts.filter(
    (post) =>
      post.is_active &&
      !facts.mutedAuthorIds?.includes(post.author_id) &&
      canSeePost(viewer, { authorId: post.author_id, followersOnly: isRestricted(post) }),
  )
}

/** Whether posts of the bands, or who may see them, may have changed. `km`: the largest circle. */
function isStale({ point, authorIds }: Search, km: BandPosts['km'], changes: string[]): boolean {
  if (changes.length === 0) return false
  if (hasAllChanged(changes)) return true
  const idsOf = (subject: string) =>
    changes.filter((key) => key.startsWith(`${subject}:`)).map((key) => key.slice(subject.length + 1))
  return idsOf('author').some((id) => authorIds.includes(Number(id))) || touchesCells(point, km, idsOf('cell'))
}

/** Returns null for a post whose text is not in memory, or has changed, or whose counters were not read. */
function readPost(
  published: PublishedPosts,
  { id }: PublishedPost,
  { counters, viewer, changes, km }: Answer & { km: BandPosts['km'] },
): CachedPage['posts'][number] | null {
  const post = published.serializedPost(id)
  const counts = counters[id]
  if (!post || !counts || changes.includes(`place:${post.placeId}`)) return null
  const [likes_count, comments_count, spotted_count] = counts
  return { post, km, counters: { likes_count, comments_count, spotted_count }, viewerState: viewerStateOf(id, viewer) }
}

function viewerStateOf(id: number, facts: ViewerFacts): ViewerPostState {
  const state = {
    user_liked: facts.likedPostIds?.includes(id) ?? false,
    user_commented: facts.commentedPostIds?.includes(id) ?? false,
    user_bookmarked: facts.bookmarkedPostIds?.includes(id) ?? false,
    user_spotted_status: facts.spottedStatuses?.[id] ?? null,
    spotted_people: facts.spottedPeople?.[id] ?? null,
  }
  const isEmpty = Object.values(state).every((value) => !value)
  return isEmpty ? noViewerPostState : state
}
