import type { FollowStatus } from '#contract/listed-user.ts'

type FollowedUser = { id: number; is_private: boolean; follow_status: FollowStatus | null }

/** Whether the viewer may see a user's lists: followers, following, places, Spotted (docs/product.md, "Visibility"). */
export const canSeeLists = (viewerId: number, user: FollowedUser): boolean =>
  !user.is_private || user.id === viewerId || user.follow_status === 'accepted'

/** The status of a new follow. A private account must accept it first; an accepted follow stays accepted. */
export const nextFollowStatus = (user: FollowedUser): FollowStatus =>
  user.follow_status === 'accepted' || !user.is_private ? 'accepted' : 'pending'
