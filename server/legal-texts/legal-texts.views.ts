import type { LegalText, LegalTextKind, LegalTextSource, LegalTextWords } from '#contract/legal-texts.ts'
import type { BuiltInText } from './built-in-texts.ts'
import type { LegalTextRow, SourceRow, VersionRow } from './legal-texts.queries.ts'

export const viewLegalText = (kind: LegalTextKind, row: LegalTextRow, words: LegalTextWords): LegalText => ({
  kind,
  version: row.version,
  published_at: row.published_at.toISOString(),
  replaced_at: row.replaced_at?.toISOString() ?? null,
  newest_version: row.newest_version,
  ...words,
})

export const viewBuiltInText = (kind: LegalTextKind, { words }: BuiltInText): LegalText => ({
  kind,
  version: null,
  published_at: null,
  replaced_at: null,
  newest_version: null,
  ...words,
})

export const viewVersion = ({ version, published_at }: VersionRow) => ({
  version,
  published_at: published_at.toISOString(),
})

/** @param row the version in force; undefined while there is none. */
export const viewSource = (
  kind: LegalTextKind,
  row: SourceRow | undefined,
  { body }: BuiltInText,
): LegalTextSource => ({
  kind,
  newest_version: row?.version ?? 0,
  published_at: row?.published_at.toISOString() ?? null,
  published_by: row?.published_by ?? null,
  body: row?.body ?? body,
  built_in_body: body,
})
