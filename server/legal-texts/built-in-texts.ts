import type { LegalTextKind, LegalTextWords } from '#contract/legal-texts.ts'
import type { Operator } from '#server/platform/config.ts'
import { privacyMarkdown } from './privacy.text.ts'
import { renderMarkdown } from './render-markdown.ts'
import { termsMarkdown } from './terms.text.ts'

/** The Markdown, and what it says. */
export type BuiltInText = { body: string; words: LegalTextWords }
export type BuiltInTexts = Readonly<Record<LegalTextKind, BuiltInText>>

/** So that no character in the middle of a line means anything in Markdown. */
const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]<>&]/g, String.raw`\$&`)

/** The operator's name, with a link to their address; null without a name. */
function operatorMarkdown({ operatorName, operatorEmail }: Operator): string | null {
  if (operatorName === undefined) return null
  return `${escapeMarkdown(operatorName)} ([${escapeMarkdown(operatorEmail)}](mailto:${operatorEmail}))`
}

/** The Markdown of the texts that come with Dintorni, with the operator's name. */
export function builtInBodies(operator: Operator): Readonly<Record<LegalTextKind, string>> {
  const runBy = operatorMarkdown(operator)
  return { terms: termsMarkdown(runBy), privacy: privacyMarkdown(runBy) }
}

/** The texts that are in force until a version is published. */
export function readBuiltInTexts(operator: Operator): BuiltInTexts {
  const { terms, privacy } = builtInBodies(operator)
  const read = (body: string) => ({ body: body.trim(), words: renderMarkdown(body) })
  return { terms: read(terms), privacy: read(privacy) }
}
