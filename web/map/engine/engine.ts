import { type GeoJSONSource, type Map as LibreMap, NavigationControl } from 'maplibre-gl'
import type { MapBox } from '#contract/map-box.ts'
import type { MapCell } from '#web/map/map.api.ts'
import { type MapView, maxZoom } from '#web/map/map-view.ts'
import type { ShownPlace } from '#web/map/opened-places.ts'
import type { LocatedDevice, Position } from '#web/platform/geolocation.ts'
import { cellFeatures, cellLayer, cellLayers, cellSource } from './cell-layers.ts'
import { boundsOf, createGroundMap, type GroundOptions, viewOf } from './ground-map.ts'
import { createPlaceMarkers, pulse } from './markers.ts'
import { ownFeatures, ownLayers, ownSource } from './own-position.ts'
import { placeLayer } from './place-layers.ts'

export type MapContent = { cells: readonly MapCell[]; places: readonly ShownPlace[] }

type EngineOptions = GroundOptions & {
  /** Called when the map has come to rest, and once at the start. */
  onView: (view: MapView, box: MapBox) => void
  onOpenPlace: (placeId: number) => void
}

/** A post this young pulses also where nothing was shown before. */
const youngMs = 60_000
const approachZooms = 2
const fitPaddingPx = 80
const markerPx = 36

type Item = Position & { id: string; newest_at: string }
const itemsOf = ({ cells, places }: MapContent): Item[] => [
  ...cells.map((cell) => ({ ...cell, id: cell.cell })),
  ...places.map((place) => ({ ...place, id: String(place.id) })),
]

/** Remembers the shown markers, and reports those that have become newer since. */
function createNewsWatch() {
  const newestAt = new Map<string, string>()
  let isFirst = true
  return (items: Item[]): Item[] => {
    const young = new Date(Date.now() - youngMs).toISOString()
    const newer = items.filter(({ id, newest_at }) => newest_at > (newestAt.get(id) ?? young))
    for (const { id, newest_at } of items) newestAt.set(id, newest_at)
    const news = isFirst ? [] : newer
    isFirst &&= items.length === 0
    return news
  }
}

function boxOf(map: LibreMap): MapBox {
  const bounds = map.getBounds()
  return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() }
}

/** Draws the map into an element. Throws where the browser has no WebGL. */
export function createEngine(container: HTMLElement, options: EngineOptions) {
  let content: MapContent = { cells: [], places: [] }
  let own: LocatedDevice | null = null
  const { map, recolour, coverNames } = createGroundMap(container, options, {
    layers: (palette) => [...cellLayers(palette), ...ownLayers(palette)],
    sources: {
      [cellSource]: { type: 'geojson', data: cellFeatures([]) },
      [ownSource]: { type: 'geojson', data: ownFeatures(null) },
    },
  })
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  const markers = createPlaceMarkers(map, {
    onOpenPlace: options.onOpenPlace,
    onApproach: fit,
    onShown: (points) => coverNames(points, markerPx),
  })
  const findNews = createNewsWatch()

  function fit(places: readonly Position[]): void {
    const nearestZoom = Math.min(maxZoom, map.getZoom() + 2 * approachZooms)
    map.fitBounds(boundsOf(places), { padding: fitPaddingPx, maxZoom: nearestZoom })
  }
  function approach({ latitude, longitude }: Position, zoom = map.getZoom() + approachZooms): void {
    map.easeTo({ center: [longitude, latitude], zoom: Math.min(maxZoom, zoom) })
  }
  /** Before the map has loaded there is no source yet. */
  function draw(): void {
    map.getSource<GeoJSONSource>(cellSource)?.setData(cellFeatures(content.cells))
    map.getSource<GeoJSONSource>(ownSource)?.setData(ownFeatures(own))
  }

  map.on('moveend', () => {
    markers.show(content.places)
    options.onView(viewOf(map), boxOf(map))
  })
  map.on('load', draw)
  map.on('click', cellLayer, ({ lngLat }) => approach({ latitude: lngLat.lat, longitude: lngLat.lng }))
  map.on('click', placeLayer, ({ features }) => {
    const id = Number(features?.[0]?.id)
    if (id > 0) options.onOpenPlace(id)
  })
  map.on('mousemove', (event) => {
    const layers = [cellLayer, placeLayer].filter((layer) => map.getLayer(layer))
    map.getCanvas().style.cursor = map.queryRenderedFeatures(event.point, { layers }).length > 0 ? 'pointer' : ''
  })
  // After the caller has the engine.
  queueMicrotask(() => options.onView(viewOf(map), boxOf(map)))

  return {
    show(next: MapContent): void {
      content = next
      draw()
      markers.show(content.places)
      for (const item of findNews(itemsOf(content))) pulse(map, item)
    },
    showOwn(located: LocatedDevice | null): void {
      own = located
      draw()
    },
    approach,
    recolour(isDark: boolean): void {
      recolour(isDark)
      // A style brings its sources, and this one comes without content.
      draw()
    },
    destroy: () => map.remove(),
  }
}
export type MapEngine = ReturnType<typeof createEngine>
