import type { Block, LegalTextKind } from '#contract/legal-texts.ts'
import { fieldsText } from '#contract/fields.text.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { insertLogEntry, serverEntry } from '#server/moderation/moderation-log.queries.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { legalTextsText } from './legal-texts.text.ts'
import { insertVersion } from './legal-texts.queries.ts'
import { parseMarkdown } from './parse-markdown.ts'

/** JSON in the database has no half of a character. */
const wellFormed = (body: string) => body.toWellFormed().replaceAll(/\r\n?/g, '\n')

/** Returns the preview of a text. Throws a Refusal 400. */
export function previewText(body: string): Block[] {
  const blocks = parseMarkdown(wellFormed(body))
  if (blocks.length === 0) throw new Refusal(400, fieldsText.legalTextRequired)
  return blocks
}

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
  const blocks = JSON.stringify(previewText(body))
  return inTransaction(db, async (trx) => {
    const version = { kind, after: expectedVersion, body: wellFormed(body), blocks, publishedBy: actorId }
    const inserted = await insertVersion(trx, version)
    if (!inserted) throw new Refusal(409, legalTextsText.publishedMeanwhile)
    await insertLogEntry(trx, actorId, serverEntry('publish_text', legalTextsText.note(kind, inserted.version)))
    return inserted.version
  })
}
