import type { FeatureCollection, Point } from 'geojson'
import {
  AttributionControl,
  type GeoJSONSource,
  type LayerSpecification,
  LngLatBounds,
  Map as LibreMap,
  type MapOptions,
  setWorkerUrl,
  type StyleSpecification,
  type SymbolLayerSpecification,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { type GroundArchive, type MapView, maxZoom, minZoom } from '#web/map/map-view.ts'
import { mapText } from '#web/map/map.text.ts'
import type { Position } from '#web/platform/geolocation.ts'
import { groundStyle } from './ground-style.ts'
import { nameFont, type Palette, paletteOf } from './palette.ts'
import { imageRatio, isNotMarked, placeImages, placeLayer } from './place-layers.ts'
import 'maplibre-gl/dist/maplibre-gl.css'
import './controls.css'

/** What a marker shows: a place, which is named beside it where there is room, or several. */
export type MarkedPoint = Position & { place?: { id: number; name: string } }

/** The areas that markers cover: a name that would lie below a marker moves aside, or is not drawn. */
const coveredSource = 'covered'
const markerNamePx = 12

/** Last in the style, so that it is placed before all names. It draws nothing but the names of markers. */
const coveredLayer = (palette: Palette): SymbolLayerSpecification => ({
  id: 'covered',
  type: 'symbol',
  source: coveredSource,
  layout: {
    'icon-image': 'covered',
    'icon-size': ['get', 'sidePx'],
    'icon-allow-overlap': true,
    'icon-padding': 0,
    'text-field': ['get', 'name'],
    'text-font': nameFont,
    'text-size': markerNamePx,
    'text-optional': true,
    'text-variable-anchor-offset': ['get', 'anchors'],
    'text-justify': 'auto',
    'text-max-width': 8,
  },
  paint: { 'text-color': palette.text, 'text-halo-color': palette.halo, 'text-halo-width': 1.6 },
})

/** A pixel, of which the layer makes squares. */
const coveredImage = (): ImageData => new ImageData(1, 1)

/** @param sidePx the width of a marker. */
function coveredFeatures(points: readonly MarkedPoint[], sidePx: number): FeatureCollection<Point> {
  const away = (sidePx / 2 + 4) / markerNamePx
  const anchors = ['top', [0, away], 'right', [-away, 0], 'left', [away, 0], 'bottom', [0, -away]]
  return {
    type: 'FeatureCollection',
    features: points.map(({ longitude, latitude, place }) => ({
      type: 'Feature',
      properties: { sidePx, name: place?.name ?? '', anchors },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  }
}

setWorkerUrl(workerUrl)

export type GroundOptions = { archives: readonly GroundArchive[]; view: MapView; isDark: boolean }
/** The layers above the ground and below its names. */
type Above = Pick<MapOptions, 'interactive'> & {
  layers?: (palette: Palette) => LayerSpecification[]
  sources?: ReturnType<typeof groundStyle>['sources']
}

type CoverNames = (points: readonly MarkedPoint[], sidePx: number) => void

/**
 * Draws the ground into an element, always with north at the top. Throws where the browser has no WebGL.
 *
 * @returns the map, how to draw it in the colours of the night or of the day, and how to keep names from under markers.
 */
export function createGroundMap(
  container: HTMLElement,
  { archives, view, isDark }: GroundOptions,
  { layers, sources, interactive = true }: Above = {},
): { map: LibreMap; recolour: (isDark: boolean) => void; coverNames: CoverNames } {
  let covered = coveredFeatures([], 0)
  let markedIds: readonly number[] = []
  const styleIn = (palette: Palette): StyleSpecification => {
    const style = groundStyle(archives, { counted: layers?.(palette) ?? [], markedIds }, palette)
    return {
      ...style,
      sources: { ...style.sources, ...sources, [coveredSource]: { type: 'geojson', data: covered } },
      layers: [...style.layers, coveredLayer(palette)],
    }
  }
  const palette = paletteOf(isDark)
  const map = new LibreMap({
    container,
    style: styleIn(palette),
    center: [view.longitude, view.latitude],
    zoom: view.zoom,
    minZoom,
    maxZoom,
    interactive,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    locale: mapText.controls,
  })
  for (const [name, image] of Object.entries(placeImages(palette))) map.addImage(name, image, imageRatio)
  map.addImage('covered', coveredImage())
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new AttributionControl({ compact: false }))

  let isDrawnDark = isDark
  function recolour(toDark: boolean): void {
    if (toDark === isDrawnDark) return
    isDrawnDark = toDark
    const next = paletteOf(toDark)
    for (const [name, image] of Object.entries(placeImages(next))) map.updateImage(name, image)
    map.setStyle(styleIn(next))
  }
  /** Before the style has loaded there is no source yet. */
  function drawCovered(): void {
    map.getSource<GeoJSONSource>(coveredSource)?.setData(covered)
    if (map.getLayer(placeLayer)) map.setFilter(placeLayer, isNotMarked(markedIds))
  }
  const coverNames: CoverNames = (points, sidePx) => {
    covered = coveredFeatures(points, sidePx)
    markedIds = points.flatMap(({ place }) => place?.id ?? [])
    drawCovered()
  }
  map.on('load', drawCovered)
  return { map, recolour, coverNames }
}

/** Returns where a map looks. */
export function viewOf(map: LibreMap): MapView {
  const { lat, lng } = map.getCenter().wrap()
  return { latitude: lat, longitude: lng, zoom: map.getZoom() }
}

/** Returns the smallest part of the map with all of these points. */
export function boundsOf(points: readonly Position[]): LngLatBounds {
  const bounds = new LngLatBounds()
  for (const { longitude, latitude } of points) bounds.extend([longitude, latitude])
  return bounds
}
