import { cellToBoundary, gridRing, latLngToCell } from 'h3-js'

/** Degrees. */
export type Point = { latitude: number; longitude: number }

/** Latitude and longitude absent or 0,0 mean that nobody knows (spec: "falls back to 0,0 if denied"). */
export function readPoint(latitude: number | undefined, longitude: number | undefined): Point | null {
  if (latitude === undefined || longitude === undefined || (latitude === 0 && longitude === 0)) return null
  return { latitude: toMicrodegrees(latitude), longitude: toMicrodegrees(longitude) }
}

/** Ten centimetres: finer is noise, and the finest doubles underflow in PostgreSQL's sine. */
const toMicrodegrees = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/** Mean radius of the Earth in metres (IUGG). */
export const earthRadiusMetres = 6_371_008.7714

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** sin²(d / 2R): grows with the distance, and costs no arc sine to compare. */
export function haversine(a: Point, b: Point): number {
  const dLatitude = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2
  const dLongitude = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  return dLatitude + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * dLongitude
}

/** The haversine of points that are so many metres apart. */
export const haversineOfMetres = (metres: number): number => Math.sin(metres / (2 * earthRadiusMetres)) ** 2

/** Metres along the great circle. */
export const distanceMetres = (a: Point, b: Point): number =>
  2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(haversine(a, b))))

/** An H3 index as PostgreSQL's bigint takes it, in text. */
const toBigint = (cell: string): string => BigInt(`0x${cell}`).toString()

/** The cells of a place at the resolutions that the feed reads; each from the coordinates, since children are not contained in their parents. */
export function cellsAt({ latitude, longitude }: Point): { c4: string; c5: string } {
  const point = { latitude, longitude }
  return { c4: cellAt(point, 4), c5: cellAt(point, 5) }
}

/** Where a point lies, in metres east and north, on the plane that touches the Earth at `centre` (azimuthal equidistant). */
function project(centre: Point, [latitude, longitude]: [number, number]): [number, number] {
  const metres = distanceMetres(centre, { latitude, longitude })
  const [from, to, turn] = [radians(centre.latitude), radians(latitude), radians(longitude - centre.longitude)]
  const east = Math.sin(turn) * Math.cos(to)
  const north = Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(turn)
  const length = Math.hypot(east, north)
  return length === 0 ? [0, 0] : [(east / length) * metres, (north / length) * metres]
}

/** Metres from the origin to a segment. */
function distanceToSegment([ax, ay]: [number, number], [bx, by]: [number, number]): number {
  const [dx, dy] = [bx - ax, by - ay]
  const along = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(ax + along * dx, ay + along * dy)
}

function distanceToCell(centre: Point, cell: string): number {
  const corners = cellToBoundary(cell).map((corner) => project(centre, corner))
  return Math.min(
    ...corners.map((corner, at) => distanceToSegment(corner, corners[(at + 1) % corners.length] ?? corner)),
  )
}

/** The cell of a point, as a bigint in text. */
export const cellAt = ({ latitude, longitude }: Point, resolution: number): string =>
  toBigint(latLngToCell(latitude, longitude, resolution))

/**
 * The cells that a circle touches, as bigints in text, each with the metres from the centre to its nearest point.
 * They are looked for ring by ring around the centre's own: beyond a ring that has none there is none.
 * @param metres radius of the circle.
 */
export function cellsTouched(centre: Point, metres: number, resolution: number): { cell: string; metres: number }[] {
  const own = latLngToCell(centre.latitude, centre.longitude, resolution)
  const all = [{ cell: toBigint(own), metres: 0 }]
  for (let ring = 1; ; ring++) {
    const touched = gridRing(own, ring)
      .map((cell) => ({ cell: toBigint(cell), metres: distanceToCell(centre, cell) }))
      .filter((cell) => cell.metres <= metres)
    if (touched.length === 0) return all
    all.push(...touched)
  }
}

/** The same without the distances. */
export const cellsWithin = (centre: Point, metres: number, resolution: number): string[] =>
  cellsTouched(centre, metres, resolution).map(({ cell }) => cell)
