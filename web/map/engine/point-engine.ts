import { NavigationControl } from 'maplibre-gl'
import type { MapView } from '#web/map/map-view.ts'
import type { Position } from '#web/platform/geolocation.ts'
import { createGroundMap, type GroundOptions, viewOf } from './ground-map.ts'

type PointEngineOptions = GroundOptions & {
  /** Makes the map movable. Called when it has come to rest. */
  onMove?: ((view: MapView) => void) | undefined
}

/** Draws the ground around a point, which stays in the middle. Throws where the browser has no WebGL. */
export function createPointEngine(container: HTMLElement, { onMove, ...ground }: PointEngineOptions) {
  const { map, recolour } = createGroundMap(container, ground, { interactive: onMove !== undefined })
  if (onMove) {
    // Zooming must not move the point, and the wheel belongs to the form that the map is part of.
    map.touchZoomRotate.enable({ around: 'center' })
    map.scrollZoom.disable()
    map.doubleClickZoom.disable()
    map.addControl(new NavigationControl({ showCompass: false }), 'top-left')
    // For people who cannot drag.
    map.on('click', ({ lngLat }) => map.easeTo({ center: lngLat }))
    map.on('moveend', () => onMove(viewOf(map)))
  }
  return {
    show: ({ latitude, longitude }: Position) => void map.jumpTo({ center: [longitude, latitude] }),
    recolour,
    destroy: () => map.remove(),
  }
}
export type PointEngine = ReturnType<typeof createPointEngine>
