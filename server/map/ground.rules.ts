/** Which layers and attributes the tiles have: those of the file that ships, or of a schema of OpenStreetMap data. */
export type GroundSchema = 'base' | 'openmaptiles' | 'shortbread' | 'protomaps'

/** Layers that only this schema has; Protomaps has some of OpenMapTiles' as well, and is looked for first. */
const layersOf: Record<Exclude<GroundSchema, 'base'>, string[]> = {
  protomaps: ['roads', 'earth'],
  openmaptiles: ['transportation', 'landcover', 'landuse', 'housenumber', 'transportation_name'],
  shortbread: ['streets', 'water_polygons', 'land', 'street_labels', 'ocean'],
}
/** So that one layer that happens to have such a name does not decide. */
const minLayers = 2

/** Returns the schema of an operator's file by the names of its layers, or null if it is none of these. */
export function schemaOf(layers: readonly string[]): Exclude<GroundSchema, 'base'> | null {
  for (const schema of ['protomaps', 'openmaptiles', 'shortbread'] as const)
    if (layersOf[schema].filter((layer) => layers.includes(layer)).length >= minLayers) return schema
  return null
}

const maxAttributionLength = 200
const openStreetMap = '© OpenStreetMap'
const characters: Record<string, string> = { copy: '©', amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'", nbsp: ' ' }

/** Returns the attribution of a file, which often is HTML, as one line of text. All schemas are OpenStreetMap's. */
export function plainAttribution(attribution: unknown): string {
  const text = String(attribution ?? '')
    .slice(0, 10 * maxAttributionLength)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(#?\w+);/g, (entity, name: string) => characters[name] ?? entity)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxAttributionLength)
  return text || openStreetMap
}

const isDegrees = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
/** The edge of the Mercator projection. */
export const maxLatitude = 85.0511
/** In degrees. */
export type Bounds = [west: number, south: number, east: number, north: number]
export const wholeWorld: Bounds = [-180, -maxLatitude, 180, maxLatitude]

/** Returns the part of the world that these values bound, or null if they are no west, south, east and north of one. */
export function readBounds([west, south, east, north]: readonly unknown[]): Bounds | null {
  if (!isDegrees(west) || !isDegrees(south) || !isDegrees(east) || !isDegrees(north)) return null
  const isPart = west >= -180 && west < east && east <= 180 && south >= -90 && south < north && north <= 90
  return isPart ? [west, Math.max(south, -maxLatitude), east, Math.min(north, maxLatitude)] : null
}

/** Returns the bounds of a file, or the whole world if they are missing or make no sense. */
export const validBounds = (values: readonly unknown[]): Bounds => readBounds(values) ?? wholeWorld

/** More than any file has: a tile of zoom 22 is four metres wide. */
const maxZoom = 22
export const areValidZooms = (min: unknown, max: unknown): boolean =>
  Number.isInteger(min) &&
  Number.isInteger(max) &&
  Number(min) >= 0 &&
  Number(min) <= Number(max) &&
  Number(max) <= maxZoom

export type TileAddress = { z: number; x: number; y: number }

const readNumber = (text: string): number => (/^(0|[1-9]\d{0,7})$/.test(text) ? Number(text) : Number.NaN)

/** Returns the numbers of a tile, or null if there is no such tile. */
export function readTileAddress(texts: Record<'z' | 'x' | 'y', string>): TileAddress | null {
  const [z, x, y] = [readNumber(texts.z), readNumber(texts.x), readNumber(texts.y)]
  return z <= maxZoom && x < 2 ** z && y < 2 ** z ? { z, x, y } : null
}

/** How a stored tile is compressed, by its first bytes; null if it is not. A tile itself begins with a layer (0x1a). */
export function encodingOf([first, second]: Uint8Array): 'gzip' | 'deflate' | null {
  if (first === 0x1f && second === 0x8b) return 'gzip'
  return first === 0x78 ? 'deflate' : null
}

/** Whether these are the first bytes of a vector tile, compressed or not; a picture has others. */
export const isVectorTile = (tile: Uint8Array): boolean =>
  tile.length === 0 || tile[0] === 0x1a || encodingOf(tile) !== null
