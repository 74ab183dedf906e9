import { expect, test } from 'vitest'
import { completeMention, typedMention } from './MentionArea.tsx'

test.each([
  ['@ma', { at: 0, beginning: 'ma' }],
  ['Ciao @ma', { at: 5, beginning: 'ma' }],
  ['(@mario.r_1', { at: 1, beginning: 'mario.r_1' }],
  ['@', null],
  ['Ciao @ ma', null],
  ['posta@ma', null],
  ['https://esempio.it/@ma', null],
  ['@@ma', null],
  ['@ma ', null],
  ['@mà', null],
])('In «%s» the mention being typed is %j', (text, mention) => {
  expect(typedMention(text, text.length)).toEqual(mention)
})

test('A name takes the place of its beginning, with a space after it', () => {
  const text = 'Con @ma al mare'
  const mention = typedMention(text, 7)!
  expect(completeMention(text, mention, 'mario')).toEqual({ text: 'Con @mario al mare', caret: 10 })
  expect(completeMention('@ma', { at: 0, beginning: 'ma' }, 'mario')).toEqual({ text: '@mario ', caret: 7 })
})
