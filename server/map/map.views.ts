import type { MapCell, MapPlace } from '#contract/map.ts'
import { pictureUrl } from '#server/media/media.rules.ts'
import { cellCentre, h3IndexOf, outlineOf } from '#server/platform/geography.ts'
import type { MapCellRow, MapPlaceRow } from './map.queries.ts'
import { townLabel } from '#server/places/places.rules.ts'
import { publishedAt, townOfPlace } from './map.rules.ts'

/** A metre: cells are hundreds of times larger. */
const toFiveDecimals = (degrees: number) => Math.round(degrees * 1e5) / 1e5

export function viewMapCell(row: MapCellRow): MapCell {
  const { latitude, longitude } = cellCentre(row.cell)
  return {
    cell: h3IndexOf(row.cell),
    town: townOfPlace(row),
    latitude: toFiveDecimals(latitude),
    longitude: toFiveDecimals(longitude),
    outline: outlineOf(row.cell).map((corner) => [toFiveDecimals(corner.longitude), toFiveDecimals(corner.latitude)]),
    posts: row.posts,
    newest_at: publishedAt(row.newest_id).toISOString(),
  }
}

export const viewMapPlace = ({ province, newest_id, image, ...place }: MapPlaceRow): MapPlace => ({
  ...place,
  town: townLabel(place.town, province),
  image: image && pictureUrl(image),
  newest_at: publishedAt(newest_id).toISOString(),
})
