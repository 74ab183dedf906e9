import { LRUCache } from 'lru-cache'
import type { Database } from '#server/database/connect.ts'
import type { Point } from '#server/platform/geography.ts'
import { findSharedPosts, type Mine, nothingDone } from '#server/posts/posts.queries.ts'
import { canSeePost } from '#server/posts/posts.rules.ts'
import { areaOf, type NearbyPost } from './feed.queries.ts'
import { aliveWith, type FeedCursor, fromTheNewest, radii } from './feed.rules.ts'
import { writeSharedPost } from './feed.views.ts'
import { type Answer, askTogether, findSurroundings, type KnownPost, type Surroundings } from './surroundings.queries.ts'

/** Posts that are looked at around a point: enough for a page, which the first has to choose its radius by, and for what a viewer may not see of it; twice as many where that was not enough. */
const lookedAt = { first: 44, later: 22, most: 176 }
const leastOf = ({ before }: FeedCursor) => (before === fromTheNewest ? lookedAt.first : lookedAt.later)
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
/** A little more than a page is asked about: some of it a viewer may not see. */
const margin = 6

/** A post in JSON as everybody sees it, without what is the viewer's own; with what it was written from. */
export type WrittenPost = { version: string; facts: string; json: string }

/** A page of the feed: posts written as everybody sees them, each with what the viewer has done with it. */
export type SharedPage = { surroundings: Surroundings; posts: { post: WrittenPost; mine: Mine }[]; cursor: FeedCursor | null }

/** A page of the feed out of what is in memory: the first one, or the one after a cursor; null where it has to be found without. */
export type FindSharedPage = (viewerId: number, point: Point | null, after: FeedCursor | null, limit: number) => Promise<SharedPage | null>

const reaches = [...radii.map(({ km }) => km), null]

/**
 * Keeps in memory what people at the same place are shown alike: which posts are around, and those posts as they are written.
 * Nothing of it is believed: each answer asks the database, in one snapshot, whether it still holds, and what is the viewer's own.
 * So it is as true in many processes as in one. See docs/decisions/0023.
 */
export function openSharedFeed(db: Database): FindSharedPage {
  const surroundings = rememberSurroundings(db)
  const written = rememberPosts(db)
  const ask = askTogether(db, (shown, limit) => written.versions(shown.posts.slice(0, limit + margin)))
  let recentFrom = 0

  return async (viewerId, point, after, limit) => {
    /** The radii before this one are too quiet for this viewer. */
    let quiet = point ? 0 : reaches.length - 1
    for (let attempt = 0; attempt < attempts; attempt++) {
      const looked = after ? await surroundings.lookBefore(point, after) : await surroundings.look(point, quiet, recentFrom)
      const shown = looked.at(-1)
      if (!shown) return null
      const answer = await ask({ viewerId, shown, looked, limit })
      recentFrom = answer.recentFrom
      if (!answer.fresh) {
        surroundings.forget(point, looked)
        continue
      }
      const visible = visibleOf(shown, viewerId, answer)
      const reach = after ? judgeLength(shown, visible, limit) : judge(shown, visible, limit, answer.recentFrom)
      if (reach === 'too narrow') surroundings.widen(point, shown)
      else if (reach === 'too quiet') quiet = reaches.indexOf(shown.km) + 1
      else {
        const posts = await written.read(visible.slice(0, limit), answer)
        if (posts) return { surroundings: shown, posts, cursor: visible.length > limit ? { km: shown.km, before: visible[limit - 1]?.id ?? 0 } : null }
      }
    }
    return null
  }
}

const visibleOf = ({ posts }: Surroundings, viewerId: number, { parted, followed }: Answer) => posts.filter((post) => canSeePost({ id: viewerId, parted, followed }, post))

/** Whether what a viewer sees of some surroundings fills their page, or says that there is no more. */
const judgeLength = ({ first }: Surroundings, visible: NearbyPost[], limit: number) => (first === 0 || visible.length > limit ? 'enough' : 'too narrow')

/** The same of a first page, which chooses the radius. */
function judge(shown: Surroundings, visible: NearbyPost[], limit: number, recentFrom: number): 'enough' | 'too narrow' | 'too quiet' {
  if (shown.km !== null && countRecent(visible, recentFrom) < aliveWith) return shown.first < recentFrom ? 'too quiet' : 'too narrow'
  return judgeLength(shown, visible, limit)
}

const countRecent = (posts: NearbyPost[], recentFrom: number) => posts.filter(({ id }) => id >= recentFrom).length

/** Whether somebody may find enough recent posts in some surroundings, or there may be more than are looked at. */
const seemsAlive = ({ posts, first }: Surroundings, recentFrom: number) => first >= recentFrom || countRecent(posts, recentFrom) >= aliveWith

function rememberSurroundings(db: Database) {
  const kept = new LRUCache<string, Surroundings | 'scattered'>({ max: surroundingsLimit, ttl: keptFor, ttlResolution: 1000 })
  const widths = new LRUCache<string, number>({ max: surroundingsLimit })
  const loading = new Map<string, Promise<Surroundings | 'scattered'>>()
  const keyOf = (point: Point | null, { km, before }: FeedCursor) => (km === null ? `everywhere,${before}` : `${point?.latitude},${point?.longitude},${km},${before}`)

  const load = async (key: string, point: Point | null, reach: FeedCursor) => {
    const found = (await findSurroundings(db, point && areaOf(point, reach.km), reach.before, widths.get(key) ?? leastOf(reach))) ?? 'scattered'
    kept.set(key, found)
    return found
  }
  /** Many who come at once wait for one statement. */
  const find = (point: Point | null, reach: FeedCursor): Promise<Surroundings | 'scattered'> | Surroundings | 'scattered' => {
    const key = keyOf(point, reach)
    const known = kept.get(key) ?? loading.get(key)
    if (known) return known
    const begun = load(key, point, reach).finally(() => loading.delete(key))
    loading.set(key, begun)
    return begun
  }
  return {
    /** The surroundings of a point, farther and farther, up to those that look alive; none where they cannot be shared. */
    async look(point: Point | null, quiet: number, recentFrom: number): Promise<Surroundings[]> {
      const looked: Surroundings[] = []
      for (const [at, km] of reaches.entries()) {
        if (!point && km !== null) continue
        const found = await find(point, { km, before: fromTheNewest })
        if (found === 'scattered') return []
        looked.push(found)
        if (at >= quiet && seemsAlive(found, recentFrom)) break
      }
      return looked
    },
    /** What a later page is taken from. */
    async lookBefore(point: Point | null, { km, before }: FeedCursor): Promise<Surroundings[]> {
      const found = await find(point, { km: point && km, before })
      return found === 'scattered' ? [] : [found]
    },
    forget: (point: Point | null, looked: Surroundings[]) => looked.forEach((one) => kept.delete(keyOf(point, one))),
    widen(point: Point | null, shown: Surroundings): void {
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
  const kept = new LRUCache<number, WrittenPost>({ maxSize: writtenLimit, sizeCalculation: ({ json }) => json.length })
  /** Whether a post is in memory as it was confirmed to be. */
  const holds = (id: number, { confirmed, facts }: Answer) => {
    const post = kept.get(id)
    return post !== undefined && post.version === confirmed.get(id) && post.facts === facts ? post : undefined
  }
  return {
    versions: (posts: { id: number }[]): KnownPost[] => posts.map(({ id }) => ({ id, version: kept.peek(id)?.version ?? unknown })),
    /** Posts in the order given; null where one has changed meanwhile. */
    async read(posts: { id: number }[], answer: Answer): Promise<SharedPage['posts'] | null> {
      const ids = posts.map(({ id }) => id)
      const fresh = new Map<number, WrittenPost>()
      const missing = ids.filter((id) => !holds(id, answer))
      for (const row of missing.length > 0 ? await findSharedPosts(db, missing) : []) {
        const post = { version: row.version, facts: row.facts, json: writeSharedPost(row) }
        kept.set(row.id, post)
        if (row.facts === answer.facts) fresh.set(row.id, post)
      }
      const read = ids.flatMap((id) => {
        const post = fresh.get(id) ?? holds(id, answer)
        return post ? [{ post, mine: mineOf(id, answer) }] : []
      })
      return read.length === ids.length ? read : null
    },
  }
}

function mineOf(id: number, { liked, commented, requested }: Answer): Mine {
  const mine = { user_liked: liked.includes(id), user_commented: commented.includes(id), user_spotted_status: requested.get(id) ?? null }
  return mine.user_liked || mine.user_commented || mine.user_spotted_status ? mine : nothingDone
}
