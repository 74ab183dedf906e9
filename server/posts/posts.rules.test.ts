import { expect, test } from 'vitest'
import { canSeePost, hasContent, isAuthor } from './posts.rules.ts'

test.each([
  ['Alice can delete her own post', 1, 1, true],
  ['Bruno cannot delete Alice’s post', 2, 1, false],
])('%s', (_sentence, viewerId, authorId, allowed) => {
  expect(isAuthor(viewerId, { author_id: authorId })).toBe(allowed)
})

test.each([
  ['words', 'Ciao', 0, true],
  ['a photo', '', 1, true],
  ['words and a photo', 'Ciao', 1, true],
  ['neither', '', 0, false],
])('A post of %s has content: %#', (_case, text, picturesCount, expected) => {
  expect(hasContent({ text, picturesCount })).toBe(expected)
})

const viewer = { id: 1, blockedAuthorIds: [4, 5], followedAuthorIds: [3, 5] }
test.each([
  ['a public post of a stranger', 2, false, true],
  ['a post for followers of a stranger', 2, true, false],
  ['a post for followers of somebody followed', 3, true, true],
  ['one’s own post for followers', 1, true, true],
  ['a public post of somebody blocked', 4, false, false],
  ['a post for followers of somebody followed and blocked', 5, true, false],
])('Whether a viewer sees %s', (_case, authorId, followersOnly, isVisible) => {
  expect(canSeePost(viewer, { authorId, followersOnly })).toBe(isVisible)
})
