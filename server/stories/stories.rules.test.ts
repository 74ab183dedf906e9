import { describe, expect, test } from 'vitest'
import { canDeleteStory, firstPageCursor, nextStoryIndex, readCursor, writeCursor } from './stories.rules.ts'

test.each([
  ['Alice deletes her own story', 1, 1, true],
  ['Bruno cannot delete a story of Alice', 2, 1, false],
])('%s', (_sentence, viewerId, authorId, allowed) => {
  expect(canDeleteStory(viewerId, { author_id: authorId })).toBe(allowed)
})

describe('Who opens the stories of somebody', () => {
  test.each([
    ['begins with the first when none is seen', [false, false], 0],
    ['goes on at the first not yet seen', [true, false, false], 1],
    ['goes back to one that was left out', [true, false, true], 1],
    ['begins again when all are seen', [true, true], 0],
    ['finds nothing where there is none', [], 0],
  ])('%s', (_sentence, seen, index) => {
    expect(nextStoryIndex(seen.map((is_seen) => ({ is_seen })))).toBe(index)
  })
})

test.each([firstPageCursor, { rank: 1, newest: 12 }, { rank: 0, newest: 2 ** 52 }] as const)(
  'A cursor says where a row of people was left: %o',
  (cursor) => {
    expect(readCursor(writeCursor(cursor))).toEqual(cursor)
  },
)

test.each(['', 'x', Buffer.from('3:1').toString('base64url'), Buffer.from('1:9007199254740993').toString('base64url')])(
  '%s is no cursor',
  (cursor) => {
    expect(readCursor(cursor)).toBeNull()
  },
)
