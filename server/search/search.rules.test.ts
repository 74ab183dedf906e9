import { expect, test } from 'vitest'
import { canMatch, likelyBeginnings, swapped, usernameKey } from './search.rules.ts'

test.each([
  ['names that begin with a single letter', 'prefix', 'g', 0, true],
  ['no names at all when nothing was typed', 'prefix', '', 0, false],
  ['words inside names from three letters on', 'inside', 'gi', 0, false],
  ['words inside names, however many begin so', 'inside', 'giu', 20, true],
  ['mistyped names where little was found', 'mistyped', 'giula', 2, true],
  ['no mistyped names where enough was found', 'mistyped', 'giulia', 5, false],
  ['no mistyped names of three letters', 'mistyped', 'giu', 0, false],
  ['names that look alike, as the last resort', 'alike', 'giula', 0, true],
  ['names that look alike only where there is nothing else', 'alike', 'giula', 1, false],
] as const)('It is looked for %s', (_what, match, key, found, expected) => {
  expect(canMatch(match, key, found)).toBe(expected)
})

test.each([
  ['Giulia Rossi', 'giuliarossi'],
  ['giulia.rossi_', 'giuliarossi'],
  ['Nicolò', 'nicolo'],
  ['  ', ''],
  ['日本', ''],
])('“%s” is looked for among usernames as “%s”', (query, key) => {
  expect(usernameKey(query)).toBe(key)
})

test('“rmoa” may have been meant to begin like Roma', () => {
  expect(likelyBeginnings('rmoa')).toEqual(['rm', 'ro', 'mr'])
})

test('“rmoa” may have been meant to be “roma”', () => {
  expect(swapped('rmoa')).toEqual(['mroa', 'roma', 'rmao'])
  expect(swapped('aab')).toEqual(['aba'])
})
