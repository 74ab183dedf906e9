import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, timestamp, writtenText } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { legalTextLimit } from './limits.ts'
import { nextCursor, pageInput } from './paging.ts'

const legalTextKind = z.enum(['terms', 'privacy'])
export type LegalTextKind = z.output<typeof legalTextKind>

const words = {
  /** What stands before the first heading. HTML of paragraphs, lists, emphasis and links, and nothing else. */
  lead_html: z.string(),
  sections: z.array(z.object({ title: z.string(), html: z.string() })),
}
export type LegalTextWords = z.output<z.ZodObject<typeof words>>

const legalText = z.object({
  kind: legalTextKind,
  /** Null: the text that comes with Dintorni, which is in force until a version is published. */
  version: z.int().nullable(),
  published_at: timestamp.nullable(),
  /** When the next version was published; null for the one in force. */
  replaced_at: timestamp.nullable(),
  /** The version in force; null while there is none. */
  newest_version: z.int().nullable(),
  ...words,
})
export type LegalText = z.output<typeof legalText>

/** Number 0 means that there is no version. */
const version = z.coerce.number<number>().int().min(0).max(2_147_483_647)
const body = writtenText(legalTextLimit, fieldsText.legalTextRequired, fieldsText.legalTextLength)
/** Bytes of a body whose characters take up to six each, as escapes of JSON. */
const bodyLimit = legalTextLimit * 6 + 1024

const legalTextSource = z.object({
  kind: legalTextKind,
  /** 0 while there is none. */
  newest_version: z.int(),
  published_at: timestamp.nullable(),
  /**
   * The administrator who published it; null for the operator, for a deleted account, and where there is no version.
   */
  published_by: z.string().nullable(),
  /** Markdown of the text in force. */
  body: z.string(),
  /** Markdown of the text that comes with Dintorni. */
  built_in_body: z.string(),
})
export type LegalTextSource = z.output<typeof legalTextSource>

export const legalTextsCalls = {
  getLegalText: {
    summary: 'The terms or the privacy policy: the version in force, or an earlier one',
    path: 'GET legal_texts/get_text',
    access: 'public',
    scope: null,
    input: z.object({ kind: legalTextKind, version: version.min(1).optional() }),
    output: z.object({ success: z.literal(true), text: legalText }),
    errors: [400, 404],
  },

  getLegalTextVersions: {
    summary: 'The published versions of a legal text, newest first',
    path: 'GET legal_texts/get_versions',
    access: 'public',
    scope: null,
    input: z.object({ kind: legalTextKind, ...pageInput }),
    output: z.object({
      success: z.literal(true),
      versions: z.array(z.object({ version: z.int(), published_at: timestamp })),
      next_cursor: nextCursor,
    }),
    errors: [400],
  },

  getLegalTextSource: {
    summary: 'The Markdown of a legal text, to edit it',
    path: 'GET legal_texts/get_source',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, kind: legalTextKind }),
    output: z.object({ success: z.literal(true), source: legalTextSource }),
    errors: [400],
  },

  previewLegalText: {
    summary: 'How a text would be shown; nothing is stored',
    path: 'POST legal_texts/preview',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, body }),
    output: z.object({ success: z.literal(true), ...words }),
    errors: [400, 429],
    bodyLimit,
  },

  publishLegalText: {
    summary: 'Publish a new version of a legal text, in force at once; refused if somebody else published meanwhile',
    path: 'POST legal_texts/publish',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, kind: legalTextKind, body, expected_version: version }),
    output: z.object({ success: z.literal(true), message: z.string(), version: z.int() }),
    errors: [400, 409, 429],
    bodyLimit,
  },
} as const satisfies Record<string, Endpoint>
