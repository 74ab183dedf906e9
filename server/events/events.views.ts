import type { PlaceEvent } from '#contract/events.ts'
import { pictureUrl } from '#server/media/media.rules.ts'
import type { EventRow } from './events.queries.ts'

export const viewEvent = ({
  starts_at,
  ends_at,
  over_at: _overAt,
  created_at: _createdAt,
  place_id,
  place_name,
  place_town,
  place_province,
  author_id,
  picture,
  going_people,
  ...row
}: EventRow): PlaceEvent => ({
  ...row,
  location_id: place_id,
  location_name: place_name,
  location_town: place_town,
  location_province: place_province,
  starts_at: starts_at.toISOString(),
  ends_at: ends_at && ends_at.toISOString(),
  user_id: author_id,
  profile_pic: picture && pictureUrl(picture),
  going_people: going_people.map((face) => ({
    id: face.id,
    username: face.username,
    profile_pic: face.picture && pictureUrl(face.picture),
  })),
})
