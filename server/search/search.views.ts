import type { SearchResult } from '#contract/search.ts'
import { pictureUrl } from '#server/media/media.rules.ts'
import type { Pictured } from '#server/places/picture.queries.ts'
import type { PlaceRow } from '#server/places/places.queries.ts'
import { viewVisibility } from '#server/users/users.views.ts'
import type { FoundUserRow, PlaceChoiceRow, UserChoiceRow } from './search.queries.ts'

const noUser = {
  username: null,
  display_name: null,
  profile_pic: null,
  bio: null,
  follow_status: null,
  profile_visibility: null,
}
const noPlace = {
  location_name: null,
  location_town: null,
  location_province: null,
  image: null,
  latitude: null,
  longitude: null,
  kind: null,
}

export const viewFoundUser = (
  { id, username, picture }: Pick<FoundUserRow, 'id' | 'username' | 'picture'>,
  { display_name, bio, is_private, follow_status }: UserChoiceRow,
): SearchResult => ({
  ...noPlace,
  type: 'user',
  id,
  username,
  display_name,
  bio,
  follow_status,
  profile_pic: picture && pictureUrl(picture),
  profile_visibility: viewVisibility(is_private),
  is_followed: follow_status === 'accepted',
})

export const viewFoundPlace = (
  { id, name, kind, town, province, picture, latitude, longitude }: Pictured<PlaceRow>,
  { is_followed }: PlaceChoiceRow,
): SearchResult => ({
  ...noUser,
  type: 'location',
  id,
  latitude,
  longitude,
  kind,
  is_followed,
  location_name: name,
  location_town: town,
  location_province: province,
  image: picture && pictureUrl(picture),
})
