import { expect, test } from 'vitest'
import { canSearchBy, likelyPrefixes, neighbourSwaps, usernameKey } from './search.rules.ts'

test.for([
  ['prefixes from a single letter on', 'prefix', 'g', 0, true],
  ['no prefixes for an empty query', 'prefix', '', 0, false],
  ['no words inside names below three letters', 'inside', 'gi', 0, false],
  ['words inside names however many prefixes match', 'inside', 'giu', 20, true],
  ['typos when few names were found', 'typo', 'giula', 2, true],
  ['no typos when enough names were found', 'typo', 'giulia', 5, false],
  ['no typos of three letters', 'typo', 'giu', 0, false],
  ['similar names as the last resort', 'similar', 'giula', 0, true],
  ['similar names only when nothing else was found', 'similar', 'giula', 1, false],
] as const)('The search covers %s', ([_case, kind, key, foundCount, expected]) => {
  expect(canSearchBy(kind, key, foundCount)).toBe(expected)
})

test.each([
  ['Giulia Rossi', 'giuliarossi'],
  ['giulia.rossi_', 'giuliarossi'],
  ['Nicolò', 'nicolo'],
  ['  ', ''],
  ['日本', ''],
])('The query “%s” is compared with usernames as “%s”', (query, key) => {
  expect(usernameKey(query)).toBe(key)
})

test('The likely prefixes of “rmoa” include that of “Roma”', () => {
  expect(likelyPrefixes('rmoa')).toEqual(['rm', 'ro', 'mr'])
})

test('Swapping neighbouring letters of “rmoa” gives “roma”', () => {
  expect(neighbourSwaps('rmoa')).toEqual(['mroa', 'roma', 'rmao'])
  expect(neighbourSwaps('aab')).toEqual(['aba'])
})
