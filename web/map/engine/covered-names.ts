import type { FeatureCollection, Point } from 'geojson'
import type { SymbolLayerSpecification } from 'maplibre-gl'
import type { Position } from '#web/platform/geolocation.ts'

/** The areas that markers cover: a name that would lie below a marker moves aside, or is not drawn. */
export const coveredSource = 'covered'

/** Last in the style, so that it is placed before all names. It draws nothing. */
export const coveredLayer = {
  id: 'covered',
  type: 'symbol',
  source: coveredSource,
  layout: { 'icon-image': 'covered', 'icon-size': ['get', 'sidePx'], 'icon-allow-overlap': true, 'icon-padding': 0 },
} satisfies SymbolLayerSpecification

/** A pixel, of which the layer makes squares. */
export const coveredImage = (): ImageData => new ImageData(1, 1)

/** @param sidePx the width of a marker. */
export const coveredFeatures = (points: readonly Position[], sidePx: number): FeatureCollection<Point> => ({
  type: 'FeatureCollection',
  features: points.map(({ longitude, latitude }) => ({
    type: 'Feature',
    properties: { sidePx },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
})
