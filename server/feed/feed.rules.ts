import { type CircleKm, circlesOfRadius, type FeedRadius } from '#contract/feed-radius.ts'

/** The circles around a point, smallest first, and the H3 resolution of the cells that cover them. */
export const circles = [
  { km: 1, resolution: 5 },
  { km: 5, resolution: 5 },
  { km: 25, resolution: 5 },
  { km: 100, resolution: 4 },
] as const
export type Circle = (typeof circles)[number]

/** A part of the feed: the posts of a circle, without those of the circle before. Null is everywhere. */
export type Band = { km: CircleKm; withoutKm: Circle['km'] | null }

/** Returns the bands of a radius in the order of the feed. An unknown position has only one, everywhere. */
export function bandsOf(radius: FeedRadius, hasPoint: boolean): Band[] {
  const kms = hasPoint ? circlesOfRadius[radius] : circlesOfRadius.everywhere
  return kms.map((km, index) => ({ km, withoutKm: kms[index - 1] ?? null }))
}

/** Greater than every id. */
export const maxId = Number.MAX_SAFE_INTEGER

/** The start of the next page: in the band of `km`, after the post `before`. */
export type FeedCursor = { km: CircleKm; before: number }

export const writeCursor = ({ km, before }: FeedCursor): string => `${km ?? 0}:${before}`

/** @returns null if the cursor is invalid. */
export function readCursor(cursor: string): FeedCursor | null {
  const [, km, before] = cursor.match(/^(0|1|5|25|100):(\d{1,16})$/) ?? []
  if (km === undefined || !Number.isSafeInteger(Number(before))) return null
  return { km: km === '0' ? null : (Number(km) as Circle['km']), before: Number(before) }
}

/**
 * Returns where a page of a radius begins; null for the first page, undefined for a cursor that is invalid, or of
 * another radius.
 */
export function cursorOf(
  text: string | undefined,
  radius: FeedRadius,
  hasPoint: boolean,
): FeedCursor | null | undefined {
  if (text === undefined) return null
  const cursor = readCursor(text)
  return cursor && bandsFrom(bandsOf(radius, hasPoint), cursor).length > 0 ? cursor : undefined
}

/** Returns the bands from the one in which a page begins; none for the cursor of another radius. */
export function bandsFrom(bands: Band[], cursor: FeedCursor | null): Band[] {
  const index = cursor ? bands.findIndex(({ km }) => km === cursor.km) : 0
  return index === -1 ? [] : bands.slice(index)
}
