import type { MapCell, MapPlace } from '#contract/map.ts'
import { pictureUrl } from '#server/media/media.rules.ts'
import { cellCentre, h3IndexOf, outlineOf } from '#server/platform/geography.ts'
import type { MapCellRow, MapPlaceRow } from './map.queries.ts'
import { publishedAt, townOfPlace } from './map.rules.ts'

/** A metre: cells are hundreds of times larger. */
const toFiveDecimals = (degrees: number) => Math.round(degrees * 1e5) / 1e5

export function viewMapCell(row: MapCellRow): MapCell {
  const { latitude, longitude } = cellCentre(row.cell)
  return {
    cell: h3IndexOf(row.cell),
    town: townOfPlace(row),
    province: row.province,
    latitude: toFiveDecimals(latitude),
    longitude: toFiveDecimals(longitude),
    outline: outlineOf(row.cell).map((corner) => [toFiveDecimals(corner.longitude), toFiveDecimals(corner.latitude)]),
    posts: row.posts,
    newest_at: publishedAt(row.newest_id).toISOString(),
  }
}

export function viewMapPlace(row: MapPlaceRow): MapPlace {
  const { id, name, kind, latitude, longitude, posts, image, image_thumbhash, image_alt } = row
  return {
    id,
    name,
    kind,
    latitude,
    longitude,
    posts,
    image_thumbhash,
    image_alt,
    town: row.town,
    province: row.province,
    image: image && pictureUrl(image),
    newest_at: publishedAt(row.newest_id).toISOString(),
  }
}
