import type { ListedUser } from '#contract/listed-user.ts'
import type { Profile } from '#contract/users.ts'
import { pictureUrl } from '#server/media/media.rules.ts'
import { cutPage } from '#server/platform/keyset.ts'
import type { ListedUserRow, ProfileRow, RelatedUserRow } from './users.queries.ts'

export function viewListedUser({ id, username, picture, follow_status }: ListedUserRow): ListedUser {
  return { id, username, profile_pic: picture && pictureUrl(picture), is_followed: follow_status === 'accepted', follow_status }
}

/** A page of people, of rows that were asked for with one more than the limit. */
export function viewPeople(rows: RelatedUserRow[], limit: number): { people: ListedUser[]; next_cursor: string | null } {
  const { page, next_cursor } = cutPage(rows, limit, (row) => row.row_id)
  return { people: page.map(viewListedUser), next_cursor }
}

/** @param spotted_received posts in which they are confirmed that the viewer may see. */
export function viewProfile({ picture, is_private, ...rest }: ProfileRow, spotted_received: number): Profile {
  return { ...rest, spotted_received, profile_pic: picture && pictureUrl(picture), profile_visibility: is_private ? 'private' : 'public' }
}
