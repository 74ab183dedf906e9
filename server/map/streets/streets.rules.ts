import { zxyToTileId } from 'pmtiles'
import { type Bounds, maxLatitude, readBounds } from '#server/map/ground.rules.ts'

/** Of latitude: the equator's 40,075 km by 360. */
const kmPerDegree = 111.32

/** The square around a point that reaches `km` kilometres to each side. */
export function boundsAround({ latitude, longitude }: { latitude: number; longitude: number }, km: number): Bounds {
  const height = km / kmPerDegree
  const width = height / Math.cos((latitude * Math.PI) / 180)
  return [longitude - width, latitude - height, longitude + width, latitude + height]
}

/** "12.4,43.9,12.7,44.2" → numbers; null if they are no part of the world with a west, south, east and north. */
export function parseBounds(text: string): Bounds | null {
  const values = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  return values.length === 4 ? readBounds(values) : null
}

/** Where a point lies among the tiles of a zoom, with fractions, by the formula of the Web Mercator projection. */
export function columnAndRow(z: number, [longitude, latitude]: [longitude: number, latitude: number]) {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return {
    column: ((longitude + 180) / 360) * 2 ** z,
    row: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** z,
  }
}

/** The number of the tile that contains a point. */
export function tileAt(z: number, point: [longitude: number, latitude: number]) {
  const { column, row } = columnAndRow(z, point)
  return { z, x: Math.floor(column), y: Math.floor(row) }
}

/** The tiles of one zoom in these bounds: the columns and rows from the north-west to the south-east. */
function columnsAndRows([west, south, east, north]: Bounds, z: number) {
  const last = 2 ** z - 1
  const first = tileAt(z, [west, Math.min(north, maxLatitude)])
  const end = tileAt(z, [east, Math.max(south, -maxLatitude)])
  return { x: first.x, y: Math.max(first.y, 0), endX: Math.min(end.x, last), endY: Math.min(end.y, last) }
}

/** How many tiles of these zooms are in the bounds. */
export function countTiles(bounds: Bounds, minZoom: number, maxZoom: number): number {
  let count = 0
  for (let z = minZoom; z <= maxZoom; z++) {
    const { x, y, endX, endY } = columnsAndRows(bounds, z)
    count += (endX - x + 1) * (endY - y + 1)
  }
  return count
}

/** The ids that PMTiles gives to the tiles in the bounds, ascending. */
export function tileIdsIn(bounds: Bounds, minZoom: number, maxZoom: number): number[] {
  const ids: number[] = []
  for (let z = minZoom; z <= maxZoom; z++) {
    const { x, y, endX, endY } = columnsAndRows(bounds, z)
    for (let column = x; column <= endX; column++)
      for (let row = y; row <= endY; row++) ids.push(zxyToTileId(z, column, row))
  }
  return ids.toSorted((one, other) => one - other)
}

/** Bytes of an archive that are the content of these tiles: all open sea, for example, is stored once. */
export type Part = { offset: number; length: number; tileIds: number[] }
/** What is read at once. */
export type Range = { offset: number; length: number; parts: Part[] }

/** A gap that is read as well: another request takes as long as this many bytes. */
const maxGapBytes = 64 * 1024
const maxRangeBytes = 2 * 1024 * 1024

/** Puts parts that lie near each other into one range, in the order of the archive. */
export function joinParts(parts: readonly Part[]): Range[] {
  const ranges: Range[] = []
  for (const part of parts.toSorted((one, other) => one.offset - other.offset)) {
    const range = ranges.at(-1)
    const length = range ? part.offset + part.length - range.offset : 0
    const isNear = range && part.offset - (range.offset + range.length) <= maxGapBytes && length <= maxRangeBytes
    if (!isNear) ranges.push({ offset: part.offset, length: part.length, parts: [part] })
    else {
      range.length = Math.max(range.length, length)
      range.parts.push(part)
    }
  }
  return ranges
}
