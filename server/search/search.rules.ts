import { searchName } from '#server/places/places.rules.ts'

/**
 * How a name answers a query: it begins so, one of its words does, it was meant and mistyped, or it looks alike.
 * Each costs more than the one before, and says less.
 */
export type Match = 'prefix' | 'inside' | 'mistyped' | 'alike'

/** Trigrams, and guesses, say nothing of shorter queries. */
const shortest: Record<Match, number> = { prefix: 1, inside: 3, mistyped: 4, alike: 4 }
/** With so many results or more, nobody needs a guess. */
const enough: Partial<Record<Match, number>> = { mistyped: 5, alike: 1 }

/** Whether a kind of match is worth looking for, when so many have been found by the kinds before it. */
export const canMatch = (match: Match, key: string, found: number): boolean =>
  key.length >= shortest[match] && found < (enough[match] ?? Number.POSITIVE_INFINITY)

/** What a person typed, as usernames are searched: no accents, nothing between the words. */
export const usernameKey = (query: string): string => searchName(query).replace(/[^a-z0-9]/g, '')

/** Mistakes that a name may hold: in the whole of it, and in as much of it as was typed. */
export const typosAllowed = (key: string): { whole: number; beginning: number } => ({
  whole: 2,
  beginning: key.length < 6 ? 1 : 2,
})

/**
 * How a name may begin that was meant when `key` was typed: as it was; with its second letter left out, doubled
 * or swapped with the third; with the first two swapped.
 */
export function likelyBeginnings(key: string): string[] {
  const [first = '', second = '', third = ''] = key
  return [...new Set([first + second, first + third, second + first])]
}

/** What was meant when two neighbouring letters of `key` changed places, for each two. */
export function swapped(key: string): string[] {
  const letters = [...key]
  const swaps = letters.slice(1).map((letter, at) => letters.toSpliced(at, 2, letter, letters[at] ?? '').join(''))
  return [...new Set(swaps)].filter((swap) => swap !== key)
}
