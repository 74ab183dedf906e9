import type { FollowStatus } from '#contract/listed-user.ts'

type Standing = { id: number; is_private: boolean; follow_status: FollowStatus | null }

/** Whether the viewer sees what hangs on a profile: its lists, places and spotted posts (spec section 6). */
export const canSeeLists = (viewerId: number, person: Standing): boolean =>
  !person.is_private || person.id === viewerId || person.follow_status === 'accepted'

/** How somebody stands who follows: at once, or after the other has accepted. What was accepted stays so. */
export const nextFollowStatus = (person: Standing): FollowStatus =>
  person.follow_status === 'accepted' || !person.is_private ? 'accepted' : 'pending'
