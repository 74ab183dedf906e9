import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'
import { notFound } from '#server/platform/refusal.ts'
import { hashToken } from './auth.actions.ts'
import { deleteSessionById, deleteSessionsOf, findSessions, type SessionRow } from './sessions.queries.ts'

const maxListedSessions = 50

export const listSessions = (db: Database, userId: number, token = ''): Promise<SessionRow[]> =>
  findSessions(db, userId, hashToken(token), maxListedSessions)

/** Ends a session and its open pages. @returns whether it was the session of `token`. Throws a Refusal 404. */
export function endSession(db: Database, userId: number, id: number, token = ''): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const ended = await deleteSessionById(trx, userId, id)
    if (!ended) throw notFound()
    await announce(trx, { userIds: [userId] })
    return ended.equals(hashToken(token))
  })
}

/** Ends all sessions and open pages. */
export function endAllSessions(db: Database, userId: number): Promise<void> {
  return inTransaction(db, async (trx) => {
    await deleteSessionsOf(trx, userId)
    await announce(trx, { userIds: [userId] })
  })
}
