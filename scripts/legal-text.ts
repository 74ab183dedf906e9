import { readFile } from 'node:fs/promises'
import { fieldsText } from '#contract/fields.text.ts'
import type { LegalTextKind } from '#contract/legal-texts.ts'
import { legalTextLimit } from '#contract/limits.ts'
import type { Database } from '#server/database/connect.ts'
import { builtInBodies } from '#server/legal-texts/built-in-texts.ts'
import { publishText } from '#server/legal-texts/legal-texts.actions.ts'
import { findSource } from '#server/legal-texts/legal-texts.queries.ts'
import { readConfig } from '#server/platform/config.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { decodeText } from '#server/platform/text-encoding.ts'
import { Refused, refuseUsage } from './command.ts'

export const legalTextUsage = ['legal-text terms|privacy show [VERSION]', 'legal-text terms|privacy publish FILE']

const kinds: readonly string[] = ['terms', 'privacy'] satisfies LegalTextKind[]

/** Returns the Markdown of a version; undefined: of the text in force. */
async function show(db: Database, kind: LegalTextKind, version: number | undefined): Promise<string> {
  const source = await findSource(db, kind, version ?? null)
  if (source) return source.body
  if (version !== undefined) throw new Refused(`admin: ${kind} has no version ${version}`)
  return builtInBodies(readConfig(process.env))[kind].trim()
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new Refused(`admin: ${error.message}`)
  })
  const body = decodeText(bytes).trim()
  if (body.length > legalTextLimit) throw new Refused(`admin: ${file}: ${fieldsText.legalTextLength}`)
  return body
}

async function publish(db: Database, kind: LegalTextKind, file: string): Promise<string> {
  const body = await readText(file)
  const expectedVersion = (await findSource(db, kind, null))?.version ?? 0
  const version = await publishText(db, { actorId: null, kind, body, expectedVersion }).catch((error: Error) => {
    throw error instanceof Refusal ? new Refused(`admin: ${file}: ${error.message}`) : error
  })
  return `Version ${version} of ${kind} is in force`
}

/** Returns the work that the arguments ask for; undefined if they are another command. Throws Refused. */
export function readLegalText([name, kind = '', verb, value, ...more]: string[]):
  | ((db: Database) => Promise<string>)
  | undefined {
  if (name !== 'legal-text') return undefined
  const isVersion = value === undefined || /^[1-9]\d{0,8}$/.test(value)
  const known = kinds.includes(kind) && more.length === 0
  if (known && verb === 'show' && isVersion)
    return (db) => show(db, kind as LegalTextKind, value === undefined ? undefined : Number(value))
  if (known && verb === 'publish' && value) return (db) => publish(db, kind as LegalTextKind, value)
  return refuseUsage(...legalTextUsage)
}
