import type { Resolution, TargetType } from '#contract/moderation.ts'
import { moderationText } from './moderation.text.ts'

/** Reported content, and its owner. */
type Case = { type: TargetType; userId: number | null; is_moderator: boolean; is_suspended: boolean }
type RefusedResolution = { status: 400 | 403 | 409; sentence: string }

/** Why a moderator may not decide so; null if they may. Content of moderators is left to the operator. */
export function refuseResolution(
  moderatorId: number,
  { type, userId, is_moderator, is_suspended }: Case,
  action: Resolution,
): RefusedResolution | null {
  if (userId === moderatorId) return { status: 403, sentence: moderationText.ownCase }
  if (is_moderator) return { status: 403, sentence: moderationText.moderatorsCase }
  if (action === 'remove' && type === 'user') return { status: 400, sentence: moderationText.noRemovalOfPeople }
  if (action === 'suspend' && userId === null) return { status: 400, sentence: moderationText.nobodyToSuspend }
  if (action === 'suspend' && is_suspended) return { status: 409, sentence: moderationText.suspendedAlready }
  return null
}
