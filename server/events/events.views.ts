import type { PlaceEvent } from '#contract/events.ts'
import { pictureUrl } from '#server/media/media.rules.ts'
import type { EventRow } from './events.queries.ts'

export const viewEvent = ({ starts_at, ends_at, author_id, picture, going_people, ...row }: EventRow): PlaceEvent => ({
  ...row,
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
