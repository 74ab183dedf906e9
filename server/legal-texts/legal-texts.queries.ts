import type { LegalTextKind } from '#contract/legal-texts.ts'
import { statement } from '#server/database/statement.ts'
import type { PageParameters } from '#server/platform/keyset.ts'

/** `$2`: null for the version in force. */
const askedVersionSql = `t.kind = $1 AND t.version = coalesce($2, (SELECT max(version) FROM legal_texts WHERE kind = $1))`

export type LegalTextRow = {
  version: number
  published_at: Date
  replaced_at: Date | null
  newest_version: number
  body: string
}

/** Returns a version; undefined if there is no such one. */
export const findLegalText = statement<LegalTextRow, [kind: LegalTextKind, version: number | null]>(`
  SELECT t.version, t.published_at, t.body,
    (SELECT n.published_at FROM legal_texts n WHERE n.kind = t.kind AND n.version = t.version + 1) AS replaced_at,
    (SELECT max(n.version) FROM legal_texts n WHERE n.kind = t.kind) AS newest_version
  FROM legal_texts t WHERE ${askedVersionSql}`).first

export type SourceRow = { version: number; published_at: Date; published_by: string | null; body: string }

/** Returns the Markdown of a version; undefined if there is no such one. */
export const findSource = statement<SourceRow, [kind: LegalTextKind, version: number | null]>(`
  SELECT t.version, t.published_at, u.username AS published_by, t.body
  FROM legal_texts t LEFT JOIN users u ON u.id = t.published_by WHERE ${askedVersionSql}`).first

export type VersionRow = { version: number; published_at: Date }

/** Returns the versions of a text, newest first. */
export const findVersions = statement<VersionRow, PageParameters & { kind: LegalTextKind }>(
  `
  SELECT version, published_at FROM legal_texts
  WHERE kind = $1 AND version < $2::bigint ORDER BY version DESC LIMIT $3 OFFSET $4`,
  ['kind', 'before', 'limit', 'offset'],
)

type NewVersion = {
  kind: LegalTextKind
  /** The latest version that the writer knows; 0 for none. */
  after: number
  body: string
  publishedBy: number | null
}

/** Adds the version after a known one. @returns its number; undefined if another one is there. */
export const insertVersion = statement<{ version: number }, NewVersion>(
  `
  INSERT INTO legal_texts (kind, version, body, published_by)
  SELECT $1, $2::int + 1, $3, $4::bigint
  WHERE $2::int = (SELECT coalesce(max(version), 0) FROM legal_texts WHERE kind = $1)
  ON CONFLICT (kind, version) DO NOTHING
  RETURNING version`,
  ['kind', 'after', 'body', 'publishedBy'],
).first
