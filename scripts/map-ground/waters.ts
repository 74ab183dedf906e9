import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import type { Feature, FeatureCollection, Geometry } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

/** The last zoom with the waters of the world; the next ones have those of Italy's surroundings. */
export const worldMaxZoom = 6
export const maxZoom = 9
export const extent = 4096
export const buffer = 64
/** A lake of Natural Earth's rank n shows from zoom n + 1, as large on the screen as the others. */
const lakeZoomOffset = 1
/** GSHHG's levels of rivers: 1 and 2 are the large ones, and show from the first zoom of the surroundings on. */
const largeRiverLevel = 2
/** Square kilometres of the smallest lake whose name shows from this zoom on. */
const lakeNameZooms = [
  { km2: 100, fromZoom: 7 },
  { km2: 10, fromZoom: 8 },
  { km2: 0, fromZoom: 9 },
]

const require = createRequire(import.meta.url)
export type Atlas = Topology<{ countries: GeometryCollection; land: GeometryCollection }>
export const readAtlas = () => require('world-atlas/countries-10m.json') as Atlas
const readNaturalEarth = (layer: 'rivers' | 'lakes') =>
  require(`mapeo-offline-map/dist/${layer}.json`) as FeatureCollection

/** The library's return value. Its own types do not resolve under Node's module resolution. */
export type TileFeature = { type: 1 | 2 | 3; geometry: unknown; tags: Record<string, string | number> | null }
export type Slices = { getTile: (z: number, x: number, y: number) => { features: TileFeature[] } | null }

export const slice = (features: Feature[], pointBuffer = buffer): Slices =>
  new GeoJSONVT({ type: 'FeatureCollection', features }, { maxZoom, extent, buffer: pointBuffer })

export const asFeature = (geometry: Geometry, properties: Record<string, string | number> = {}): Feature => ({
  type: 'Feature',
  geometry,
  properties,
})

/** Polygons by themselves: then the first ring of each feature of a tile is land, and the others lie in it. */
const landPolygons = (features: Feature[]): Feature[] =>
  features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon'
      ? geometry.coordinates.map((coordinates) => asFeature({ type: 'Polygon', coordinates }))
      : [asFeature(geometry)],
  )

/** The attributes of the source. */
export type Tags = Record<string, number>
export type Waters = Record<'land' | 'lakes' | 'lakeNames' | 'rivers', Slices> & {
  showsLake: (tags: Tags, zoom: number) => boolean
  showsRiver: (tags: Tags, zoom: number) => boolean
}

export const worldWaters = (atlas: Atlas): Waters => ({
  land: slice(landPolygons(feature(atlas, atlas.objects.land).features)),
  lakes: slice(readNaturalEarth('lakes').features),
  lakeNames: slice([]),
  rivers: slice(readNaturalEarth('rivers').features),
  showsLake: ({ scalerank = 0 }, zoom) => zoom >= scalerank + lakeZoomOffset,
  showsRiver: ({ min_zoom = 0 }, zoom) => zoom >= min_zoom,
})

/** The file says where it comes from. */
export function surroundingWaters(): Waters {
  const file = new URL('surroundings.json', import.meta.url)
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as FeatureCollection
  const ofLayer = (layer: string) => features.filter(({ properties }) => properties?.layer === layer)
  return {
    land: slice(landPolygons(ofLayer('land'))),
    lakes: slice(ofLayer('lake')),
    lakeNames: slice(ofLayer('lake_name'), 0),
    rivers: slice(ofLayer('river')),
    showsLake: () => true,
    showsRiver: ({ level = 0 }, zoom) => level <= largeRiverLevel || zoom > worldMaxZoom + 1,
  }
}

export const showsLakeName = (km2: number, zoom: number) =>
  lakeNameZooms.some((shown) => km2 >= shown.km2 && zoom >= shown.fromZoom)
