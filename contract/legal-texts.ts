import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, timestamp, writtenText } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { legalTextLimit } from './limits.ts'
import { nextCursor, pageInput } from './paging.ts'

const legalTextKind = z.enum(['terms', 'privacy'])
export type LegalTextKind = z.output<typeof legalTextKind>

/** Text with the same emphasis and link. A line break in it is intended by the writer. */
const run = z.object({
  text: z.string(),
  is_strong: z.boolean(),
  is_emphasis: z.boolean(),
  /** Begins with `https:`, `http:` or `mailto:`. */
  href: z.string().nullable(),
})
export type Run = z.output<typeof run>

const block = z.object({
  kind: z.enum(['heading', 'paragraph', 'bullets', 'numbers']),
  /** The number of the first item of `numbers`. */
  start: z.int().nullable(),
  /** The items of a list; for other blocks there is one. */
  items: z.array(z.array(run)),
})
export type Block = z.output<typeof block>

const legalText = z.object({
  kind: legalTextKind,
  /** Null: the text that comes with Dintorni, which is in force until a version is published. */
  version: z.int().nullable(),
  published_at: timestamp.nullable(),
  /** When the next version was published; null for the one in force. */
  replaced_at: timestamp.nullable(),
  /** The version in force; null while there is none. */
  newest_version: z.int().nullable(),
  blocks: z.array(block),
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
    access: 'public',
    input: z.object({ kind: legalTextKind, version: version.min(1).optional() }),
    output: z.object({ success: z.literal(true), text: legalText }),
    errors: [400, 404],
  },

  getLegalTextVersions: {
    summary: 'The published versions of a legal text, newest first',
    access: 'public',
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
    access: 'administrator',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, kind: legalTextKind }),
    output: z.object({ success: z.literal(true), source: legalTextSource }),
    errors: [400],
  },

  previewLegalText: {
    summary: 'How a text would be shown; nothing is stored',
    access: 'administrator',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, body }),
    output: z.object({ success: z.literal(true), blocks: z.array(block) }),
    errors: [400, 429],
    bodyLimit,
  },

  publishLegalText: {
    summary: 'Publish a new version of a legal text, in force at once; refused if somebody else published meanwhile',
    access: 'administrator',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, kind: legalTextKind, body, expected_version: version }),
    output: z.object({ success: z.literal(true), message: z.string(), version: z.int() }),
    errors: [400, 409, 429],
    bodyLimit,
  },
} as const satisfies Record<string, Endpoint>
