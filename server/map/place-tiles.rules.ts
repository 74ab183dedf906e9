import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { chordOfMetres, distanceMetres, type Point } from '#server/platform/geography.ts'
import type { TileAddress } from './ground.rules.ts'
import { columnAndRow } from './streets/streets.rules.ts'

/** The places of the directory as tiles of the map's ground: a tile of the last zoom is drawn larger from there on. */
export const placeTileZooms = { min: 12, max: 14 }
export type NamedPlace = Point & { id: number; name: string; kind: string }

/** Kinds by which people find their way, the most useful first; towns are on the map that ships. */
const landmarkKinds = [
  'village',
  'station',
  'airport',
  'harbour',
  'square',
  'castle',
  'monument',
  'park',
  'beach',
  'lake',
  'island',
  'museum',
  'stadium',
  'university',
  'theatre',
  'hospital',
  'bridge',
  'market',
  'peak',
  'viewpoint',
]
/** These are many, and shown from near only. */
const otherKinds = ['church', 'library', 'school', 'hotel', 'street', 'restaurant', 'bar', 'shop', 'place']

/** Returns what a tile of this zoom names, in the order of importance, and how many at most. */
export function contentOfPlaceTile(zoom: number): { kinds: string[]; limit: number } {
  const isNear = zoom === placeTileZooms.max
  return isNear ? { kinds: [...landmarkKinds, ...otherKinds], limit: 150 } : { kinds: landmarkKinds, limit: 40 }
}

/** The area of a tile in degrees, and the circle around it, as the index of places measures it. */
export type TileArea = Point & { chord: number; west: number; south: number; east: number; north: number }

/** The latitude of a row's northern edge, by the inverse of the Web Mercator projection. */
const northOf = (y: number, z: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI

export function areaOfTile({ z, x, y }: TileAddress): TileArea {
  const [west, east] = [(x / 2 ** z) * 360 - 180, ((x + 1) / 2 ** z) * 360 - 180]
  const [north, south] = [northOf(y, z), northOf(y + 1, z)]
  const centre = { latitude: (south + north) / 2, longitude: (west + east) / 2 }
  const corners = [south, north].map((latitude) => distanceMetres(centre, { latitude, longitude: west }))
  return { ...centre, chord: chordOfMetres(Math.max(...corners)), west, south, east, north }
}

const extent = 4096

/** Encodes places as the layer `place` of a vector tile. The order is kept: the first of two without room is shown. */
export function encodePlaceTile({ z, x, y }: TileAddress, places: readonly NamedPlace[]): Uint8Array {
  const features = places.map(({ id, name, kind, latitude, longitude }, rank) => {
    const { column, row } = columnAndRow(z, [longitude, latitude])
    const point = [Math.round((column - x) * extent), Math.round((row - y) * extent)]
    return { id, type: 1, geometry: [point], tags: { name, kind, rank } }
  })
  // The library's types are those of its own slicer.
  const layers = { place: { features } } as unknown as Parameters<typeof fromGeojsonVt>[0]
  return fromGeojsonVt(layers, { version: 2, extent })
}
