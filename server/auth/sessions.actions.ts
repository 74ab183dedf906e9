import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'
import { notFound } from '#server/platform/refusal.ts'
import { hashToken, maxSessions } from './auth.actions.ts'
import { forgetOtherDevices } from './known-devices.actions.ts'
import { deleteSessionById, deleteSessionsOf, findSessions, type SessionRow } from './sessions.queries.ts'

export const listSessions = (db: Database, userId: number, token = ''): Promise<SessionRow[]> =>
  findSessions(db, userId, hashToken(token), maxSessions)

/** Ends a session and its open pages. @returns whether it was the session of `token`. Throws a Refusal 404. */
export function endSession(db: Database, userId: number, id: number, token = ''): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const ended = await deleteSessionById(trx, userId, id)
    if (!ended) throw notFound()
    await announce(trx, { userIds: [userId] })
    return ended.equals(hashToken(token))
  })
}

/** Ends all sessions and open pages, and deletes all known devices but this one. */
export function endAllSessions(db: Database, userId: number, deviceToken: string | undefined): Promise<void> {
  return inTransaction(db, async (trx) => {
    await deleteSessionsOf(trx, userId)
    await forgetOtherDevices(trx, userId, deviceToken)
    await announce(trx, { userIds: [userId] })
  })
}
