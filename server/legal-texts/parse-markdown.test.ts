import { describe, expect, test } from 'vitest'
import type { Run } from '#contract/legal-texts.ts'
import { builtInBodies, readBuiltInTexts } from './built-in-texts.ts'
import { parseMarkdown } from './parse-markdown.ts'

const run = (text: string, style: Partial<Run> = {}): Run => ({
  text,
  is_strong: false,
  is_emphasis: false,
  href: null,
  ...style,
})
const paragraph = (...items: Run[]) => ({ kind: 'paragraph', start: null, items: [items] })

test('Headings, paragraphs, lists, emphasis and links are read, and nothing of them is HTML', () => {
  const text = `Un'introduzione
su due righe.

## Il *tuo* account

Una riga  
e **un'altra, _molto_ forte**.

- Prima
- Seconda, con [un *link*](https://example.it/a?b=1&c=2 "titolo")

3. Terzo
4. Quarto

Scrivi a <anna@example.it> o a [noi](mailto:noi@example.it).`
  expect(parseMarkdown(text)).toEqual([
    paragraph(run("Un'introduzione su due righe.")),
    { kind: 'heading', start: null, items: [[run('Il tuo account')]] },
    paragraph(
      run('Una riga\ne '),
      run("un'altra, ", { is_strong: true }),
      run('molto', { is_strong: true, is_emphasis: true }),
      run(' forte', { is_strong: true }),
      run('.'),
    ),
    {
      kind: 'bullets',
      start: null,
      items: [
        [run('Prima')],
        [
          run('Seconda, con '),
          run('un ', { href: 'https://example.it/a?b=1&c=2' }),
          run('link', { href: 'https://example.it/a?b=1&c=2', is_emphasis: true }),
        ],
      ],
    },
    { kind: 'numbers', start: 3, items: [[run('Terzo')], [run('Quarto')]] },
    paragraph(
      run('Scrivi a '),
      run('anna@example.it', { href: 'mailto:anna@example.it' }),
      run(' o a '),
      run('noi', { href: 'mailto:noi@example.it' }),
      run('.'),
    ),
  ])
})

test.each([
  '5 < 6 e 7 > 6, <3',
  'AT&T &lt;script&gt; &#60;',
  '\\<b>non grassetto\\</b>',
  '\\*non corsivo\\*',
  'a_b_c',
  '~~a~~ | b |',
])('%s is text', (text) => {
  expect(parseMarkdown(text)).toEqual([paragraph(run(text.replaceAll('\\', '')))])
})

const sentenceOf = (text: string): string => {
  try {
    return JSON.stringify(parseMarkdown(text))
  } catch (error) {
    return (error as Error).message
  }
}

describe('A link that a browser would not open as a page or an e-mail is refused', () => {
  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](<java\tscript:alert(1)>)',
    '[x]( javascript:alert%281%29)',
    '[x](java&#115;cript:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](javascript&colon;alert(1))',
    '[x](\\javascript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:x)',
    '[x](blob:https://example.it/1)',
    '[x](file:///etc/passwd)',
    '[x](//example.it)',
    '[x](/privacy)',
    '[x](#a)',
    '[x]()',
    '<javascript:alert(1)>',
    '<data:text/html,x>',
  ])('%s', (text) => {
    expect(sentenceOf(text)).toMatch(/^Il link «.*» non va: deve cominciare con https:\/\/, http:\/\/ o mailto:\.$/)
  })
})

describe('Everything else is refused by name', () => {
  test.each([
    '# Titolo',
    '### Titolo',
    'Titolo\n===',
    '<script>alert(1)</script>',
    'Ciao <b>tu</b>',
    '<!-- segreto -->',
    '<img src=x onerror=alert(1)>',
    '![foto](https://example.it/a.png)',
    '![foto](data:image/png;base64,AA)',
    '[![foto](https://example.it/a.png)](https://example.it)',
    '`codice`',
    '```\ncodice\n```',
    '    codice',
    '> citazione',
    '- > citazione',
    '---',
    '- uno\n  - due',
    '- - uno',
    '1. 2. uno',
    '- uno\n\n  due',
    '[a]: https://example.it',
  ])('%s', (text) => {
    expect(sentenceOf(text)).toMatch(/^«.+» non si può usare: valgono titoli/)
  })
})

/** Repeats up to the limit of a text. */
const upToLimit = (text: string) => text.repeat(Math.floor(30_000 / text.length))
const passages = (passage: string) => upToLimit(`${passage}\n\n`)
const inPassage = (text: string, marks = (text.match(/[*_[\]`<!\\]/g) ?? []).length) =>
  text.repeat(Math.max(1, Math.floor(300 / marks)))

describe('No text holds the server up', () => {
  test.each(['- ', '1. ', '>', '> - ', '*a **b', '[', '[a](', '`a', '*', '__a_b', '<a ', '!['])(
    '30,000 characters of «%s» are refused',
    (text) => {
      expect(sentenceOf(upToLimit(text))).toMatch(/^(«|Il capoverso)/)
    },
  )

  test('10,000 nested lists are refused, however they are written', () => {
    expect(sentenceOf('- '.repeat(10_000))).toContain('supera i 6000 caratteri')
    expect(sentenceOf('- '.repeat(3000))).toContain('non si può usare')
    const lines: string[] = []
    for (let depth = 0; lines.join('\n').length < 29_000; depth++) lines.push(`${'  '.repeat(depth)}- a`)
    expect(sentenceOf(lines.join('\n'))).toMatch(/non si può usare|supera i 6000 caratteri/)
  })

  // The time is bounded by the limits of a passage; the test that hangs fails by its timeout.
  test.each(['*a **b', '*a **a ', '_a __b', '[*a **b](c', '*a **b ***c', '![*a **b', '`*a **b', '[', '*', '\\*a *b '])(
    'The longest text of allowed passages of «%s» is read or refused',
    (text) => {
      expect(sentenceOf(passages(inPassage(text)))).not.toBe('')
    },
  )
})

describe('The texts that come with Dintorni', () => {
  test('are read completely, without a name', () => {
    const { terms, privacy } = readBuiltInTexts({ operatorName: undefined, operatorEmail: 'posta@example.it' })
    expect(terms.blocks.filter(({ kind }) => kind === 'heading')).toHaveLength(8)
    expect(privacy.blocks.filter(({ kind }) => kind === 'heading')).toHaveLength(9)
    expect(JSON.stringify([terms, privacy])).not.toContain('posta@')
    expect(terms.body).toContain('te lo offre chi gestisce questo server, che')
    expect(privacy.body).toContain('Il titolare del trattamento è il gestore di questo server')
  })

  test.each([
    "o'neil_x_@example.it",
    'a+b-c.d@xn--caff-8oa.example.it',
    // The operator has given no name.
    'dintorni@localhost',
    'dintorni@127.0.0.1',
    'dintorni@[::1]',
  ])('name the operator, whatever signs are in the name and in %s', (operatorEmail) => {
    const operatorName = 'Circolo *Le* [Querce](javascript:x) <b>& `figli`</b> \\ _onlus_ &amp; 1. # !'
    const operator = { operatorName, operatorEmail }
    for (const { blocks } of Object.values(readBuiltInTexts(operator))) {
      const runs = blocks.flatMap(({ items }) => items.flat())
      const named = runs.find(({ text }) => text.includes('Querce'))
      expect(named?.text).toContain(operatorName)
      expect(runs.filter(({ href }) => href !== null)).toEqual([
        run(operatorEmail, { href: `mailto:${operatorEmail}` }),
      ])
    }
    expect(builtInBodies(operator).terms.length).toBeLessThan(30_000)
  })
})
