import type { LegalTextKind } from '#contract/legal-texts.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { insertLogEntry, serverEntry } from '#server/moderation/moderation-log.queries.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { legalTextsText } from './legal-texts.text.ts'
import { insertVersion } from './legal-texts.queries.ts'
import { renderMarkdown } from './render-markdown.ts'

type Publication = {
  /** Null for the operator. */
  actorId: number | null
  kind: LegalTextKind
  body: string
  /** The latest version that its writer has read; 0 for none. */
  expectedVersion: number
}

/**
 * Publishes a new version, in force at once, and logs it. Throws a Refusal 400, or 409 if somebody else published
 * meanwhile. @returns its number.
 */
export async function publishText(
  db: Database,
  { actorId, kind, body, expectedVersion }: Publication,
): Promise<number> {
  renderMarkdown(body)
  return inTransaction(db, async (trx) => {
    const inserted = await insertVersion(trx, { kind, after: expectedVersion, body, publishedBy: actorId })
    if (!inserted) throw new Refusal(409, legalTextsText.publishedMeanwhile)
    await insertLogEntry(trx, actorId, serverEntry('publish_text', legalTextsText.note(kind, inserted.version)))
    return inserted.version
  })
}
