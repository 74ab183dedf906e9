import type { SearchResult } from '#contract/search.ts'
import { pictureUrl } from '#server/media/media.rules.ts'
import type { PlaceRow } from '#server/places/places.queries.ts'
import { townLabel } from '#server/places/places.rules.ts'
import { viewVisibility } from '#server/users/users.views.ts'
import type { FoundUserRow, PlaceChoiceRow, UserChoiceRow } from './search.queries.ts'

const noUser = { username: null, profile_pic: null, bio: null, follow_status: null, profile_visibility: null }
const noPlace = {
  location_name: null,
  location_town: null,
  image: null,
  latitude: null,
  longitude: null,
  kind: null,
}

export const viewFoundUser = (
  { id, username, picture }: Pick<FoundUserRow, 'id' | 'username' | 'picture'>,
  { bio, is_private, follow_status }: UserChoiceRow,
): SearchResult => ({
  ...noPlace,
  type: 'user',
  id,
  username,
  bio,
  follow_status,
  profile_pic: picture && pictureUrl(picture),
  profile_visibility: viewVisibility(is_private),
  is_followed: follow_status === 'accepted',
})

export const viewFoundPlace = (
  { id, name, town, province, picture, latitude, longitude }: PlaceRow,
  { kind, is_followed }: PlaceChoiceRow,
): SearchResult => ({
  ...noUser,
  type: 'location',
  id,
  latitude,
  longitude,
  kind,
  is_followed,
  location_name: name,
  location_town: townLabel(town, province),
  image: picture && pictureUrl(picture),
})
