import { describe, expect, test } from 'vitest'
import { canDeleteStory, firstPageCursor, nextStoryIndex, readCursor, writeCursor } from './stories.rules.ts'

test.each([
  ['Alice can delete her own story', 1, 1, true],
  ['Bruno cannot delete Alice’s story', 2, 1, false],
])('%s', (_sentence, viewerId, authorId, allowed) => {
  expect(canDeleteStory(viewerId, { author_id: authorId })).toBe(allowed)
})

describe('Opening an author’s stories', () => {
  test.each([
    ['starts with the first when none is seen', [false, false], 0],
    ['starts with the first unseen one', [true, false, false], 1],
    ['starts with an unseen one between seen ones', [true, false, true], 1],
    ['starts with the first when all are seen', [true, true], 0],
    ['starts at 0 when there are none', [], 0],
  ])('%s', (_sentence, seen, index) => {
    expect(nextStoryIndex(seen.map((is_seen) => ({ is_seen })))).toBe(index)
  })
})

test.each([firstPageCursor, { rank: 1, newest: 12 }, { rank: 0, newest: 2 ** 52 }] as const)(
  'A written cursor of the row of authors is read as the same cursor: %o',
  (cursor) => {
    expect(readCursor(writeCursor(cursor))).toEqual(cursor)
  },
)

test.each(['', 'x', '3:1', '11:1', '1:1x', '1:9007199254740993'])('The text “%s” is not a cursor', (cursor) => {
  expect(readCursor(cursor)).toBeNull()
})
