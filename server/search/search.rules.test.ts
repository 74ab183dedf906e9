import { expect, test } from 'vitest'
import { hashtagLength } from '#contract/text-parts.ts'
import {
  canSearchBy,
  hashtagSearchKey,
  likelyPrefixes,
  maxTypos,
  mayBeBeginning,
  neighbourSwaps,
  searchKey,
  usernameKey,
} from './search.rules.ts'

test.for([
  ['prefixes from a single letter on', 'prefix', 'g', 0, true],
  ['no prefixes for an empty query', 'prefix', '', 0, false],
  ['no words inside names below three letters', 'inside', 'gi', 0, false],
  ['words inside names however many prefixes match', 'inside', 'giu', 20, true],
  ['typos when few names were found', 'typo', 'giula', 2, true],
  ['no typos when enough names were found', 'typo', 'giulia', 5, false],
  ['typos from four letters on', 'typo', 'giul', 0, true],
  ['words inside names from three letters on', 'inside', 'giu', 0, true],
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

test('A query is cut to a hundred letters as they are searched, without a space at its end', () => {
  expect(searchKey('à'.repeat(101))).toBe('a'.repeat(100))
  expect(searchKey(`${'a'.repeat(99)} b`)).toBe('a'.repeat(99))
  // One letter of Hangul becomes three.
  expect([...searchKey('각'.repeat(40))]).toHaveLength(100)
})

test('A short query may have one typo in its beginning, one of six letters two', () => {
  expect(maxTypos('giuli')).toEqual({ whole: 2, beginning: 1 })
  expect(maxTypos('giulia')).toEqual({ whole: 2, beginning: 2 })
})

test.each([
  ['una cena al mare', true],
  ['una cena al', false],
  ['mar', true],
  ['ma', false],
  ['mare ', false],
  ['caffè', true],
])('Whether the last word of “%s” may be the beginning of longer ones: %s', (words, isBeginning) => {
  expect(mayBeBeginning(words)).toBe(isBeginning)
})

test.each([
  ['#Milano', 'milano'],
  ['bella vita!', 'bellavita'],
  ['a_b-c', 'a_bc'],
  ['x'.repeat(300), 'x'.repeat(hashtagLength)],
])('The query “%s” is compared with hashtags as “%s”', (query, key) => {
  expect(hashtagSearchKey(query)).toBe(key)
})
