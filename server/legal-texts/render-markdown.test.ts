import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInBodies, readBuiltInTexts } from './built-in-texts.ts'
import { renderMarkdown } from './render-markdown.ts'

test('Headings, paragraphs, lists, emphasis and links are rendered', () => {
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
  expect(renderMarkdown(text)).toEqual({
    lead_html: '<p>Un&#39;introduzione\nsu due righe.</p>\n',
    sections: [
      {
        title: 'Il tuo account',
        html: `<p>Una riga<br>e <strong>un&#39;altra, <em>molto</em> forte</strong>.</p>
<ul>
<li>Prima</li>
<li>Seconda, con <a href="https://example.it/a?b=1&amp;c=2" rel="noreferrer">un <em>link</em></a></li>
</ul>
<ol start="3">
<li>Terzo</li>
<li>Quarto</li>
</ol>
<p>Scrivi a <a href="mailto:anna@example.it" rel="noreferrer">anna@example.it</a> o a <a href="mailto:noi@example.it" rel="noreferrer">noi</a>.</p>
`,
      },
    ],
  })
})

test('Signs of HTML are words, wherever they stand', () => {
  expect(renderMarkdown('5 < 6 > 4 & <3 \\<b>').lead_html).toBe('<p>5 &lt; 6 &gt; 4 &amp; &lt;3 &lt;b&gt;</p>\n')
  const { html } = renderMarkdown('## \\<b>&lt;i> "x"\n\n[x](https://example.it/"onclick="x)').sections[0]!
  expect(html).toBe('<p><a href="https://example.it/%22onclick=%22x" rel="noreferrer">x</a></p>\n')
})

const sentenceOf = (text: string): string => {
  try {
    return JSON.stringify(renderMarkdown(text))
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
    '[x](javascript&colon;alert(1))',
    '[x](\\javascript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](file:///etc/passwd)',
    '[x](//example.it)',
    '[x](/privacy)',
    '[x]()',
    '- [x](javascript:alert(1))',
    '## [x](javascript:alert(1))',
    '<javascript:alert(1)>',
  ])('%s', (text) => {
    expect(sentenceOf(text)).toMatch(/^Il link «.*» non va: deve cominciare con https:\/\/, http:\/\/ o mailto:\.$/)
  })
})

describe('Everything else is refused by name', () => {
  test.each([
    '# Titolo',
    'Titolo\n===',
    '- ## Titolo',
    '<script>alert(1)</script>',
    'Ciao <b>tu</b>',
    '<!-- segreto -->',
    '<img src=x onerror=alert(1)>',
    '![foto](https://example.it/a.png)',
    '[![foto](https://example.it/a.png)](https://example.it)',
    '`codice`',
    '```\ncodice\n```',
    '    codice',
    '> citazione',
    '- > citazione',
    '---',
    '- uno\n  - due',
    '[a]: https://example.it',
  ])('%s', (text) => {
    expect(sentenceOf(text)).toMatch(/^«.+» non si può usare: valgono titoli/)
  })
})

test('Whatever is written, no other elements and no other links come out of it', () => {
  const pieces =
    '<b> <a href="javascript:x"> [x]( ) javascript: https://a.it " \' & &lt; \\ * ** _ ` - > # ## ! \n \n\n'
  const text = fc
    .array(fc.constantFrom(...pieces.split(' '), ' ', 'ciao'), { maxLength: 12 })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, (body) => {
      let html = ''
      try {
        const { lead_html, sections } = renderMarkdown(body)
        html = [lead_html, ...sections.map((section) => section.html)].join('')
      } catch {
        return
      }
      for (const [, tag] of html.matchAll(/<([^>]*)>?/g))
        expect(tag).toMatch(
          /^(\/?(p|ul|ol|li|strong|em|a)|br|ol start="\d+"|a href="(https?|mailto):[^"<>]*" rel="noreferrer")$/,
        )
    }),
    { numRuns: 3000 },
  )
})

/** Repeats up to the limit of a text. */
const upToLimit = (text: string) => text.repeat(Math.floor(30_000 / text.length))

// The test that hangs fails by its timeout.
describe('No text holds the server up', () => {
  test.each(['1. ', '>', '> - ', '*a **b', '`a', '__a_b', '<a ', '!['])('30,000 characters of «%s»', (text) => {
    expect(sentenceOf(upToLimit(text))).not.toBe('')
  })

  test.each(['*a **b', '*a **a ', '_a __b', '*a **b ***c', '\\*a *b '])('The longest passages of «%s»', (text) => {
    const marks = (text.match(/[*_]/g) ?? []).length
    expect(sentenceOf(upToLimit(`${text.repeat(Math.floor(300 / marks))}\n\n`))).not.toBe('')
  })

  test('Lists in each other, however deep, are refused', () => {
    expect(sentenceOf(upToLimit('1. '))).toContain('non si può usare')
    const lines = Array.from({ length: 170 }, (_, depth) => `${'  '.repeat(depth)}- a`)
    expect(sentenceOf(lines.join('\n'))).toContain('non si può usare')
  })
})

describe('The texts that come with Dintorni', () => {
  test('are read completely, without a name', () => {
    const { terms, privacy } = readBuiltInTexts({ operatorName: undefined, operatorEmail: 'posta@example.it' })
    expect(terms.words.sections).toHaveLength(8)
    expect(privacy.words.sections).toHaveLength(9)
    expect(JSON.stringify([terms, privacy])).not.toContain('posta@')
    expect(terms.body).toContain('te lo offre chi gestisce questo server, che')
    expect(privacy.body).toContain('Il titolare del trattamento è il gestore di questo server')
  })

  test.each(["o'neil_x_@example.it", 'a+b-c.d@xn--caff-8oa.example.it', 'dintorni@localhost', 'dintorni@[::1]'])(
    'name the operator, whatever signs are in the name and in %s',
    (operatorEmail) => {
      const operatorName = 'Circolo *Le* [Querce](javascript:x) <b>& `figli`</b> \\ _onlus_ &amp; 1. # !'
      const operator = { operatorName, operatorEmail }
      for (const { words } of Object.values(readBuiltInTexts(operator))) {
        const html = words.sections.map((section) => section.html).join('')
        const shown = html.replaceAll(/<\/?(p|a)[^>]*>/g, '').replaceAll('&#39;', "'")
        const name = 'Circolo *Le* [Querce](javascript:x) &lt;b&gt;&amp; `figli`&lt;/b&gt; \\ _onlus_ &amp;amp; 1. # !'
        expect(shown).toContain(`${name} (${operatorEmail})`)
        expect(html).toContain(`<a href="mailto:${operatorEmail}"`)
      }
      expect(builtInBodies(operator).terms.length).toBeLessThan(30_000)
    },
  )
})
