import type { ListedUser } from '#contract/users.ts'
import { pictureUrl } from '#server/media/media.rules.ts'

export type ListedUserRow = { id: number; username: string; picture: string | null; follow_status: 'pending' | 'accepted' | null }

export function viewListedUser({ id, username, picture, follow_status }: ListedUserRow): ListedUser {
  return { id, username, profile_pic: picture && pictureUrl(picture), is_followed: follow_status === 'accepted', follow_status }
}
