import { sourceName } from '#server/places/places.views.ts'
import type { Ground } from './archives/open-ground.ts'
import { type Bounds, plainAttribution, wholeWorld } from './ground.rules.ts'
import { placeTileZooms } from './place-tiles.rules.ts'

type ViewedArchive = {
  id: 'base' | 'streets' | 'places'
  schema: string
  version: string
  min_zoom: number
  max_zoom: number
  /** West, south, east, north in degrees. */
  bounds: Bounds
  /** Plain text; empty where nobody has to be named. */
  attribution: string
}

/** What Dintorni and its people have added needs no attribution; the map that ships names GeoNames. */
const namedElsewhere = ['dintorni', 'people', 'geonames']
/** Names the encoding of the tiles: another one needs another version. */
const placeTilesVersion = '1'

function viewPlaces(sources: { source: string; licence: string }[]): ViewedArchive {
  const foreign = sources.filter(({ source }) => !namedElsewhere.includes(source))
  const named = foreign.map(({ source, licence }) => `${sourceName(source)} (${licence})`)
  return {
    id: 'places',
    schema: 'places',
    version: placeTilesVersion,
    min_zoom: placeTileZooms.min,
    max_zoom: placeTileZooms.max,
    bounds: wholeWorld,
    attribution: named.length > 0 ? plainAttribution(named.join(', ')) : '',
  }
}

/**
 * The data that a map needs to request tiles, which have the URL `/map/tiles/<id>/<version>/<z>/<x>/<y>`.
 * @param sources of the places of the directory.
 */
export const viewGround = ({ archives }: Ground, sources: { source: string; licence: string }[]) => ({
  archives: [
    ...[...archives].map(([id, { schema, version, minZoom, maxZoom, bounds, attribution }]): ViewedArchive => ({
      id,
      schema,
      version,
      min_zoom: minZoom,
      max_zoom: maxZoom,
      bounds,
      attribution,
    })),
    viewPlaces(sources),
  ],
})
