import { Marked, Parser, TextRenderer, type Token, type Tokens } from 'marked'
import type { LegalTextWords } from '#contract/legal-texts.ts'
import { fieldsText } from '#contract/fields.text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { legalTextsText } from './legal-texts.text.ts'

/**
 * Characters of a passage, the text between two empty lines, that may begin or end emphasis. The lexer's time grows with
 * their square: 30,000 characters of `*a **b` take it nine seconds, and passages with this limit 0.3 s.
 */
const marksLimit = 300

const excerptLength = 40
/** The beginning of the text that a refusal quotes. */
function excerpt(raw: string): string {
  const [line = ''] = raw.trim().split('\n')
  const characters = [...line]
  return characters.length > excerptLength ? `${characters.slice(0, excerptLength).join('')}…` : line
}

const refuse = (raw: string) => new Refusal(400, legalTextsText.notMarkdown(excerpt(raw)))

function refuseSlowPassages(body: string): void {
  for (const passage of body.split(/\n[^\S\n]*\n/))
    if ((passage.match(/[*_]/g)?.length ?? 0) > marksLimit)
      throw new Refusal(400, legalTextsText.tooManyMarks(excerpt(passage), marksLimit))
}

const protocols = ['https:', 'http:', 'mailto:']
const types = 'space heading paragraph list list_item text escape br strong em link'.split(' ')
/** A list item has words only. */
const itemTypes = ['text', 'paragraph', 'space']

function refuseOther(token: Token): void {
  if (!types.includes(token.type)) throw refuse(token.raw)
  if (token.type === 'heading' && (token.depth !== 2 || token.text === '')) throw refuse(token.raw)
  if (token.type === 'list_item' && token.tokens?.some(({ type }) => !itemTypes.includes(type))) throw refuse(token.raw)
  if (token.type !== 'link') return
  const url = URL.parse((token as Tokens.Link).href)
  if (!url || !protocols.includes(url.protocol)) throw new Refusal(400, legalTextsText.wrongLink(excerpt(token.href)))
}

// Extensions such as tables and links without brackets are off.
const marked = new Marked({
  gfm: false,
  renderer: {
    link({ href, tokens }) {
      // In a URL only `&` means anything to HTML.
      return `<a href="${new URL(href).href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" rel="noreferrer">${this.parser.parseInline(tokens)}</a>`
    },
  },
})
/** A title has no emphasis and no link. */
function titleOf({ tokens }: Tokens.Heading): string {
  const parser = new Parser<string, string>()
  const renderer = Object.assign(new TextRenderer<string>(), { parser })
  return parser.parseInline(tokens, renderer)
}

/**
 * Renders the Markdown of a legal text: headings `##`, paragraphs, lists without lists in them, emphasis and links, and
 * nothing else, so that its HTML needs no sanitiser. Throws a Refusal 400 that names what else it finds.
 */
export function renderMarkdown(body: string): LegalTextWords {
  refuseSlowPassages(body)
  const tokens = readTokens(body)
  marked.walkTokens(tokens, refuseOther)
  const parts: { heading?: Tokens.Heading; tokens: Token[] }[] = [{ tokens: [] }]
  for (const token of tokens)
    if (token.type === 'heading') parts.push({ heading: token as Tokens.Heading, tokens: [] })
    else parts.at(-1)!.tokens.push(token)
  const [lead, ...sections] = parts.map(({ heading, tokens: words }) => ({
    title: heading ? titleOf(heading) : '',
    html: marked.parser(words),
  }))
  if (lead!.html === '' && sections.length === 0) throw new Refusal(400, fieldsText.legalTextRequired)
  return { lead_html: lead!.html, sections }
}

function readTokens(body: string): Token[] {
  try {
    return marked.lexer(body)
  } catch (error) {
    // Thousands of quotes or lists in each other exhaust the stack.
    throw error instanceof RangeError ? refuse(body) : error
  }
}
