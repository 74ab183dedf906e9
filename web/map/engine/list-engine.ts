import { Marker } from 'maplibre-gl'
import type { ListPoint } from '#web/map/map-view.ts'
import { boundsOf, createGroundMap, type GroundOptions } from './ground-map.ts'
import styles from './markers.module.css'

/** As near as a part of a town. */
const focusZoom = 13
const fitPaddingPx = 36
const pointPx = 12

/** Draws a still map of the places of a list. Throws where the browser has no WebGL. */
export function createListEngine(container: HTMLElement, ground: GroundOptions) {
  const { map, recolour, coverNames } = createGroundMap(container, ground, { interactive: false })
  const markers = new Map<number, Marker>()

  function addPoint({ id, longitude, latitude }: ListPoint): void {
    const element = document.createElement('span')
    element.className = styles.point ?? ''
    element.dataset.point = String(id)
    element.setAttribute('aria-hidden', 'true')
    markers.set(id, new Marker({ element }).setLngLat([longitude, latitude]).addTo(map))
  }

  return {
    /** Shows these places, and zooms to the one that somebody is reading about. */
    show(points: readonly ListPoint[], readId: number | null): void {
      const ids = new Set(points.map(({ id }) => id))
      for (const [id, marker] of markers)
        if (!ids.has(id)) {
          marker.remove()
          markers.delete(id)
        }
      for (const point of points) if (!markers.has(point.id)) addPoint(point)
      coverNames(points, pointPx)
      for (const [id, marker] of markers) marker.getElement().toggleAttribute('data-read', id === readId)
      const read = points.find(({ id }) => id === readId)
      if (read) map.easeTo({ center: [read.longitude, read.latitude], zoom: focusZoom })
      else map.fitBounds(boundsOf(points), { padding: fitPaddingPx, maxZoom: focusZoom })
    },
    recolour,
    destroy: () => map.remove(),
  }
}
export type ListEngine = ReturnType<typeof createListEngine>
