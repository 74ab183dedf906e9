import { Lexer, type MarkedToken, type Token } from 'marked'
import type { Block, Run } from '#contract/legal-texts.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { legalTextsText } from './legal-texts.text.ts'

/**
 * A passage is the text between two empty lines. The lexer's time grows with the square of the marks in one: 30,000
 * characters of `*a **b` take it seven seconds, and with these limits the worst text that we found takes 0.3 s.
 */
const passageLimit = 6000
const marksLimit = 300
/** Characters that may begin or end emphasis, a link, code or HTML. */
const mark = /[*_[\]`<!\\]/g

/** Quotes, and lists in the line of another one: both are refused anyway, and thousands of them exhaust the stack. */
const itemPattern = String.raw`(?:[-*+]|\d{1,9}[.)])`
const nested = new RegExp(String.raw`^\s*(?:${itemPattern}\s+)?(?:>|${itemPattern}\s+${itemPattern}(?:\s|$))`)

const excerptLength = 40
/** The beginning of the text that a refusal quotes. */
function excerpt(raw: string): string {
  const [line = ''] = raw.trim().split('\n')
  const characters = [...line]
  return characters.length > excerptLength ? `${characters.slice(0, excerptLength).join('')}…` : line
}

const refuse = (raw: string) => new Refusal(400, legalTextsText.notMarkdown(excerpt(raw)))

function refuseSlowPassages(body: string): void {
  for (const passage of body.split(/\n[^\S\n]*\n/)) {
    if (passage.length > passageLimit)
      throw new Refusal(400, legalTextsText.passageTooLong(excerpt(passage), passageLimit))
    if ((passage.match(mark)?.length ?? 0) > marksLimit)
      throw new Refusal(400, legalTextsText.tooManyMarks(excerpt(passage), marksLimit))
  }
  for (const line of body.split('\n')) if (nested.test(line)) throw refuse(line)
}

const protocols = ['https:', 'http:', 'mailto:']
function readHref(href: string): string {
  const url = URL.canParse(href) ? new URL(href) : null
  if (!url || !protocols.includes(url.protocol)) throw new Refusal(400, legalTextsText.wrongLink(excerpt(href)))
  return url.href
}

type InlineStyle = Omit<Run, 'text'>
const plain: InlineStyle = { is_strong: false, is_emphasis: false, href: null }

function readToken(token: MarkedToken, style: InlineStyle): Run[] {
  switch (token.type) {
    case 'text':
      if (token.tokens) return readRuns(token.tokens, style)
      // As it was written: in `text` the lexer has begun to make HTML of it. A line break that nobody asked for is a space.
      return [{ ...style, text: token.raw.replace(/\s*\n\s*/g, ' ') }]
    case 'escape':
      return [{ ...style, text: token.text }]
    case 'br':
      return [{ ...style, text: '\n' }]
    case 'strong':
      return readRuns(token.tokens, { ...style, is_strong: true })
    case 'em':
      return readRuns(token.tokens, { ...style, is_emphasis: true })
    case 'link':
      return readRuns(token.tokens, { ...style, href: readHref(token.href) })
    default:
      throw refuse(token.raw)
  }
}

const haveSameStyle = (one: Run, other: Run) =>
  one.is_strong === other.is_strong && one.is_emphasis === other.is_emphasis && one.href === other.href

/** Joins neighbours with the same emphasis and link. */
function readRuns(tokens: Token[], style: InlineStyle = plain): Run[] {
  const runs: Run[] = []
  for (const run of tokens.flatMap((token) => readToken(token as MarkedToken, style))) {
    const last = runs.at(-1)
    if (last && haveSameStyle(last, run)) last.text += run.text
    else runs.push({ ...run })
  }
  return runs
}

const hasWords = (runs: Run[]) => runs.some(({ text }) => text.trim() !== '')

/** Returns the item's words. A second paragraph, or a list in it, is refused. */
function readItem({ raw, tokens }: { raw: string; tokens: Token[] }): Run[] {
  const [first, ...others] = tokens.filter(({ type }) => type !== 'space') as MarkedToken[]
  if (!first) return []
  if (others.length > 0 || (first.type !== 'text' && first.type !== 'paragraph')) throw refuse(raw)
  return readRuns(first.tokens ?? [first])
}

function readBlock(token: MarkedToken): Block[] {
  const block = (kind: Block['kind'], items: Run[][], start: number | null = null): Block[] => {
    const written = items.filter(hasWords)
    return written.length > 0 ? [{ kind, start, items: written }] : []
  }
  switch (token.type) {
    case 'space':
      return []
    case 'heading':
      if (token.depth !== 2) throw refuse(token.raw)
      // A title has no emphasis and no link.
      return block('heading', [
        [
          {
            ...plain,
            text: readRuns(token.tokens)
              .map(({ text }) => text)
              .join(''),
          },
        ],
      ])
    case 'paragraph':
    case 'text':
      return block('paragraph', [readRuns(token.tokens ?? [token])])
    case 'list': {
      const items = token.items.map(readItem)
      return token.ordered ? block('numbers', items, Number(token.start)) : block('bullets', items)
    }
    default:
      throw refuse(token.raw)
  }
}

/**
 * Reads the Markdown of a legal text: headings `##`, paragraphs, lists without lists in them, emphasis and links. Throws
 * a Refusal 400 that names what else it finds.
 */
export function parseMarkdown(body: string): Block[] {
  refuseSlowPassages(body)
  return new Lexer({ gfm: false }).lex(body).flatMap((token) => readBlock(token as MarkedToken))
}
