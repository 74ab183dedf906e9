import {
  AttributionControl,
  type GeoJSONSource,
  LngLatBounds,
  Map as LibreMap,
  NavigationControl,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import 'maplibre-gl/dist/maplibre-gl.css'
import type { MapBox } from '#contract/map-box.ts'
import type { GroundArchive, MapCell } from '#web/map/map.api.ts'
import { mapText } from '#web/map/map.text.ts'
import { type MapView, maxZoom, minZoom } from '#web/map/map-view.ts'
import type { ShownPlace } from '#web/map/opened-places.ts'
import type { Position } from '#web/platform/geolocation.ts'
import { cellFeatures, cellLayer, cellLayers, cellSource } from './cell-layers.ts'
import './controls.css'
import { groundImages, groundStyle } from './ground-style.ts'
import { createPlaceMarkers, pulse } from './markers.ts'
import { paletteOf } from './palette.ts'

setWorkerUrl(workerUrl)

export type MapContent = { cells: readonly MapCell[]; places: readonly ShownPlace[] }

type EngineOptions = {
  archives: readonly GroundArchive[]
  view: MapView
  isDark: boolean
  /** Called when the map has come to rest, and once at the start. */
  onView: (view: MapView, box: MapBox) => void
  onOpenPlace: (placeId: number) => void
}

/** A post this young pulses also where nothing was shown before. */
const youngMs = 60_000
const approachZooms = 2
const fitPaddingPx = 80

type Item = Position & { id: string; newest_at: string }
const itemsOf = ({ cells, places }: MapContent): Item[] => [
  ...cells.map((cell) => ({ ...cell, id: cell.cell })),
  ...places.map((place) => ({ ...place, id: String(place.id) })),
]

/** Remembers what was shown, and tells what has become newer since. */
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

const viewOf = (map: LibreMap): MapView => {
  const { lat, lng } = map.getCenter().wrap()
  return { latitude: lat, longitude: lng, zoom: map.getZoom() }
}

function boxOf(map: LibreMap): MapBox {
  const bounds = map.getBounds()
  return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() }
}

/** Draws the map into an element. Throws where the browser has no WebGL. */
export function createEngine(container: HTMLElement, options: EngineOptions) {
  const { view } = options
  let content: MapContent = { cells: [], places: [] }
  const palette = paletteOf(options.isDark)
  const style = groundStyle(options.archives, cellLayers(palette), palette)
  const map = new LibreMap({
    container,
    style: {
      ...style,
      sources: { ...style.sources, [cellSource]: { type: 'geojson', data: cellFeatures([]) } },
    },
    center: [view.longitude, view.latitude],
    zoom: view.zoom,
    minZoom,
    maxZoom,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    locale: mapText.controls,
  })
  for (const [name, image] of Object.entries(groundImages(palette))) map.addImage(name, image)
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new AttributionControl({ compact: false }))
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  const markers = createPlaceMarkers(map, { onOpenPlace: options.onOpenPlace, onApproach: fit })
  const findNews = createNewsWatch()

  function fit(places: readonly Position[]): void {
    const bounds = new LngLatBounds()
    for (const { longitude, latitude } of places) bounds.extend([longitude, latitude])
    map.fitBounds(bounds, { padding: fitPaddingPx, maxZoom: Math.min(maxZoom, map.getZoom() + 2 * approachZooms) })
  }
  function approach({ latitude, longitude }: Position, zoom = map.getZoom() + approachZooms): void {
    map.easeTo({ center: [longitude, latitude], zoom: Math.min(maxZoom, zoom) })
  }
  function showCells(): void {
    map.getSource<GeoJSONSource>(cellSource)?.setData(cellFeatures(content.cells))
  }

  map.on('moveend', () => {
    markers.show(content.places)
    options.onView(viewOf(map), boxOf(map))
  })
  map.on('load', showCells)
  map.on('click', cellLayer, ({ lngLat }) => approach({ latitude: lngLat.lat, longitude: lngLat.lng }))
  map.on('mousemove', (event) => {
    const isCell = map.getLayer(cellLayer) && map.queryRenderedFeatures(event.point, { layers: [cellLayer] }).length > 0
    map.getCanvas().style.cursor = isCell ? 'pointer' : ''
  })
  // After the caller has the engine.
  queueMicrotask(() => options.onView(viewOf(map), boxOf(map)))

  return {
    show(next: MapContent): void {
      content = next
      if (map.isStyleLoaded()) showCells()
      else void map.once('idle', showCells)
      markers.show(content.places)
      for (const item of findNews(itemsOf(content))) pulse(map, item)
    },
    approach,
    destroy: () => map.remove(),
  }
}
export type MapEngine = ReturnType<typeof createEngine>
