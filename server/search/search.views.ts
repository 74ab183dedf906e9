import type { SearchResult } from '#contract/search.ts'
import { pictureUrl } from '#server/media/media.rules.ts'
import type { PlaceRow } from '#server/places/places.queries.ts'
import { townLabel } from '#server/places/places.rules.ts'
import type { FoundUserRow } from './search.queries.ts'

export const viewFoundUser = ({ id, username, picture }: FoundUserRow): SearchResult => ({
  type: 'user',
  id,
  username,
  profile_pic: picture && pictureUrl(picture),
  location_name: null,
  location_town: null,
  image: null,
  latitude: null,
  longitude: null,
})

export const viewFoundPlace = ({ id, name, town, province, picture, latitude, longitude }: PlaceRow): SearchResult => ({
  type: 'location',
  id,
  latitude,
  longitude,
  location_name: name,
  location_town: townLabel(town, province),
  image: picture && pictureUrl(picture),
  username: null,
  profile_pic: null,
})
