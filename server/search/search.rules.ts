import { minSearchedLetters, searchTextLimit } from '#contract/limits.ts'
import { hashtagKey, hashtagLength } from '#contract/text-parts.ts'
import { searchName } from '#server/places/places.rules.ts'

/**
 * How a name matches a query: it starts with it, contains it at the start of a word, differs by typos, or is similar.
 * Each kind costs more than the one before and is less reliable.
 */
export type MatchKind = 'prefix' | 'inside' | 'typo' | 'similar'

/** Characters of a query below which trigrams and guesses are useless. */
const minLength: Record<MatchKind, number> = { prefix: 1, inside: 3, typo: 4, similar: 4 }
/** Results from better kinds that make a kind unnecessary. */
const sufficientCount: Partial<Record<MatchKind, number>> = { typo: 5, similar: 1 }

/** Whether to search by a kind of match when better kinds have found `foundCount` names. */
export const canSearchBy = (kind: MatchKind, key: string, foundCount: number): boolean =>
  key.length >= minLength[kind] && foundCount < (sufficientCount[kind] ?? Number.POSITIVE_INFINITY)

/**
 * A query as names are searched. Normalisation makes up to three letters of one (Hangul), and `levenshtein` refuses more
 * than 255: the key is cut to the length of a query.
 */
export const searchKey = (query: string): string => [...searchName(query)].slice(0, searchTextLimit).join('').trim()

/** A query as usernames are indexed: lower case, without accents and separators. */
export const usernameKey = (query: string): string => searchKey(query).replace(/[^a-z0-9]/g, '')

/** Typos accepted in the whole name, and in as much of its beginning as was typed. */
export const maxTypos = (key: string): { whole: number; beginning: number } => ({
  whole: 2,
  beginning: key.length < 6 ? 1 : 2,
})

/** Typos accepted in a town's name, among which all beginnings are compared. */
export const maxTownTypos = (key: string): number => (key.length < 8 ? 1 : 2)

/**
 * Two-letter prefixes that a name may have when `key` was typed for it: as typed; with the second letter omitted,
 * doubled or swapped with the third; with the first two swapped.
 */
export function likelyPrefixes(key: string): string[] {
  const [first = '', second = '', third = ''] = key
  return [...new Set([first + second, first + third, second + first])]
}

/** All strings that differ from `key` by swapping two neighbouring letters. */
export function neighbourSwaps(key: string): string[] {
  const letters = [...key]
  const swaps = letters
    .slice(1)
    .map((letter, index) => letters.toSpliced(index, 2, letter, letters[index] ?? '').join(''))
  return [...new Set(swaps)].filter((swap) => swap !== key)
}

const endsInLetters = new RegExp(`[\\p{L}\\p{N}]{${minSearchedLetters}}$`, 'u')
/** Whether the last word of a search in posts is long enough to stand for all words that begin with it. */
export const mayBeBeginning = (words: string): boolean => endsInLetters.test(words)

/** A query as hashtags are stored: without signs and spaces. */
export const hashtagSearchKey = (query: string): string =>
  [...hashtagKey(query).replace(/[^\p{L}\p{N}_]/gu, '')].slice(0, hashtagLength).join('')
