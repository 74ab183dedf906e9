import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { insertLogEntry, serverEntry } from '#server/moderation/moderation-log.queries.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { insertAnnouncement, type NewAnnouncement, updateWithdrawn } from './announcements.queries.ts'
import { refuseTimes } from './announcements.rules.ts'

/** The log shows the beginning of the text. */
const loggedLength = 100
const beginningOf = (text: string) => [...text].slice(0, loggedLength).join('')

/** Publishes an announcement. @returns its id. Throws a Refusal 400 (times). */
export async function createAnnouncement(db: Database, announcement: NewAnnouncement): Promise<number> {
  const refused = refuseTimes(announcement.startsAt, announcement.endsAt, new Date())
  if (refused) throw new Refusal(400, refused)
  return inTransaction(db, async (trx) => {
    const row = await insertAnnouncement(trx, announcement)
    if (!row) throw new Error('no row was inserted')
    await insertLogEntry(trx, announcement.actorId, serverEntry('announce', beginningOf(announcement.text)))
    return row.id
  })
}

/** Withdraws a current or a future announcement. Throws a Refusal 404. */
export const withdrawAnnouncement = (
  db: Database,
  { actorId, id }: { actorId: number | null; id: number },
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const withdrawn = await updateWithdrawn(trx, id)
    if (!withdrawn) throw notFound()
    await insertLogEntry(trx, actorId, serverEntry('end_announcement', beginningOf(withdrawn.text)))
  })
