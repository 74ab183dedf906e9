import type { SpottedStatus } from '#contract/posts.ts'
import type { SpottedAction } from '#contract/spotted.ts'

/** Nobody recognises themselves in what they wrote. */
export const canRequestSpotted = (viewerId: number, post: { author_id: number }): boolean => post.author_id !== viewerId

/** Only who wrote the post confirms, and takes a confirmation back. */
export const canAnswerSpotted = (viewerId: number, post: { author_id: number }): boolean => post.author_id === viewerId

/** A request may be taken back at any time, also when the post is hidden by then; all else needs a post that may be seen. */
export const canReachPost = (isVisible: boolean, action: SpottedAction, current: SpottedStatus | null): boolean =>
  isVisible || (action === 'withdraw' && current !== null)

/**
 * What a press means that does not say it: the opposite of what was there when it arrived.
 * A request that was made since comes of another press, under way at the same time, and both want the same.
 * @param age milliseconds since the request was made; null: there is none.
 * @param elapsed milliseconds since the press arrived.
 */
export const nextAction = (age: number | null, elapsed: number): SpottedAction =>
  age !== null && age > elapsed ? 'withdraw' : 'request'

/** What was confirmed stays so when it is asked for again. */
export const nextStatus = (current: SpottedStatus | null, action: SpottedAction): SpottedStatus | null =>
  action === 'withdraw' ? null : (current ?? 'pending')
