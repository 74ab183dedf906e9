import { expect, test } from 'vitest'
import { findMatch } from './find-match.ts'

test.each([
  ['Piazza Navona', 'navo', [7, 11]],
  ['Forlì', 'FORLI', [0, 5]],
  ['Caffè Perù', 'peru', [6, 10]],
  ['Piazza Navona', 'trevi', null],
  ['Piazza Navona', '   ', null],
  ['Piazza Navona', ' piazza ', [0, 6]],
] as const)('In “%s” the query “%s” is found at %j', (text, query, expected) => {
  expect(findMatch(text, query)).toEqual(expected)
})
