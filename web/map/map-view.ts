import { boxAreaKm2, mapPlacesAreaKm2, type MapBox } from '#contract/map-box.ts'
import { mapPeriods, type MapPeriod } from '#contract/map-period.ts'
import type { MapCell } from '#contract/map.ts'
import type { Position } from '#web/platform/geolocation.ts'

/** Files of tiles, as `GET /map/ground.json` lists them. */
export type GroundArchive = {
  id: 'base' | 'streets' | 'places'
  schema: 'base' | 'openmaptiles' | 'shortbread' | 'protomaps' | 'places'
  version: string
  min_zoom: number
  max_zoom: number
  /** West, south, east, north in degrees. */
  bounds: [number, number, number, number]
  attribution: string
}

/** The view of the map: its centre in degrees, and the zoom of tiles of 512 pixels. */
export type MapView = Position & { zoom: number }

/** A place of a list beside a map; the same id is the same place. */
export type ListPoint = Position & { id: number }

/** The URL fragment of a view. The fragment stays on the device: no request and no log of the server has it. */
export type MapAddress = { view: MapView | null; period: MapPeriod }

export const minZoom = 3
export const maxZoom = 18
/** From this zoom on the map shows places, below it cells. */
const placesFromZoom = 9
export const italy: MapView = { latitude: 42.3, longitude: 12.5, zoom: 4.6 }

/** Streets around a point. */
export const streetsZoom = 15
/** A part of a town, with the places by which people find their way. */
const placesAroundZoom = 13
/** A town with its surroundings. */
export const townZoom = 11

const defaultPeriod: MapPeriod = 'week'

/** "#12.50/45.4640/9.1900/day" */
export function formatAddress({ latitude, longitude, zoom }: MapView, period: MapPeriod = defaultPeriod): string {
  return `#${zoom.toFixed(2)}/${latitude.toFixed(4)}/${longitude.toFixed(4)}/${period}`
}

export function parseAddress(hash: string): MapAddress {
  const [zoom, latitude, longitude, period] = hash.replace(/^#/, '').split('/')
  const found = mapPeriods.find((one) => one === period) ?? defaultPeriod
  const view = { zoom: Number(zoom || Number.NaN), latitude: Number(latitude), longitude: Number(longitude) }
  const isView =
    view.zoom >= minZoom && view.zoom <= maxZoom && Math.abs(view.latitude) <= 85 && Math.abs(view.longitude) <= 180
  return { view: isView ? view : null, period: found }
}

/** Pixels of a phone's map, and the side of a tile. */
const phone = { width: 390, height: 500 }
const tilePx = 512

/** Returns the area of a view that a phone shows: used before the map is drawn, and where it cannot be. */
export function boxAround({ latitude, longitude, zoom }: MapView): MapBox {
  const degreesPerPx = 360 / 2 ** zoom / tilePx
  const halfWidth = (phone.width / 2) * degreesPerPx
  const halfHeight = (phone.height / 2) * degreesPerPx * Math.cos((latitude * Math.PI) / 180)
  return {
    west: longitude - halfWidth,
    south: latitude - halfHeight,
    east: longitude + halfWidth,
    north: latitude + halfHeight,
  }
}

/** Steps of the grid across a tile. */
const gridSteps = 2

/** The longitude between -180 and 180. */
const normalise = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180
const rounded = (degrees: number) => Number(degrees.toFixed(5))

/**
 * Returns the box of a view, widened to a grid of half a tile: the server does not get the centre, which might be the
 * position of the device, and small moves request nothing new.
 */
export function snapBox({ west, south, east, north }: MapBox, zoom: number): MapBox {
  const step = 360 / 2 ** Math.floor(zoom) / gridSteps
  const down = (degrees: number) => Math.floor(degrees / step) * step
  const up = (degrees: number) => Math.ceil(degrees / step) * step
  const isWhole = up(east) - down(west) >= 360
  return {
    west: isWhole ? -180 : rounded(normalise(down(west))),
    south: rounded(Math.max(-85, down(south))),
    east: isWhole ? 180 : rounded(normalise(up(east))),
    north: rounded(Math.min(85, up(north))),
  }
}

/** Whether the map shows places there, and not cells. */
export const showsPlaces = (box: MapBox, zoom: number): boolean =>
  zoom >= placesFromZoom && boxAreaKm2(box) <= mapPlacesAreaKm2

/** Whether a point lies in a box. */
export function isInBox({ latitude, longitude }: Position, { west, south, east, north }: MapBox): boolean {
  const isBetween = west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
  return isBetween && latitude >= south && latitude <= north
}

/** Whether a box shows some of a cell: its centre or a corner, which may lie beyond 180. */
export const overlapsBox = (
  { latitude, longitude, outline }: Pick<MapCell, 'outline'> & Position,
  box: MapBox,
): boolean =>
  [[longitude, latitude] as const, ...outline].some(
    ([east, north]) =>
      isInBox({ latitude: north, longitude: east }, box) || isInBox({ latitude: north, longitude: east - 360 }, box),
  )

/** Whether the map has streets at a point. */
export const hasStreetsAt = (point: Position, archives: readonly GroundArchive[]): boolean =>
  archives.some(
    ({ id, bounds: [west, south, east, north] }) => id === 'streets' && isInBox(point, { west, south, east, north }),
  )

/** Returns the view of the map of one point: the streets around it or, where there are none, the places. */
export const viewAround = ({ latitude, longitude }: Position, archives: readonly GroundArchive[]): MapView => ({
  latitude,
  longitude,
  zoom: hasStreetsAt({ latitude, longitude }, archives) ? streetsZoom : placesAroundZoom,
})
