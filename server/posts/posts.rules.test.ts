import { expect, test } from 'vitest'
import { isAuthor } from './posts.rules.ts'

test.each([
  ['Alice can delete her own post', 1, 1, true],
  ['Bruno cannot delete Alice’s post', 2, 1, false],
])('%s', (_sentence, viewerId, authorId, allowed) => {
  expect(isAuthor(viewerId, { author_id: authorId })).toBe(allowed)
})
