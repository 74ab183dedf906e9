import { LRUCache } from 'lru-cache'
import type { LegalTextKind, LegalTextWords, legalTextsCalls } from '#contract/legal-texts.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { cutPage, readPage } from '#server/platform/keyset.ts'
import { notFound } from '#server/platform/refusal.ts'
import { readBuiltInTexts } from './built-in-texts.ts'
import { publishText } from './legal-texts.actions.ts'
import { findLegalText, findSource, findVersions, type LegalTextRow } from './legal-texts.queries.ts'
import { legalTextsText } from './legal-texts.text.ts'
import { renderMarkdown } from './render-markdown.ts'
import { viewBuiltInText, viewLegalText, viewSource, viewVersion } from './legal-texts.views.ts'

const maxRendered = 20

export function legalTextsRoutes({
  db,
  config,
}: Pick<AppContext, 'db' | 'config'>): Pick<Handlers, keyof typeof legalTextsCalls> {
  const builtIn = readBuiltInTexts(config)
  // A version never changes.
  const rendered = new LRUCache<string, LegalTextWords>({ max: maxRendered })
  const wordsOf = (kind: LegalTextKind, { version, body }: LegalTextRow): LegalTextWords => {
    const words = rendered.get(`${kind} ${version}`) ?? renderMarkdown(body)
    rendered.set(`${kind} ${version}`, words)
    return words
  }
  return {
    async getLegalText({ kind, version }) {
      const row = await findLegalText(db, kind, version ?? null)
      if (!row && version !== undefined) throw notFound()
      return {
        success: true,
        text: row ? viewLegalText(kind, row, wordsOf(kind, row)) : viewBuiltInText(kind, builtIn[kind]),
      }
    },

    async getLegalTextVersions({ kind, ...request }) {
      const rows = await findVersions(db, { kind, ...readPage(request) })
      const { page, next_cursor } = cutPage(rows, request.limit, ({ version }) => version)
      return { success: true, versions: page.map(viewVersion), next_cursor }
    },

    async getLegalTextSource({ kind }) {
      return { success: true, source: viewSource(kind, await findSource(db, kind, null), builtIn[kind]) }
    },

    previewLegalText: async ({ body }) => ({ success: true, ...renderMarkdown(body) }),

    async publishLegalText({ kind, body, expected_version }, { viewer }) {
      const version = await publishText(db, { actorId: viewer.id, kind, body, expectedVersion: expected_version })
      return { success: true, message: legalTextsText.published(version), version }
    },
  }
}
