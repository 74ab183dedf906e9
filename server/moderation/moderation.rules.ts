import type { Resolution, Role, TargetType } from '#contract/moderation.ts'
import { moderationText } from './moderation.text.ts'

/** Reported content, and its owner. */
type Case = { type: TargetType; userId: number | null; is_moderator: boolean; is_suspended: boolean }
export type RefusedAction = { status: 400 | 403 | 409; sentence: string }

/** Why a moderator may not decide so; null if they may. Content of moderators is left to the operator. */
export function refuseResolution(
  moderatorId: number,
  { type, userId, is_moderator, is_suspended }: Case,
  action: Resolution,
): RefusedAction | null {
  if (userId === moderatorId) return { status: 403, sentence: moderationText.ownCase }
  if (is_moderator) return { status: 403, sentence: moderationText.moderatorsCase }
  if (action === 'remove' && type === 'user') return { status: 400, sentence: moderationText.noRemovalOfPeople }
  if (action === 'suspend' && userId === null) return { status: 400, sentence: moderationText.nobodyToSuspend }
  if (action === 'suspend' && is_suspended) return { status: 409, sentence: moderationText.suspendedAlready }
  return null
}

/**
 * Why an administrator may not act on an account; null if they may. Nobody acts on themselves, and administrators are
 * left to the operator, so that a stolen session of one cannot lock out the others.
 * @param actorId null for the operator.
 */
export function refuseAdministration({
  actorId,
  userId,
  role,
}: {
  actorId: number | null
  userId: number
  role: Role
}): RefusedAction | null {
  if (actorId === null) return null
  if (actorId === userId) return { status: 403, sentence: moderationText.notOnYourself }
  return role === 'administrator' ? { status: 403, sentence: moderationText.administratorsCase } : null
}

/** Why an administrator may not give this role; null if they may. */
export const refuseRole = (actorId: number | null, role: Role): RefusedAction | null =>
  actorId !== null && role === 'administrator' ? { status: 403, sentence: moderationText.administratorsCase } : null
