import { LRUCache } from 'lru-cache'
import type { Database } from '#server/database/connect.ts'
import type { Point } from '#server/platform/geography.ts'
import { findVersionedPosts, type ViewerPostState, noViewerPostState } from '#server/posts/posts.queries.ts'
import { canSeePost } from '#server/posts/posts.rules.ts'
import { areaWithin, type NearbyPost } from './feed.queries.ts'
import { minRecentPosts, type FeedCursor, maxId, radii } from './feed.rules.ts'
import { serializePost } from './feed.views.ts'
import {
  type Validation,
  createSliceValidator,
  findFeedSlice,
  type CachedPost,
  type FeedCandidate,
  type FeedSlice,
} from './feed-cache.queries.ts'

/** Posts that are looked at around a point: enough for a page, which the first has to choose its radius by, and for what a viewer may not see of it; twice as many where that was not enough. */
const lookedAt = { first: 44, later: 22, most: 176 }
const leastOf = ({ before }: FeedCursor) => (before === maxId ? lookedAt.first : lookedAt.later)
/** Milliseconds: a point that nobody asks from any more, or that was too scattered, is looked at anew. */
const keptFor = 10 * 60 * 1000
/** No row has this version. */
const unknown = '0'
/** Points with a radius, and the pages after the first, in memory; about 5 kB each. */
const surroundingsLimit = 8000
/** Characters of written posts in memory. */
const writtenLimit = 30_000_000
/** So often the memory is brought up to date for one page; then it is found without. */
const attempts = 4
/** Some more posts are asked about than fill a stranger's page: from a few a block may part the viewer. Where that does not do, all that were looked at. */
const spare = 3

/** A post in JSON as everybody sees it, without what is the viewer's own; with what it was written from. */
export type SerializedPost = { version: string; facts: string; json: string }

/** A page of the feed: posts written as everybody sees them, each with what the viewer has done with it. */
export type CachedPage = {
  surroundings: FeedSlice
  posts: { post: SerializedPost; mine: ViewerPostState }[]
  cursor: FeedCursor | null
}

/** A page of the feed out of what is in memory: the first one, or the one after a cursor; null where it has to be found without. */
export type FindCachedPage = (
  viewerId: number,
  point: Point | null,
  after: FeedCursor | null,
  limit: number,
) => Promise<CachedPage | null>

const reaches = [...radii.map(({ km }) => km), null]

/**
 * Keeps in memory what people at the same place are shown alike: which posts are around, and those posts as they are written.
 * Nothing of it is believed: each answer asks the database, in one snapshot, whether it still holds, and what is the viewer's own.
 * So it is as true in many processes as in one. See docs/decisions/0023.
 */
export function createFeedCache(db: Database): FindCachedPage {
  const surroundings = rememberSurroundings(db)
  const written = rememberPosts(db)
  const ask = createSliceValidator(db, written.versions)
  let recentFrom = 0

  return async (viewerId, point, after, limit) => {
    /** The radii before this one are too quiet for this viewer. */
    let quiet = point ? 0 : reaches.length - 1
    let enough = limit + spare
    for (let attempt = 0; attempt < attempts; attempt++) {
      const looks = after
        ? await surroundings.lookBefore(point, after)
        : await surroundings.look(point, quiet, recentFrom)
      const sights = await Promise.all(
        looks.map(async (look) =>
          see(look, await ask({ viewerId, ...look, depth: depthOf(look.shown, enough) }), viewerId),
        ),
      )
      recentFrom = sights[0]?.answer.recentFrom ?? recentFrom
      const judged = sights.map((sight) => ({
        ...sight,
        verdict: judge(sight, limit, depthOf(sight.shown, enough), after),
      }))
      const nearest = judged.find(({ verdict }) => verdict !== 'too quiet') ?? judged.at(-1)
      if (!nearest) return null
      const { shown, looked, answer, visible, verdict } = nearest
      if (verdict === 'stale') surroundings.forget(point, looked)
      else if (verdict === 'too quiet') quiet = reaches.indexOf(shown.km) + 1
      else if (verdict === 'too narrow') surroundings.widen(point, shown)
      else if (verdict === 'too deep') enough = lookedAt.most
      else {
        const posts = await written.read(visible.slice(0, limit), answer)
        if (posts)
          return {
            surroundings: shown,
            posts,
            cursor: visible.length > limit ? { km: shown.km, before: visible[limit - 1]?.id ?? 0 } : null,
          }
      }
    }
    return null
  }
}

/** Among how many of the first posts there are so many that are for everybody; all, where there are fewer. */
function depthOf({ posts, open }: FeedSlice, enough: number): number {
  const last = open[enough - 1]
  return last ? posts.indexOf(last) + 1 : posts.length
}

/** What a viewer sees of some surroundings, as the database has confirmed them. */
type Sight = FeedCandidate & { answer: Validation; visible: NearbyPost[] }

function see(look: FeedCandidate, answer: Validation, viewerId: number): Sight {
  const viewer = { id: viewerId, blockedAuthorIds: answer.parted, followedAuthorIds: answer.followed }
  return {
    ...look,
    answer,
    visible: look.shown.posts.filter((post) =>
      canSeePost(viewer, { authorId: post.authorId, followersOnly: post.forFollowers }),
    ),
  }
}

/** Whether what a viewer sees fills their page, or says that there is no more; of a first page, which chooses the radius, also whether enough of it is recent. */
function judge({ shown, answer, visible }: Sight, limit: number, depth: number, after: FeedCursor | null) {
  if (!answer.fresh) return 'stale'
  if (!after && shown.km !== null && countRecent(visible, answer.recentFrom) < minRecentPosts)
    return shown.first < answer.recentFrom ? 'too quiet' : 'too narrow'
  if (shown.first > 0 && visible.length <= limit) return 'too narrow'
  const last = visible.slice(0, limit).at(-1)
  return last && shown.posts.indexOf(last) >= depth ? 'too deep' : 'enough'
}

const countRecent = (posts: NearbyPost[], recentFrom: number) => posts.filter(({ id }) => id >= recentFrom).length

/** Whether somebody may find enough recent posts in some surroundings, or there may be more than are looked at. */
const seemsAlive = ({ posts, first }: FeedSlice, recentFrom: number) =>
  first >= recentFrom || countRecent(posts, recentFrom) >= minRecentPosts
/** Whether somebody who follows nobody there does. */
const seemsAliveToStrangers = ({ open, first }: FeedSlice, recentFrom: number) =>
  first >= recentFrom || countRecent(open, recentFrom) >= minRecentPosts

function rememberSurroundings(db: Database) {
  const kept = new LRUCache<string, FeedSlice | 'scattered'>({
    max: surroundingsLimit,
    ttl: keptFor,
    ttlResolution: 1000,
  })
  const widths = new LRUCache<string, number>({ max: surroundingsLimit })
  const loading = new Map<string, Promise<FeedSlice | 'scattered'>>()
  const keyOf = (point: Point | null, { km, before }: FeedCursor) =>
    km === null ? `everywhere,${before}` : `${point?.latitude},${point?.longitude},${km},${before}`

  const load = async (key: string, point: Point | null, reach: FeedCursor) => {
    const found =
      (await findFeedSlice(
        db,
        point && areaWithin(point, reach.km),
        reach.before,
        widths.get(key) ?? leastOf(reach),
      )) ?? 'scattered'
    kept.set(key, found)
    return found
  }
  /** Many who come at once wait for one statement. */
  const find = (point: Point | null, reach: FeedCursor): Promise<FeedSlice | 'scattered'> | FeedSlice | 'scattered' => {
    const key = keyOf(point, reach)
    const known = kept.get(key) ?? loading.get(key)
    if (known) return known
    const begun = load(key, point, reach).finally(() => loading.delete(key))
    loading.set(key, begun)
    return begun
  }
  return {
    /**
     * The surroundings of a point, farther and farther, that look alive to some, up to those that do to everybody: what a viewer
     * may be shown is asked about at once. None where they cannot be shared.
     */
    async look(point: Point | null, quiet: number, recentFrom: number): Promise<FeedCandidate[]> {
      const looks: FeedCandidate[] = []
      const looked: FeedSlice[] = []
      for (const [at, km] of reaches.entries()) {
        if (!point && km !== null) continue
        const found = await find(point, { km, before: maxId })
        if (found === 'scattered') return []
        looked.push(found)
        if (at < quiet) continue
        if (km === null || seemsAlive(found, recentFrom)) looks.push({ shown: found, looked: [...looked] })
        if (seemsAliveToStrangers(found, recentFrom)) break
      }
      return looks
    },
    /** What a later page is taken from. */
    async lookBefore(point: Point | null, { km, before }: FeedCursor): Promise<FeedCandidate[]> {
      const found = await find(point, { km: point && km, before })
      return found === 'scattered' ? [] : [{ shown: found, looked: [found] }]
    },
    forget: (point: Point | null, looked: FeedSlice[]) => looked.forEach((one) => kept.delete(keyOf(point, one))),
    widen(point: Point | null, shown: FeedSlice): void {
      const key = keyOf(point, shown)
      const width = (widths.get(key) ?? leastOf(shown)) * 2
      if (width > lookedAt.most) kept.set(key, 'scattered')
      else {
        widths.set(key, width)
        kept.delete(key)
      }
    },
  }
}

function rememberPosts(db: Database) {
  const kept = new LRUCache<number, SerializedPost>({
    maxSize: writtenLimit,
    sizeCalculation: ({ json }) => json.length,
  })
  /** Whether a post is in memory as it was confirmed to be. */
  const holds = (id: number, { confirmed, facts }: Validation) => {
    const post = kept.get(id)
    return post !== undefined && post.version === confirmed.get(id) && post.facts === facts ? post : undefined
  }
  return {
    versions: (posts: { id: number }[]): CachedPost[] =>
      posts.map(({ id }) => ({ id, version: kept.peek(id)?.version ?? unknown })),
    /** Posts in the order given; null where one has changed meanwhile. */
    async read(posts: { id: number }[], answer: Validation): Promise<CachedPage['posts'] | null> {
      const ids = posts.map(({ id }) => id)
      const fresh = new Map<number, SerializedPost>()
      const missing = ids.filter((id) => !holds(id, answer))
      for (const row of missing.length > 0 ? await findVersionedPosts(db, missing) : []) {
        const post = { version: row.version, facts: row.shared_version, json: serializePost(row) }
        kept.set(row.id, post)
        if (row.shared_version === answer.facts) fresh.set(row.id, post)
      }
      const read = ids.flatMap((id) => {
        const post = fresh.get(id) ?? holds(id, answer)
        return post ? [{ post, mine: mineOf(id, answer) }] : []
      })
      return read.length === ids.length ? read : null
    },
  }
}

function mineOf(id: number, { liked, commented, requested }: Validation): ViewerPostState {
  const mine = {
    user_liked: liked.includes(id),
    user_commented: commented.includes(id),
    user_spotted_status: requested.get(id) ?? null,
  }
  return mine.user_liked || mine.user_commented || mine.user_spotted_status ? mine : noViewerPostState
}
