import type { FeatureCollection, Polygon } from 'geojson'
import type { LayerSpecification } from 'maplibre-gl'
import type { MapCell } from '#web/map/map.api.ts'
import { nameFont, type Palette } from './palette.ts'

export const cellSource = 'cells'
export const cellLayer = 'cells-fill'

/** Tints from a few posts to the liveliest cell. */
const tints = 5

/** The tint of a cell among those that are loaded, 1 to 5: by the logarithm, because one town has a thousand times as many. */
export const tintOf = (posts: number, mostPosts: number): number =>
  mostPosts <= 1 ? 1 : 1 + Math.round((Math.log(posts) / Math.log(mostPosts)) * (tints - 1))

export function cellFeatures(cells: readonly MapCell[]): FeatureCollection<Polygon> {
  const mostPosts = Math.max(1, ...cells.map(({ posts }) => posts))
  return {
    type: 'FeatureCollection',
    features: cells.map(({ cell, outline, posts }) => ({
      type: 'Feature',
      properties: { cell, posts, tint: tintOf(posts, mostPosts) },
      geometry: { type: 'Polygon', coordinates: [[...outline, outline[0] ?? [0, 0]]] },
    })),
  }
}

export const cellLayers = (palette: Palette): LayerSpecification[] => [
  {
    id: cellLayer,
    type: 'fill',
    source: cellSource,
    paint: {
      'fill-color': palette.violet,
      'fill-opacity': ['interpolate', ['linear'], ['get', 'tint'], 1, 0.14, tints, 0.62],
    },
  },
  {
    id: 'cells-line',
    type: 'line',
    source: cellSource,
    paint: { 'line-color': palette.violet, 'line-opacity': 0.55, 'line-width': 1 },
  },
  // As in the list. It is drawn in every cell; names move aside.
  {
    id: 'cells-count',
    type: 'symbol',
    source: cellSource,
    layout: {
      'text-field': ['to-string', ['get', 'posts']],
      'text-font': nameFont,
      'text-size': 12.5,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': palette.count, 'text-halo-color': palette.halo, 'text-halo-width': 1 },
  },
]
