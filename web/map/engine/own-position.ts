import type { FeatureCollection, Point, Polygon } from 'geojson'
import type { LayerSpecification } from 'maplibre-gl'
import type { LocatedDevice } from '#web/platform/geolocation.ts'
import type { Palette } from './palette.ts'

export const ownSource = 'own'

/** A degree of latitude: the Earth's circumference by 360. */
const metresPerDegree = 111_195
const corners = 64

function circleAround({ latitude, longitude, accuracyMetres }: LocatedDevice): Polygon {
  const height = accuracyMetres / metresPerDegree
  const width = height / Math.cos((latitude * Math.PI) / 180)
  const ring = Array.from({ length: corners + 1 }, (_, corner) => {
    const angle = ((corner % corners) / corners) * 2 * Math.PI
    return [longitude + width * Math.cos(angle), latitude + height * Math.sin(angle)]
  })
  return { type: 'Polygon', coordinates: [ring] }
}

/** The device and the circle in which it is. They are drawn on the device, and sent nowhere. */
export function ownFeatures(own: LocatedDevice | null): FeatureCollection<Point | Polygon> {
  const geometries: (Point | Polygon)[] = own
    ? [circleAround(own), { type: 'Point', coordinates: [own.longitude, own.latitude] }]
    : []
  return {
    type: 'FeatureCollection',
    features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })),
  }
}

export const ownLayers = (palette: Palette): LayerSpecification[] => [
  {
    id: 'own-circle',
    type: 'fill',
    source: ownSource,
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': palette.own, 'fill-opacity': 0.14, 'fill-outline-color': palette.own },
  },
  {
    id: 'own-point',
    type: 'circle',
    source: ownSource,
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-color': palette.own,
      'circle-radius': 7,
      'circle-stroke-color': palette.ownEdge,
      'circle-stroke-width': 2.5,
    },
  },
]
