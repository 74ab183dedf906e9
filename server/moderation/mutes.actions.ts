import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { findPlace } from '#server/places/places.queries.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { findProfile, lockUsers } from '#server/users/users.queries.ts'
import { moderationText } from './moderation.text.ts'
import { deleteMute, insertMute, type MuteTarget } from './mutes.queries.ts'

const finders = { user: findProfile, place: findPlace }

const exists = async (db: Database, viewerId: number, { target_type, target_id }: MuteTarget): Promise<boolean> =>
  (await finders[target_type](db, viewerId, target_id)) !== undefined

/** Mutes a user or place for the viewer. Throws a Refusal 400 (oneself), 404, or 409 (too many). */
export function mute(db: Database, viewerId: number, target: MuteTarget): Promise<void> {
  if (target.target_type === 'user' && target.target_id === viewerId)
    throw new Refusal(400, moderationText.notYourselfToMute)
  return inTransaction(db, async (trx) => {
    const [viewer] = await lockUsers(trx, [viewerId])
    if (!viewer || !(await exists(trx, viewerId, target))) throw notFound()
    if (!(await insertMute(trx, viewer, target))) throw new Refusal(409, moderationText.tooManyMutes)
  })
}

/** Ends a mute, also of what is no longer visible. Throws a Refusal 404 for anything else that is not visible. */
export async function unmute(db: Database, viewerId: number, target: MuteTarget): Promise<void> {
  const removed = await deleteMute(db, viewerId, target)
  if (!removed && !(await exists(db, viewerId, target))) throw notFound()
}
