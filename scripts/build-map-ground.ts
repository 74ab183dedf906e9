/**
 * Makes dist/map/base.mbtiles, the ground of the map that ships: vector tiles (MVT, gzip) of the whole world.
 *
 * Layers and attributes are those of OpenMapTiles, as far as they exist there:
 *
 * | layer | geometry | attributes |
 * |---|---|---|
 * | `water` | polygons | `class`: `ocean` or `lake` |
 * | `water_name` | points | `name` of a lake |
 * | `waterway` | lines | `class`: `river` |
 * | `boundary` | lines | `admin_level`: 2 between countries, 4 between Italian regions (from zoom 4) |
 * | `place` | points | `name`; `class`: `city`, `town` or `village`; `rank`: 1 (a million inhabitants) to 7 |
 *
 * Land is where there is no water. Places are the Italian comuni, in the order of their population.
 *
 * Zoom 0 to 6 covers the world, with Natural Earth's waters; 7 to 9 the surroundings of Italy, with those of GSHHG, which
 * are within some hundred metres. The tiles that are missing are no error: a map shows the part of the ancestor
 * (MapLibre: `sparse`).
 */
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature, MultiLineString } from 'geojson'
import { mesh } from 'topojson-client'
import { type StoredTile, writeMbtiles } from '#server/map/archives/mbtiles-writer.ts'
import { tileAt } from '#server/map/streets/streets.rules.ts'
import { readTowns } from '#server/places/directory/towns.ts'
import {
  asFeature,
  type Atlas,
  buffer,
  extent,
  maxZoom,
  readAtlas,
  showsLakeName,
  slice,
  type Slices,
  surroundingWaters,
  type Tags,
  type TileFeature,
  worldMaxZoom,
  worldWaters,
} from './map-ground/waters.ts'

const regionsFromZoom = 4
/** Degrees: from the Pyrenees to the Aegean, and from Africa to the Alps and beyond. */
const surroundings = { west: -2, south: 34, east: 24, north: 50 }
/** Inhabitants of the smallest town that has a rank, and the zoom from which the rank shows. */
const ranks = [
  { rank: 1, inhabitants: 1_000_000, fromZoom: 3, class: 'city' },
  { rank: 2, inhabitants: 500_000, fromZoom: 4, class: 'city' },
  { rank: 3, inhabitants: 200_000, fromZoom: 5, class: 'city' },
  { rank: 4, inhabitants: 100_000, fromZoom: 6, class: 'city' },
  { rank: 5, inhabitants: 30_000, fromZoom: 7, class: 'town' },
  { rank: 6, inhabitants: 10_000, fromZoom: 8, class: 'town' },
  { rank: 7, inhabitants: 0, fromZoom: 9, class: 'village' },
]
/** The ocean reaches further than the land, so that no edge of the one lies on an edge of the other. */
const oceanBuffer = 80

type Ring = [number, number][]

function borders(atlas: Atlas): Feature[] {
  const file = new URL('map-ground/region-borders.json', import.meta.url)
  const regions = JSON.parse(readFileSync(file, 'utf8')) as MultiLineString
  return [
    asFeature(
      mesh(atlas, atlas.objects.countries, (one, other) => one !== other),
      { admin_level: 2 },
    ),
    asFeature(regions, { admin_level: 4 }),
  ]
}

const places = (): Feature[] =>
  readTowns()
    .filter(({ kind }) => kind === 'town')
    .toSorted((one, other) => other.population - one.population)
    .map(({ name, latitude, longitude, population }) => {
      const found = ranks.find(({ inhabitants }) => population >= inhabitants)
      const properties = { name, class: found?.class ?? 'village', rank: found?.rank ?? ranks.length }
      return asFeature({ type: 'Point', coordinates: [longitude, latitude] }, properties)
    })

/** Twice the area by the surveyor's formula; of an outer ring it is positive. */
const doubleArea = (ring: Ring): number =>
  ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)

const wound = (ring: Ring, isOuter: boolean): Ring => (doubleArea(ring) > 0 === isOuter ? ring : ring.toReversed())

/** Returns the tile without its land: a square with holes, and the water that lies in land. */
function ocean(land: ReturnType<Slices['getTile']>): TileFeature[] {
  const rings = (land?.features ?? []).map(({ geometry }) => geometry as Ring[])
  const shores = rings.flatMap(([shore]) => (shore ? [wound(shore, false)] : []))
  const inland = rings.flatMap(([, ...holes]) => holes.map((hole) => wound(hole, true)))
  const dry = [...shores, ...inland].reduce((sum, ring) => sum - doubleArea(ring), 0)
  if (dry >= 2 * (extent + 2 * buffer) ** 2 - 1) return []
  const [low, high] = [-oceanBuffer, extent + oceanBuffer]
  const square: Ring = [
    [low, low],
    [high, low],
    [high, high],
    [low, high],
    [low, low],
  ]
  return [{ type: 3, geometry: [square, ...shores, ...inland], tags: { class: 'ocean' } }]
}

function createSlicer() {
  const atlas = readAtlas()
  const world = worldWaters(atlas)
  const near = surroundingWaters()
  const boundary = slice(borders(atlas))
  const place = slice(places(), 0)
  return (z: number, x: number, y: number): Uint8Array => {
    const waters = z > worldMaxZoom ? near : world
    const find = (index: Slices, keep: (tags: Tags) => boolean): TileFeature[] =>
      (index.getTile(z, x, y)?.features ?? []).filter(({ tags }) => keep((tags ?? {}) as Tags))
    const tagged = (features: TileFeature[], tags: Record<string, string>) => features.map((one) => ({ ...one, tags }))
    const layers = {
      water: [
        ...ocean(waters.land.getTile(z, x, y)),
        ...tagged(
          find(waters.lakes, (tags) => waters.showsLake(tags, z)),
          { class: 'lake' },
        ),
      ],
      water_name: find(waters.lakeNames, ({ km2 = 0 }) => showsLakeName(km2, z)),
      waterway: tagged(
        find(waters.rivers, (tags) => waters.showsRiver(tags, z)),
        { class: 'river' },
      ),
      boundary: find(boundary, ({ admin_level }) => admin_level === 2 || z >= regionsFromZoom),
      place: find(place, ({ rank = 0 }) => z >= (ranks[rank - 1]?.fromZoom ?? maxZoom)),
    }
    const filled = Object.entries(layers).filter(([, features]) => features.length > 0)
    const tiles = Object.fromEntries(filled.map(([name, features]) => [name, { features }]))
    return fromGeojsonVt(tiles, { version: 2, extent })
  }
}

function* tileAddresses() {
  for (let z = 0; z <= maxZoom; z++) {
    const isWorld = z <= worldMaxZoom
    const last = 2 ** z - 1
    const first = isWorld ? { x: 0, y: 0 } : tileAt(z, [surroundings.west, surroundings.north])
    const end = isWorld ? { x: last, y: last } : tileAt(z, [surroundings.east, surroundings.south])
    for (let { x } = first; x <= end.x; x++) for (let { y } = first; y <= end.y; y++) yield { z, x, y }
  }
}

function* tiles(): Generator<StoredTile> {
  const sliceTile = createSlicer()
  for (const { z, x, y } of tileAddresses()) yield { z, x, y, data: gzipSync(sliceTile(z, x, y), { level: 9 }) }
}

const layerFields = {
  water: { class: 'String' },
  water_name: { name: 'String', km2: 'Number' },
  waterway: { class: 'String' },
  boundary: { admin_level: 'Number' },
  place: { name: 'String', class: 'String', rank: 'Number' },
}

const file = path.resolve(import.meta.dirname, '../dist/map/base.mbtiles')
mkdirSync(path.dirname(file), { recursive: true })
await writeMbtiles(
  file,
  {
    name: 'Dintorni',
    format: 'pbf',
    minzoom: '0',
    maxzoom: String(maxZoom),
    bounds: '-180,-85.0511,180,85.0511',
    attribution: 'Natural Earth, GSHHG (LGPL), GeoNames (CC BY 4.0)',
    json: JSON.stringify({ vector_layers: Object.entries(layerFields).map(([id, fields]) => ({ id, fields })) }),
  },
  tiles(),
)
