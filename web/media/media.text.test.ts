import { expect, test } from 'vitest'
import { mediaText } from './media.text.ts'

test.each([
  [0, '0:00'],
  [0.5, '0:00,5'],
  [59.96, '1:00'],
  [64.5, '1:04,5'],
  [179.9, '2:59,9'],
])('A slider at %d seconds says %s', (seconds, words) => expect(mediaText.at(seconds)).toBe(words))
