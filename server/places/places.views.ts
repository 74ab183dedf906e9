import type { Output } from '#contract/calls.ts'
import type { ListedPlace } from '#contract/places.ts'
import type { Post } from '#contract/posts.ts'
import { pictureUrl } from '#server/media/media.rules.ts'
import { distance, type Point } from '#server/platform/geography.ts'
import type { PlaceDetailRow, PlaceRow } from './places.queries.ts'
import { townLabel } from './places.rules.ts'

/** @param from where the distance is measured from; null where nobody said. */
export function viewPlace({ id, name, town, province, latitude, longitude, picture }: PlaceRow, from: Point | null): ListedPlace {
  return {
    id, name, latitude, longitude,
    town: townLabel(town, province),
    image: picture && pictureUrl(picture),
    distance: from && Math.round(distance(from, { latitude, longitude })),
  }
}

export function viewPlaceDetail(place: PlaceDetailRow, posts: Post[]): Output<'getLocation'>['location'] {
  const { id, name, town, province, latitude, longitude, picture, followers_count, spotted_confirmed_count, is_followed } = place
  return {
    id, latitude, longitude, followers_count, spotted_confirmed_count, is_followed, posts,
    location_name: name,
    town: townLabel(town, province),
    image: picture && pictureUrl(picture),
  }
}
