import type { ListedUser, ProfileVisibility } from '#contract/listed-user.ts'
import type { Profile } from '#contract/users.ts'
import { pictureUrl } from '#server/media/media.rules.ts'
import { cutPage } from '#server/platform/keyset.ts'
import type { ListedUserRow, ProfileRow, RelatedUserRow } from './users.queries.ts'

export const viewVisibility = (isPrivate: boolean): ProfileVisibility => (isPrivate ? 'private' : 'public')

export function viewListedUser({ id, username, picture, is_private, follow_status }: ListedUserRow): ListedUser {
  return {
    id,
    username,
    follow_status,
    profile_pic: picture && pictureUrl(picture),
    is_followed: follow_status === 'accepted',
    profile_visibility: viewVisibility(is_private),
  }
}

export const viewNamedUser = ({ picture, ...user }: { id: number; username: string; picture: string | null }) => ({
  ...user,
  profile_pic: picture && pictureUrl(picture),
})

/** A page of users. @param rows one more than `limit` when there is a next page. */
export function viewUserPage(
  rows: RelatedUserRow[],
  limit: number,
): { users: ListedUser[]; next_cursor: string | null } {
  const { page, next_cursor } = cutPage(rows, limit, (row) => row.row_id)
  return { users: page.map(viewListedUser), next_cursor }
}

/** @param spottedReceived posts with a confirmation of this user that the viewer may see; null if none may be told. */
export function viewProfile({ picture, is_private, ...rest }: ProfileRow, spottedReceived: number | null): Profile {
  return {
    ...rest,
    spotted_received: spottedReceived,
    profile_pic: picture && pictureUrl(picture),
    profile_visibility: viewVisibility(is_private),
  }
}
