import type { Resolution, TargetType } from '#contract/moderation.ts'
import { moderationText } from './moderation.text.ts'

/** Something reported: what it is, and how whose it is stands to the moderators. */
type Reported = { type: TargetType; userId: number; is_moderator: boolean; is_suspended: boolean }
type No = { status: 400 | 403 | 409; sentence: string }

/** Why a moderator may not decide so; null when they may. Of moderators only the operator decides. */
export function refuseResolution(
  moderatorId: number,
  { type, userId, is_moderator, is_suspended }: Reported,
  action: Resolution,
): No | null {
  if (userId === moderatorId) return { status: 403, sentence: moderationText.ownCase }
  if (is_moderator) return { status: 403, sentence: moderationText.moderatorsCase }
  if (action === 'remove' && type === 'user') return { status: 400, sentence: moderationText.noRemovalOfPeople }
  if (action === 'suspend' && is_suspended) return { status: 409, sentence: moderationText.suspendedAlready }
  return null
}
