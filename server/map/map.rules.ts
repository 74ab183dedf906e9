import { boxAreaKm2, type MapBox } from '#contract/map-box.ts'
import type { MapPeriod } from '#contract/map-period.ts'
import { ancestorOf, cellAreaKm2, type Point, cellAt } from '#server/platform/geography.ts'

/** How far back each period counts. */
export const periodHours: Record<MapPeriod, number> = { day: 24, week: 7 * 24, month: 30 * 24 }

/** A cell with fewer authors is not shown: it would reveal what one or two people do, and where. */
export const minAuthors = 3
/**
 * Authors whose newest post a place or cell keeps. Somebody with a block sees it for as long as enough of these are
 * visible to them.
 */
export const keptAuthors = 10
/** Authors whose newest picture a place keeps: one is shown that the viewer may see. */
export const keptPictures = 4
export const maxCells = 400
export const maxPlaces = 200

/** Cells of one to some hundred kilometres. */
export const finestResolution = 7
export const coarsestResolution = 1

/** From this zoom on cells have resolution 3, which is 65 pixels across there and 170 where the next one begins. */
const zoomOfResolution3 = 5
/** The cells of the next resolution are √7 times smaller: so many steps of zoom. */
const zoomPerResolution = Math.log2(Math.sqrt(7))
/** A screen of 2560 × 1440 pixels has a thousand cells where they are smallest. A larger box gets larger cells. */
const maxCellsOfBox = 1200

const clampResolution = (resolution: number) =>
  Math.min(finestResolution, Math.max(coarsestResolution, Math.floor(resolution)))

/** Chooses the resolution at which a screen shows some dozen cells, whatever zoom a client claims for its box. */
export function resolutionOf(box: MapBox, zoom: number): number {
  const byZoom = clampResolution(3 + (zoom - zoomOfResolution3) / zoomPerResolution)
  const areaKm2 = boxAreaKm2(box)
  for (let resolution = byZoom; resolution > coarsestResolution; resolution--)
    if (areaKm2 <= cellAreaKm2(resolution) * maxCellsOfBox) return resolution
  return coarsestResolution
}

/** A box as the two that what is stored lies in: longitudes from -180, and those of cells beyond 180. */
export type BoxPair = MapBox & { west2: number; east2: number }

/** Returns the box with an east beyond 180 if it crosses that meridian, and the same one turn around the Earth away. */
export function pairOfBoxes({ west, south, east, north }: MapBox): BoxPair {
  if (west > east) return { west, south, east: east + 360, north, west2: west - 360, east2: east }
  return { west, south, east, north, west2: west + 360, east2: east + 360 }
}

/** Returns the finest cell of a point, then the coarser ones that it belongs to, as texts of bigints. */
export function cellsOf(point: Point): [finest: string, ...coarser: string[]] {
  const finest = cellAt(point, finestResolution)
  const coarser = Array.from({ length: finestResolution - coarsestResolution }, (_, step) =>
    ancestorOf(finest, finestResolution - 1 - step),
  )
  return [finest, ...coarser]
}

/** A recount starts when this many times the time that the last one took has passed: it uses a tenth of a core. */
const restFactor = 10

/** Whether a new count is due. */
export function isCountDue({ counted_at, took_ms }: { counted_at: Date | null; took_ms: number }, now: Date): boolean {
  return counted_at === null || now.getTime() - counted_at.getTime() >= took_ms * restFactor
}

/** The town of a place, also where the place is the town. */
export const townOfPlace = ({ name, kind, town }: { name: string; kind: string; town: string | null }): string | null =>
  town ?? (kind === 'town' ? name : null)

/** The time of publication, which is part of a post's id (`time_ordered_id`). */
export const publishedAt = (postId: number): Date => new Date(Math.floor(postId / 4096) + Date.UTC(2020, 0, 1))

/**
 * The number of posts that blocks hide from the viewer of a counted cell or place, and the newest posts there that they
 * may see, newest first, each by a different author.
 */
export type HiddenRow = { id: string; hidden_posts: number; visible_ids: number[] }

type Counted = { posts: number; newest_id: number }
type Correction<Row> = { rows: Row[]; hidden: HiddenRow[]; idOf: (row: Row) => string; minAuthors: number }

/** Counts as if those whom a block hides had posted nothing. Rows without enough other authors are left out. */
export function withoutHidden<Row extends Counted>({ rows, hidden, idOf, minAuthors }: Correction<Row>): Row[] {
  const hiddenOf = new Map(hidden.map((row) => [row.id, row]))
  const corrected = rows.flatMap((row) => {
    const found = hiddenOf.get(idOf(row))
    if (!found) return [row]
    const posts = row.posts - found.hidden_posts
    const [newestId] = found.visible_ids
    if (newestId === undefined || found.visible_ids.length < minAuthors || posts < minAuthors) return []
    return [{ ...row, posts, newest_id: newestId }]
  })
  return corrected.toSorted((a, b) => b.posts - a.posts || b.newest_id - a.newest_id)
}
