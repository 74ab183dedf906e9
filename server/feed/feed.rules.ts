import { cellsWithin, type Point } from '#server/platform/geography.ts'

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

/** Cursor of the first page: greater than every id. */
export const maxId = Number.MAX_SAFE_INTEGER

export type FeedCursor = { km: RadiusKm; before: number }

/** Serialises the radius and the last post scanned, so that all pages of a session use the same radius. */
export const writeCursor = ({ km, before }: FeedCursor): string =>
  Buffer.from(`${km ?? 0}:${before}`).toString('base64url')

/** @returns null if the cursor is invalid. */
export function readCursor(cursor: string): FeedCursor | null {
  const [, km, before] =
    Buffer.from(cursor, 'base64url')
      .toString()
      .match(/^(0|5|25|100):(\d{1,16})$/) ?? []
  if (km === undefined || !Number.isSafeInteger(Number(before))) return null
  return { km: km === '0' ? null : (Number(km) as Radius['km']), before: Number(before) }
}

/** Points within a hundredth of a degree share their cells: computing them costs more than the statement saves. */
const gridStepDegrees = 0.01
/** From a grid point to the farthest point that rounds to it: 786 m at the equator, and a margin. */
const gridSlackMetres = 800
const cachedCoverings = 20_000
const coverings = new Map<string, string[]>()

/**
 * Returns cells that contain every point within a radius. There may be more than needed: the distance is checked later.
 */
export function coveringCells(
  { latitude, longitude }: Point,
  { km, resolution }: { km: Radius['km']; resolution: number },
): string[] {
  const row = Math.round(latitude / gridStepDegrees)
  const column = Math.round(longitude / gridStepDegrees)
  const key = `${row},${column},${km},${resolution}`
  const cached = coverings.get(key)
  if (cached) return cached
  if (coverings.size >= cachedCoverings) coverings.clear()
  const gridPoint = { latitude: row * gridStepDegrees, longitude: column * gridStepDegrees }
  const cells = cellsWithin(gridPoint, km * 1000 + gridSlackMetres, resolution)
  coverings.set(key, cells)
  return cells
}
