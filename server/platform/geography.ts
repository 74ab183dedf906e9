import { cellToBoundary, cellToLatLng, cellToParent, getHexagonAreaAvg, gridRing, latLngToCell } from 'h3-js'

/** Degrees. */
export type Point = { latitude: number; longitude: number }

/** Returns null for an unknown position: absent, or 0,0, which clients send when they may not locate the device. */
export function readPoint(latitude: number | undefined, longitude: number | undefined): Point | null {
  if (latitude === undefined || longitude === undefined || (latitude === 0 && longitude === 0)) return null
  return { latitude: toMicrodegrees(latitude), longitude: toMicrodegrees(longitude) }
}

/** Rounds to ten centimetres: finer digits are noise, and tiny doubles underflow in PostgreSQL's sine. */
const toMicrodegrees = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/** Mean radius of the Earth (IUGG). */
export const earthRadiusMetres = 6_371_008.7714

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Returns sin²(d / 2R), which grows with the distance d: comparing it needs no arc sine. */
function haversine(a: Point, b: Point): number {
  const dLatitude = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2
  const dLongitude = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  return dLatitude + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * dLongitude
}

/** Returns the straight distance through a sphere of radius 1, which `unit_sphere_point` and its index measure. */
export const chordOfMetres = (metres: number): number => 2 * Math.sin(metres / (2 * earthRadiusMetres))

/** Returns the haversine of two points at this distance. */
export const haversineOfMetres = (metres: number): number => Math.sin(metres / (2 * earthRadiusMetres)) ** 2

/** Returns the distance along the great circle. */
export const distanceMetres = (a: Point, b: Point): number =>
  2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(haversine(a, b))))

/** A point on the sphere of radius 1: the cosine of the angle between two of them is cheap to compute. */
export type UnitVector = readonly [x: number, y: number, z: number]

export function toUnitVector({ latitude, longitude }: Point): UnitVector {
  const cosine = Math.cos(radians(latitude))
  return [cosine * Math.cos(radians(longitude)), cosine * Math.sin(radians(longitude)), Math.sin(radians(latitude))]
}

/** Returns an H3 index as the text of a PostgreSQL bigint. */
const toBigint = (cell: string): string => BigInt(`0x${cell}`).toString()
const fromBigint = (cell: string): string => BigInt(cell).toString(16)

/** @param cell the text of a bigint. */
export function cellCentre(cell: string): Point {
  const [latitude, longitude] = cellToLatLng(fromBigint(cell))
  return { latitude, longitude }
}

/** The circle around a cell: `radiusMetres` reaches to the farthest corner. */
export type CellCircle = { centre: UnitVector; radiusMetres: number }

/** @param cell the text of a bigint. */
export function circleAround(cell: string): CellCircle {
  const toPoint = ([latitude, longitude]: [number, number]): Point => ({ latitude, longitude })
  const centre = cellCentre(cell)
  const corners = cellToBoundary(fromBigint(cell)).map(toPoint)
  const radiusMetres = Math.max(...corners.map((corner) => distanceMetres(centre, corner)))
  return { centre: toUnitVector(centre), radiusMetres }
}

/**
 * Returns the cells of a point at the resolutions that the feed reads. Each is computed from the coordinates, since H3
 * children are not contained in their parents.
 */
export function cellsAt({ latitude, longitude }: Point): { c4: string; c5: string } {
  const point = { latitude, longitude }
  return { c4: cellAt(point, 4), c5: cellAt(point, 5) }
}

/** Degrees. A box whose west is greater than its east crosses the 180th meridian. */
export type Box = { west: number; south: number; east: number; north: number }

/** The average area of an H3 cell, in square kilometres. */
export const cellAreaKm2 = (resolution: number): number => getHexagonAreaAvg(resolution, 'km2')

/** The H3 index of a cell in hexadecimal, its standard notation. @param cell the text of a bigint. */
export const h3IndexOf = (cell: string): string => fromBigint(cell)

/** Returns the cell of a coarser resolution that a cell belongs to; both are texts of bigints. */
export const ancestorOf = (cell: string, resolution: number): string =>
  toBigint(cellToParent(fromBigint(cell), resolution))

/**
 * Returns the corners of a cell in order. Longitudes go beyond 180 where the cell crosses that meridian, so that the
 * corners are neighbours on a map.
 * @param cell the text of a bigint.
 */
export function outlineOf(cell: string): Point[] {
  const corners = cellToBoundary(fromBigint(cell))
  const crosses = corners.some(([, longitude]) => longitude > 90) && corners.some(([, longitude]) => longitude < -90)
  return corners.map(([latitude, longitude]) => ({
    latitude,
    longitude: crosses && longitude < 0 ? longitude + 360 : longitude,
  }))
}

/** Returns the smallest box around a cell; east is beyond 180 where the cell crosses that meridian. */
export function boxAround(cell: string): Box {
  const outline = outlineOf(cell)
  const latitudes = outline.map(({ latitude }) => latitude)
  const longitudes = outline.map(({ longitude }) => longitude)
  const box = {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  }
  // Only a cell around a pole is this wide.
  if (box.east - box.west <= 180) return box
  return { west: -180, south: box.south > 0 ? box.south : -90, east: 180, north: box.south > 0 ? 90 : box.north }
}

/** Returns metres east and north of `centre` (azimuthal equidistant projection). */
function project(centre: Point, [latitude, longitude]: [number, number]): [number, number] {
  const metres = distanceMetres(centre, { latitude, longitude })
  const from = radians(centre.latitude)
  const to = radians(latitude)
  const turn = radians(longitude - centre.longitude)
  const east = Math.sin(turn) * Math.cos(to)
  const north = Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(turn)
  const length = Math.hypot(east, north)
  return length === 0 ? [0, 0] : [(east / length) * metres, (north / length) * metres]
}

/** Returns the distance from the origin to a segment, in metres. */
function distanceToSegment([ax, ay]: [number, number], [bx, by]: [number, number]): number {
  const dx = bx - ax
  const dy = by - ay
  const along = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(ax + along * dx, ay + along * dy)
}

function distanceToCell(centre: Point, cell: string): number {
  const corners = cellToBoundary(cell).map((corner) => project(centre, corner))
  return Math.min(
    ...corners.map((corner, at) => distanceToSegment(corner, corners[(at + 1) % corners.length] ?? corner)),
  )
}

/** Returns the H3 cell of a point as the text of a bigint. */
export const cellAt = ({ latitude, longitude }: Point, resolution: number): string =>
  toBigint(latLngToCell(latitude, longitude, resolution))

/**
 * Returns the cells that a circle touches, as texts of bigints, each with the metres from the centre to its nearest
 * point. Searches ring by ring around the centre's cell, until a ring has no such cell.
 * @param metres radius of the circle.
 */
export function cellsTouched(centre: Point, metres: number, resolution: number): { cell: string; metres: number }[] {
  const centreCell = latLngToCell(centre.latitude, centre.longitude, resolution)
  const cells = [{ cell: toBigint(centreCell), metres: 0 }]
  for (let ring = 1; ; ring++) {
    const touched = gridRing(centreCell, ring)
      .map((cell) => ({ cell: toBigint(cell), metres: distanceToCell(centre, cell) }))
      .filter((cell) => cell.metres <= metres)
    if (touched.length === 0) return cells
    cells.push(...touched)
  }
}

/** Returns the same cells without their distances. */
export const cellsWithin = (centre: Point, metres: number, resolution: number): string[] =>
  cellsTouched(centre, metres, resolution).map(({ cell }) => cell)
