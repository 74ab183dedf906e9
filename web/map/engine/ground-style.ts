import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { GroundArchive } from '#web/map/map-view.ts'
import { nameFont, type Palette, widthByZoom } from './palette.ts'
import { placeNames } from './place-layers.ts'
import { streetLayers } from './street-layers.ts'

/** The last zoom of the base, enlarged by half. */
const baseEndZoom = 9.5

const sourceOf = ({ id, version, min_zoom, max_zoom, bounds, attribution }: GroundArchive) => ({
  type: 'vector' as const,
  tiles: [`${window.location.origin}/map/tiles/${id}/${version}/{z}/{x}/{y}`],
  minzoom: min_zoom,
  maxzoom: max_zoom,
  bounds,
  attribution,
  // The base leaves tiles out far from Italy: their ancestors are shown.
  ...(id === 'base' && { sparse: true }),
})

/** Coast, borders, waters and towns of the file that ships; scripts/build-map-ground.ts names the layers. */
const baseLayers = (palette: Palette): LayerSpecification[] => [
  {
    id: 'base-water',
    type: 'fill',
    source: 'base',
    'source-layer': 'water',
    paint: { 'fill-color': palette.water },
  },
  {
    id: 'base-waterway',
    type: 'line',
    source: 'base',
    'source-layer': 'waterway',
    paint: { 'line-color': palette.water, 'line-width': widthByZoom(1.5, 4, 0.5, 10, 2) },
  },
]

/** From near, a border of the base would mislead: it lies up to a kilometre from where it is. */
const opacityFromFar = (opacity: number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  baseEndZoom,
  opacity,
  baseEndZoom + 1.5,
  0,
]

const borderLayers = (palette: Palette): LayerSpecification[] => [
  {
    id: 'base-region',
    type: 'line',
    source: 'base',
    'source-layer': 'boundary',
    filter: ['==', ['get', 'admin_level'], 4],
    paint: {
      'line-color': palette.border,
      'line-opacity': opacityFromFar(0.45),
      'line-width': 0.8,
      'line-dasharray': [3, 2],
    },
  },
  {
    id: 'base-country',
    type: 'line',
    source: 'base',
    'source-layer': 'boundary',
    filter: ['==', ['get', 'admin_level'], 2],
    paint: {
      'line-color': palette.border,
      'line-opacity': opacityFromFar(0.8),
      'line-width': widthByZoom(1.5, 3, 0.7, 9, 1.6),
    },
  },
]

/** Towns by rank: 1 has a million inhabitants, 7 is a village. From very near the name of the whole town says nothing. */
const townLayer = (palette: Palette): LayerSpecification => ({
  id: 'base-place',
  type: 'symbol',
  source: 'base',
  'source-layer': 'place',
  maxzoom: 15,
  layout: {
    'text-field': ['get', 'name'],
    'text-font': nameFont,
    'text-size': ['interpolate', ['linear'], ['get', 'rank'], 1, 15, 4, 13, 7, 11],
    'symbol-sort-key': ['get', 'rank'],
    'text-padding': 6,
    'text-max-width': 8,
    'text-variable-anchor': ['center', 'bottom', 'top', 'left', 'right'],
    'text-radial-offset': 1.6,
  },
  paint: { 'text-color': palette.text, 'text-halo-color': palette.halo, 'text-halo-width': 1.4 },
})

const lakeNameLayer = (palette: Palette): LayerSpecification => ({
  id: 'base-water-name',
  type: 'symbol',
  source: 'base',
  'source-layer': 'water_name',
  layout: {
    'text-field': ['get', 'name'],
    'text-font': nameFont,
    'text-size': 11.5,
    'text-letter-spacing': 0.04,
    'text-max-width': 6,
    'symbol-sort-key': ['-', ['get', 'km2']],
  },
  paint: { 'text-color': palette.waterText, 'text-halo-color': palette.halo, 'text-halo-width': 1 },
})

/** `counted` lies above the ground and below its names, which make room for its own; `markedIds` are places whose markers name them. */
type GroundParts = { counted: LayerSpecification[]; markedIds: readonly number[] }

/** Returns a MapLibre style for the ground in these colours. */
export function groundStyle(
  archives: readonly GroundArchive[],
  { counted, markedIds }: GroundParts,
  palette: Palette,
): StyleSpecification {
  const streets = archives.find(({ id }) => id === 'streets')
  const hasBase = archives.some(({ id }) => id === 'base')
  const hasPlaces = archives.some(({ id }) => id === 'places')
  const ground: LayerSpecification[] = [
    { id: 'land', type: 'background', paint: { 'background-color': palette.land } },
    ...(hasBase ? baseLayers(palette) : []),
    ...(streets ? streetLayers(streets.schema, palette) : []),
    ...(hasPlaces ? [placeNames(palette, markedIds)] : []),
    ...(hasBase ? [...borderLayers(palette), lakeNameLayer(palette), townLayer(palette)] : []),
  ]
  const parts = [...ground, ...counted]
  const isName = ({ type }: LayerSpecification) => type === 'symbol'
  return {
    version: 8,
    sources: Object.fromEntries(archives.map((archive) => [archive.id, sourceOf(archive)])),
    layers: [...parts.filter((layer) => !isName(layer)), ...ground.filter(isName), ...counted.filter(isName)],
  }
}
