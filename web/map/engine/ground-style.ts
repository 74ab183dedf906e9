import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { GroundArchive } from '#web/map/map-view.ts'
import { nameFont, type Palette, widthByZoom } from './palette.ts'
import { streetLayers } from './street-layers.ts'

/** From this zoom on the base has nothing more to show. */
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

/** Towns by rank: 1 has a million inhabitants, 7 is a village. */
const townLayer = (palette: Palette): LayerSpecification => ({
  id: 'base-place',
  type: 'symbol',
  source: 'base',
  'source-layer': 'place',
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

const gridImage = 'grid'
const gridPx = 64

/** The grid, as an image of one square. */
function drawGrid(color: string): ImageData {
  const canvas = document.createElement('canvas')
  canvas.width = gridPx
  canvas.height = gridPx
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return new ImageData(gridPx, gridPx)
  context.fillStyle = color
  context.fillRect(0, 0, gridPx, 1)
  context.fillRect(0, 0, 1, gridPx)
  return context.getImageData(0, 0, gridPx, gridPx)
}

/** Beyond the edge of the base map, a grid shows the scale. */
const gridLayer: LayerSpecification = {
  id: 'grid',
  type: 'background',
  minzoom: baseEndZoom,
  paint: { 'background-pattern': gridImage },
}

/** The style's images, by name. */
export const groundImages = (palette: Palette) => ({ [gridImage]: drawGrid(palette.built) })

/**
 * Returns a MapLibre style for the ground in these colours.
 *
 * @param counted lies above the ground and below its names.
 */
export function groundStyle(
  archives: readonly GroundArchive[],
  counted: LayerSpecification[],
  palette: Palette,
): StyleSpecification {
  const streets = archives.find(({ id }) => id === 'streets')
  const hasBase = archives.some(({ id }) => id === 'base')
  const ground: LayerSpecification[] = [
    { id: 'land', type: 'background', paint: { 'background-color': palette.land } },
    ...(streets ? [] : [gridLayer]),
    ...(hasBase ? baseLayers(palette) : []),
    ...(streets ? streetLayers(streets.schema, palette) : []),
    ...(hasBase ? [...borderLayers(palette), townLayer(palette)] : []),
  ]
  const isName = ({ type }: LayerSpecification) => type === 'symbol'
  return {
    version: 8,
    sources: Object.fromEntries(archives.map((archive) => [archive.id, sourceOf(archive)])),
    layers: [...ground.filter((layer) => !isName(layer)), ...counted, ...ground.filter(isName)],
  }
}
