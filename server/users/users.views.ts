import type { ListedUser, PresentedUser, ProfileVisibility } from '#contract/listed-user.ts'
import type { Profile } from '#contract/users.ts'
import { pictureUrl } from '#server/media/media.rules.ts'
import { cutPage } from '#server/platform/keyset.ts'
import type { ListedUserRow, PresentedUserRow, ProfileRow, RelatedUserRow } from './users.queries.ts'

export const viewVisibility = (isPrivate: boolean): ProfileVisibility => (isPrivate ? 'private' : 'public')

export const viewPresentedUser = ({ id, username, display_name, picture }: PresentedUserRow): PresentedUser => ({
  id,
  username,
  display_name,
  profile_pic: picture && pictureUrl(picture),
})

export function viewListedUser({ is_private, follow_status, ...user }: ListedUserRow): ListedUser {
  return {
    ...viewPresentedUser(user),
    follow_status,
    is_followed: follow_status === 'accepted',
    profile_visibility: viewVisibility(is_private),
  }
}

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
