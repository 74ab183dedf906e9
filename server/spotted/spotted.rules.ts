import type { SpottedStatus } from '#contract/posts.ts'
import type { SpottedAction } from '#contract/spotted.ts'

/** The author of a post cannot make a request on it. */
export const canRequestSpotted = (viewerId: number, post: { author_id: number }): boolean => post.author_id !== viewerId

/** Only the author of the post may confirm a request, or revoke a confirmation. */
export const canAnswerSpotted = (viewerId: number, post: { author_id: number }): boolean => post.author_id === viewerId

/** An existing request may always be withdrawn, even if the post is hidden by now. All else needs a visible post. */
export const canReachPost = (isVisible: boolean, action: SpottedAction, current: SpottedStatus | null): boolean =>
  isVisible || (action === 'withdraw' && current !== null)

/** Without an action the call toggles. */
export const nextAction = (current: SpottedStatus | null): SpottedAction => (current === null ? 'request' : 'withdraw')

/** A second request leaves a confirmed one confirmed. */
export const nextStatus = (current: SpottedStatus | null, action: SpottedAction): SpottedStatus | null =>
  action === 'withdraw' ? null : (current ?? 'pending')
