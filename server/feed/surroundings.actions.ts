import { LRUCache } from 'lru-cache'
import type { Database } from '#server/database/connect.ts'
import type { Point } from '#server/platform/geography.ts'
import { findSharedPosts, type Mine, nothingDone } from '#server/posts/posts.queries.ts'
import { canSeePost } from '#server/posts/posts.rules.ts'
import { areaOf, findPageAfter, type NearbyPost } from './feed.queries.ts'
import { aliveWith, type FeedCursor, radii, type RadiusKm } from './feed.rules.ts'
import { writeSharedPost } from './feed.views.ts'
import { type Answer, askTogether, findSurroundings, type KnownPost, type Listing, listingOf, type Surroundings } from './surroundings.queries.ts'

/** Posts that are looked at around a point: enough for a page and for what a viewer may not see of it; twice as many where that was not enough. */
const lookedAt = { first: 44, most: 176 }
/** Milliseconds: a point that nobody asks from any more, or that was too scattered, is looked at anew. */
const keptFor = 10 * 60 * 1000
/** No row has this version. */
const unknown = '0'
/** Points and radii in memory; about 5 kB each. */
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
export type SharedPage = { listing: Listing; posts: { post: WrittenPost; mine: Mine }[]; cursor: FeedCursor | null }

/** Pages of the feed out of what is in memory; null where one has to be found without. */
export type SharedFeed = {
  firstPage: (viewerId: number, point: Point | null, limit: number) => Promise<SharedPage | null>
  /** Which posts a later page has is found in the database, viewer by viewer; they are written out of what is in memory. */
  pageAfter: (viewerId: number, point: Point | null, cursor: FeedCursor, limit: number) => Promise<SharedPage | null>
}

const reaches = [...radii.map(({ km }) => km), null]

/**
 * Keeps in memory what people at the same place are shown alike: which posts are around, and those posts as they are written.
 * Nothing of it is believed: each answer asks the database, in one snapshot, whether it still holds, and what is the viewer's own.
 * So it is as true in many processes as in one. See docs/decisions/0023.
 */
export function openSharedFeed(db: Database): SharedFeed {
  const surroundings = rememberSurroundings(db)
  const written = rememberPosts(db)
  const ask = askTogether(db, (listing, limit) => written.versions(listing.posts.slice(0, limit + margin)))
  let last = { facts: '', recentFrom: 0 }

  const firstPage: SharedFeed['firstPage'] = async (viewerId, point, limit) => {
    /** The radii before this one are too quiet for this viewer. */
    let quiet = point ? 0 : reaches.length - 1
    for (let attempt = 0; attempt < attempts; attempt++) {
      const looked = (await surroundings.look(point, quiet, last.recentFrom)) ?? []
      const shown = looked.at(-1)
      if (!shown) return null
      const answer = await ask({ viewerId, listing: shown, surroundings: looked, limit })
      last = answer
      if (!answer.fresh) {
        surroundings.forget(point, looked)
        continue
      }
      const visible = visibleOf(shown, viewerId, answer)
      const reach = judge(shown, visible, limit, answer.recentFrom)
      if (reach === 'too narrow') surroundings.widen(point, shown)
      else if (reach === 'too quiet') quiet = reaches.indexOf(shown.km) + 1
      else {
        const posts = await written.read(visible.slice(0, limit), answer)
        if (posts) return { listing: shown, posts, cursor: visible.length > limit ? { km: shown.km, before: visible[limit - 1]?.id ?? 0 } : null }
      }
    }
    return null
  }

  const pageAfter: SharedFeed['pageAfter'] = async (viewerId, point, after, limit) => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const { facts } = last
      const { km, posts: found, cursor } = await findPageAfter(db, viewerId, point, after, limit)
      const listing = listingOf(km, found)
      const answer = await ask({ viewerId, listing, surroundings: [], limit })
      last = answer
      // An author may have been suspended since the posts were found.
      if (answer.facts !== facts) continue
      const posts = await written.read(visibleOf(listing, viewerId, answer), answer)
      if (posts) return { listing, posts, cursor }
    }
    return null
  }
  return { firstPage, pageAfter }
}

const visibleOf = ({ posts }: Listing, viewerId: number, { parted, followed }: Answer) => posts.filter((post) => canSeePost({ id: viewerId, parted, followed }, post))

/** Whether what a viewer sees of some surroundings fills their page, or says that there is no more. */
function judge({ km, first }: Surroundings, visible: NearbyPost[], limit: number, recentFrom: number): 'enough' | 'too narrow' | 'too quiet' {
  if (km !== null && countRecent(visible, recentFrom) < aliveWith) return first < recentFrom ? 'too quiet' : 'too narrow'
  return first === 0 || visible.length > limit ? 'enough' : 'too narrow'
}

const countRecent = (posts: NearbyPost[], recentFrom: number) => posts.filter(({ id }) => id >= recentFrom).length

/** Whether somebody may find enough recent posts in some surroundings, or there may be more than are looked at. */
const seemsAlive = ({ posts, first }: Surroundings, recentFrom: number) => first >= recentFrom || countRecent(posts, recentFrom) >= aliveWith

function rememberSurroundings(db: Database) {
  const kept = new LRUCache<string, Surroundings | 'scattered'>({ max: surroundingsLimit, ttl: keptFor, ttlResolution: 1000 })
  const widths = new LRUCache<string, number>({ max: surroundingsLimit })
  const loading = new Map<string, Promise<Surroundings | 'scattered'>>()
  const keyOf = (point: Point | null, km: RadiusKm) => (km === null ? 'everywhere' : `${point?.latitude},${point?.longitude},${km}`)

  const load = async (key: string, point: Point | null, km: RadiusKm) => {
    const found = (await findSurroundings(db, point && areaOf(point, km), widths.get(key) ?? lookedAt.first)) ?? 'scattered'
    kept.set(key, found)
    return found
  }
  /** Many who come at once wait for one statement. */
  const find = (point: Point | null, km: RadiusKm): Promise<Surroundings | 'scattered'> | Surroundings | 'scattered' => {
    const key = keyOf(point, km)
    const known = kept.get(key) ?? loading.get(key)
    if (known) return known
    const begun = load(key, point, km).finally(() => loading.delete(key))
    loading.set(key, begun)
    return begun
  }
  return {
    /** The surroundings of a point, farther and farther, up to those that look alive; null where they cannot be shared. */
    async look(point: Point | null, quiet: number, recentFrom: number): Promise<Surroundings[] | null> {
      const looked: Surroundings[] = []
      for (const [at, km] of reaches.entries()) {
        if (!point && km !== null) continue
        const found = await find(point, km)
        if (found === 'scattered') return null
        looked.push(found)
        if (at >= quiet && seemsAlive(found, recentFrom)) break
      }
      return looked
    },
    forget: (point: Point | null, looked: Surroundings[]) => looked.forEach(({ km }) => kept.delete(keyOf(point, km))),
    widen(point: Point | null, { km }: Surroundings): void {
      const key = keyOf(point, km)
      const width = (widths.get(key) ?? lookedAt.first) * 2
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
