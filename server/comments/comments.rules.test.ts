import { expect, test } from 'vitest'
import { canBeAnswered, canDeleteComment } from './comments.rules.ts'

test.each([
  ['Bruno can delete his own comment', 2, 2, true],
  ['Alice cannot delete Bruno’s comment, not even under her own post', 1, 2, false],
])('%s', (_sentence, viewerId, authorId, allowed) => {
  expect(canDeleteComment(viewerId, { author_id: authorId })).toBe(allowed)
})

test('A comment can be answered, and its replies cannot', () => {
  expect(canBeAnswered({ reply_to: null })).toBe(true)
  expect(canBeAnswered({ reply_to: 7 })).toBe(false)
})
