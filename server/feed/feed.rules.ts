import { cellsWithin, type Point } from '#server/platform/geography.ts'

/** How far "nearby" reaches, from near to far, and the H3 resolution of the cells that it is read in; null is everywhere. */
export const radii = [
  { km: 5, resolution: 5 },
  { km: 25, resolution: 5 },
  { km: 100, resolution: 4 },
] as const
export type Radius = (typeof radii)[number]
/** How far, told in cells of which resolution. */
type Reach = { km: Radius['km']; resolution: number }
export type RadiusKm = Radius['km'] | null

/** A radius is alive when it holds so many posts of the last 30 days (design section 5). */
export const minRecentPosts = 30

/** Before the first page: greater than every id. */
export const maxId = Number.MAX_SAFE_INTEGER

export type FeedCursor = { km: RadiusKm; before: number }

/** Radius and last post scanned, so that the pages of one reading agree. */
export const writeCursor = ({ km, before }: FeedCursor): string =>
  Buffer.from(`${km ?? 0}:${before}`).toString('base64url')

/** @returns null when it is not one of ours. */
export function readCursor(cursor: string): FeedCursor | null {
  const [, km, before] =
    Buffer.from(cursor, 'base64url')
      .toString()
      .match(/^(0|5|25|100):(\d{1,16})$/) ?? []
  if (km === undefined || !Number.isSafeInteger(Number(before))) return null
  return { km: km === '0' ? null : (Number(km) as Radius['km']), before: Number(before) }
}

/** Points within a hundredth of a degree share their cells: computing them costs more than the statement saves. */
const gridStep = 0.01
/** Metres from a point of that grid to the farthest point that rounds to it, at the equator (786) and a little more. */
const gridSlack = 800
const rememberedPoints = 20_000
const remembered = new Map<string, string[]>()

/** The cells that may hold posts within a radius: never too few, sometimes one too many; the exact distance is checked after. */
export function coveringCells({ latitude, longitude }: Point, { km, resolution }: Reach): string[] {
  const row = Math.round(latitude / gridStep)
  const column = Math.round(longitude / gridStep)
  const key = `${row},${column},${km},${resolution}`
  const known = remembered.get(key)
  if (known) return known
  if (remembered.size >= rememberedPoints) remembered.clear()
  const cells = cellsWithin(
    { latitude: row * gridStep, longitude: column * gridStep },
    km * 1000 + gridSlack,
    resolution,
  )
  remembered.set(key, cells)
  return cells
}
