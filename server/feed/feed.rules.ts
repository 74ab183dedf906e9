/** The radii of "nearby", smallest first, and the H3 resolution of the cells that cover them. Null means everywhere. */
export const radii = [
  { km: 5, resolution: 5 },
  { km: 25, resolution: 5 },
  { km: 100, resolution: 4 },
] as const
export type Radius = (typeof radii)[number]
export type RadiusKm = Radius['km'] | null

/** The feed chooses the smallest radius with this many posts of the last 30 days (docs/product.md, "Feed"). */
export const minRecentPosts = 30
/**
 * Of those, the posts of one author that count, so that three people at least make a town lively, not one loud account.
 * With three of each, a community of eleven people with 36 posts would not be lively.
 */
const maxCountedPerAuthor = 10

type CountedPost = { id: number; author_id: number }

/**
 * Returns a function that counts posts which make a radius lively: it takes the next post, and returns the count.
 * @param recentFromId the smallest id of the last 30 days.
 */
export function createRecentCounter(recentFromId: number): (post: CountedPost) => number {
  const countsByAuthor = new Map<number, number>()
  let total = 0
  return ({ id, author_id }) => {
    const count = countsByAuthor.get(author_id) ?? 0
    if (id < recentFromId || count === maxCountedPerAuthor) return total
    countsByAuthor.set(author_id, count + 1)
    return ++total
  }
}

/** Counts the posts that make a radius lively. */
export function countRecentPosts(posts: CountedPost[], recentFromId: number): number {
  const count = createRecentCounter(recentFromId)
  return posts.reduce((_, post) => count(post), 0)
}

/** Cursor of the first page: greater than every id. */
export const maxId = Number.MAX_SAFE_INTEGER

export type FeedCursor = { km: RadiusKm; before: number }

/** Serialises the radius and the last post scanned, so that all pages of a session use the same radius. */
export const writeCursor = ({ km, before }: FeedCursor): string => `${km ?? 0}:${before}`

/** @returns null if the cursor is invalid. */
export function readCursor(cursor: string): FeedCursor | null {
  const [, km, before] = cursor.match(/^(0|5|25|100):(\d{1,16})$/) ?? []
  if (km === undefined || !Number.isSafeInteger(Number(before))) return null
  return { km: km === '0' ? null : (Number(km) as Radius['km']), before: Number(before) }
}
