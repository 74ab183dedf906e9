import type { Output } from '#contract/calls.ts'
import type { FollowablePlace, ListedPlace, PlacePhoto } from '#contract/places.ts'
import type { Post } from '#contract/posts.ts'
import { pictureUrl } from '#server/media/media.rules.ts'
import { distanceMetres, type Point } from '#server/platform/geography.ts'
import type { FollowedPlaceRow, PlaceDetailRow, PlaceRow, PlaceSourceRow } from './places.queries.ts'
import type { Pictured } from './picture.queries.ts'
import type { PlacePhotoRow } from './photos.queries.ts'

/** @param from origin of the distance; null without a position. */
export function viewPlace(
  { id, name, kind, town, province, latitude, longitude, picture }: Pictured<PlaceRow>,
  from: Point | null,
): ListedPlace {
  return {
    id,
    name,
    kind,
    latitude,
    longitude,
    town,
    province,
    image: picture && pictureUrl(picture),
    distance: from && Math.round(distanceMetres(from, { latitude, longitude })),
  }
}

/** A place with a follow button, without distance: the device computes it from the exact position. */
export const viewFollowablePlace = (row: Pictured<Omit<FollowedPlaceRow, 'row_id'>>): FollowablePlace => ({
  ...viewPlace(row, null),
  is_followed: row.is_followed,
})

type Location = Output<'getLocation'>['location']

/** Sources that are known by another name than they are stored under, or have a page for each place. */
const knownSources: Record<string, { name: string; url?: string }> = {
  dintorni: { name: 'Dintorni' },
  geonames: { name: 'GeoNames', url: 'https://www.geonames.org/' },
  people: { name: 'Chi usa Dintorni' },
  osm: { name: 'OpenStreetMap', url: 'https://www.openstreetmap.org/' },
}

/** The name of a source of places, as people read it. */
export const sourceName = (source: string): string =>
  (Object.hasOwn(knownSources, source) && knownSources[source]?.name) || source

function viewSource({ source, source_id, licence }: PlaceSourceRow): Location['sources'][number] {
  const known = Object.hasOwn(knownSources, source) ? knownSources[source] : undefined
  return { name: sourceName(source), licence, url: known?.url ? known.url + source_id : null }
}

const viewPhoto = ({ post_id, username, picture, thumbhash, alt, is_video }: PlacePhotoRow): PlacePhoto => ({
  post_id,
  username,
  image_url: pictureUrl(picture),
  image_thumbhash: thumbhash,
  image_alt: alt,
  is_video,
})

export function viewPlaceDetail(
  place: Pictured<PlaceDetailRow> & { spotted_confirmed_count: number; events_count: number },
  posts: Post[],
  photos: PlacePhotoRow[],
): Location {
  const {
    id,
    name,
    kind,
    town,
    province,
    latitude,
    longitude,
    picture,
    followers_count,
    spotted_confirmed_count,
    events_count,
    is_followed,
    is_muted,
    sources,
  } = place
  return {
    id,
    kind,
    latitude,
    longitude,
    followers_count,
    spotted_confirmed_count,
    events_count,
    is_followed,
    is_muted,
    posts,
    photos: photos.map(viewPhoto),
    location_name: name,
    town,
    province,
    image: picture && pictureUrl(picture),
    sources: sources.map(viewSource),
  }
}
