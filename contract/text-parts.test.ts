import { expect, test } from 'vitest'
import { cutParts, hashtagKey, hashtagsOf, mentionsOf, textParts } from './text-parts.ts'

const live = (text: string) => textParts(text).flatMap((part) => (part.kind === 'text' ? [] : [part.text]))

test.each([
  ['Domani alle 9 in piazza.', []],
  ['Leggi https://esempio.it/a?b=1#c, poi torna', ['https://esempio.it/a?b=1#c']],
  ['Vedi (https://it.wikipedia.org/wiki/Roma_(città)).', ['https://it.wikipedia.org/wiki/Roma_(città)']],
  ['Su www.esempio.it!', ['www.esempio.it']],
  ['«https://esempio.it»', ['https://esempio.it']],
  ['HTTPS://ESEMPIO.IT', ['HTTPS://ESEMPIO.IT']],
  ['https://localhost e https:// e http://. e www.', []],
  ['https://banca.it@altrove.it e https://a:b@altrove.it/', []],
  ['xhttps://esempio.it e mario@www.esempio.it', []],
  ['javascript:alert(1) data:text/html,x ftp://esempio.it', []],
  ['#Roma, #città! (#2giugno) #a_b', ['#Roma', '#città', '#2giugno', '#a_b']],
  ['il #1 di C# e a#b e &#39; e ##doppio e esempio.it/#qui', []],
  [`#${'a'.repeat(51)}`, []],
  ['#日本語 #e\u0300_vero', ['#日本語', '#e\u0300_vero']],
  ['Ciao @giulia.rossi. E (@Marco_77)?', ['@giulia.rossi', '@Marco_77']],
  ['a@b.it, mario.rossi@esempio.it, x+@y, medium.it/@nome', []],
  ['@nome@altrove.social, @città, @… e @', []],
  [`@${'a'.repeat(31)}`, []],
  ['@a\u202e.gnp https://esempio.it/\u202egnp', ['@a', 'https://esempio.it/']],
] as const)('In “%s” these are live: %j', (text, expected) => {
  expect(live(text)).toEqual(expected)
})

test('The parts of any text are the text', () => {
  const pieces = ['#', '@', 'https://', 'www.', 'a.b', '(', ')', ' ', '.', 'è', '\ud83d', '\u202e', '\n', '#x', '@y']
  let seed = 7
  const next = () => (seed = (seed * 48_271) % 2_147_483_647)
  for (let round = 0; round < 3000; round++) {
    const text = Array.from({ length: next() % 12 }, () => pieces[next() % pieces.length]).join('')
    const parts = textParts(text)
    expect(parts.map((part) => part.text).join('')).toBe(text)
    for (const part of parts) if (part.kind === 'link') expect(part.url).toMatch(/^https?:\/\/[^/@]+\.[^/@]+/)
  }
})

test.each([
  ['#', 10_000],
  ['#a ', 10_000],
  ['@a.', 10_000],
  ['https://a.it/)', 5000],
  ['www.', 10_000],
  [`https://a.it/${')'.repeat(10_000)}`, 1],
])(
  '“%s” many times is read at once',
  (piece, times) => {
    const parts = textParts(piece.repeat(times))
    expect(parts.map(({ text }) => text).join('')).toBe(piece.repeat(times))
  },
  1000,
)

test('Only thirty hashtags and ten mentions of a text are live, however often', () => {
  const many = (sign: string) => Array.from({ length: 40 }, (_, n) => `${sign}n${n} ${sign}N${n}`).join(' ')
  expect(hashtagsOf(many('#'))).toHaveLength(30)
  expect(live(many('#'))).toHaveLength(60)
  expect(mentionsOf(many('@'))).toHaveLength(10)
})

test('A hashtag is the same with other capitals and accents', () => {
  for (const tag of ['Città', 'citta', 'CITTÀ', 'citta\u0300']) expect(hashtagKey(tag)).toBe('citta')
  expect(hashtagKey('日本語が')).toBe('日本語が')
})

test('A part that a cut goes through is not live any more', () => {
  const parts = textParts('Vedi https://esempio.it/una/pagina')
  expect(cutParts(parts, 20)).toEqual([
    { kind: 'text', text: 'Vedi ' },
    { kind: 'text', text: 'https://esempio' },
  ])
})
