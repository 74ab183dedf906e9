import { searchName } from './places.rules.ts'

/** Words that people leave out of a town's name, or confuse. */
const smallWords = new Set(
  (
    'a ad ai al all alla alle allo con d da dal dall dalla de degli dei del dell della delle dello di e ed gli i il in ' +
    'l la le lo negli nei nel nell nella nelle nello per sopra su sui sul sull sulla sulle sullo'
  ).split(' '),
)
const saints = new Set('s ss san sant santa sante santi santo sta ste sti sto'.split(' '))
const abbreviatedSaint = /^(s|ss|sta|ste|sti|sto)$/

/** The words of a searched name, with "S." and "S.ta" before another word written out as "san". */
const wordsOf = (searchedName: string): string[] => {
  const words = searchedName.replace(/\bs (t[aeio])\b/g, 's$1').split(' ')
  return words.map((word, index) => (index < words.length - 1 && abbreviatedSaint.test(word) ? 'san' : word))
}

/** The name without small words, and with one word for all saints. */
const everyday = (words: string[]): string =>
  words
    .filter((word) => !smallWords.has(word))
    .map((word, index, kept) => (index < kept.length - 1 && saints.has(word) ? 'san' : word))
    .join('')

export type TownKey = { key: string; is_whole: boolean }

/** The keys by which a town is found: of its whole names, and of their ends from each further word on. */
export function townKeys(names: string[]): TownKey[] {
  const wholes = new Set<string>()
  const ends = new Set<string>()
  for (const name of names) {
    const words = wordsOf(searchName(name))
    for (const key of [words.join(''), everyday(words)]) if (key) wholes.add(key)
    for (const [index, word] of words.entries())
      if (index > 0 && !smallWords.has(word)) ends.add(everyday(words.slice(index)))
  }
  return [
    ...[...wholes].map((key) => ({ key, is_whole: true })),
    ...[...ends].filter((key) => !wholes.has(key)).map((key) => ({ key, is_whole: false })),
  ]
}

/**
 * A query as towns are found by it.
 * @param searchedName as `searchKey` returns it.
 * @returns as it is written, and without small words if that differs.
 */
export function townQuery(searchedName: string): { written: string; everyday: string | null } {
  const words = wordsOf(searchedName)
  const written = words.join('')
  // An article at the beginning is no mistake: Scala is another town than "La Scala" would be.
  const [first = '', ...others] = words
  const short = smallWords.has(first) ? first + everyday(others) : everyday(words)
  return { written, everyday: short === written ? null : short }
}
