import { searchName } from '#server/places/places.rules.ts'

/** How a name answers a query, best first; results of one kind stand in the order of their query. */
export type Match = 'prefix' | 'inside' | 'nearly'

/** Trigrams say nothing of less. */
const shortestInside = 3
const shortestNearly = 4

/** Which matches to look for, in this order, until there are enough. */
export function nextMatches(key: string): Match[] {
  if (key.length === 0) return []
  if (key.length < shortestInside) return ['prefix']
  return key.length < shortestNearly ? ['prefix', 'inside'] : ['prefix', 'inside', 'nearly']
}

/** What a person typed, as usernames are searched: no accents, nothing between the words. */
export const usernameKey = (query: string): string => searchName(query).replace(/[^a-z0-9]/g, '')

/** Mistakes that a word of this length may hold: two of neighbouring letters that changed places count as two. */
export const typosAllowed = (key: string): number => (key.length < 4 ? 1 : 2)

/**
 * How a name may begin that was meant when `key` was typed: as it was; with its second letter left out, doubled
 * or swapped with the third; with the first two swapped. Trigrams miss these in short names.
 */
export function likelyBeginnings(key: string): string[] {
  const [first = '', second = '', third = ''] = key
  return [...new Set([first + second, first + third, second + first])]
}
