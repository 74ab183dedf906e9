import { describe, expect, test } from 'vitest'
import { canSeeLists, nextFollowStatus } from './users.rules.ts'

const alice = 1
const bruno = 2

describe('Who sees followers, following, places and spotted posts of Bruno', () => {
  test.each([
    ['a stranger, of a public account', alice, false, null, true],
    ['a stranger, of a private account', alice, true, null, false],
    ['who has asked to follow a private account', alice, true, 'pending', false],
    ['who follows a private account', alice, true, 'accepted', true],
    ['Bruno himself', bruno, true, null, true],
  ] as const)('%s', (_who, viewerId, is_private, follow_status, allowed) => {
    expect(canSeeLists(viewerId, { id: bruno, is_private, follow_status })).toBe(allowed)
  })
})

describe('How Alice stands who follows Bruno', () => {
  test.each([
    ['a public account is followed at once', false, null, 'accepted'],
    ['a private account is asked', true, null, 'pending'],
    ['asking again changes nothing', true, 'pending', 'pending'],
    ['who was accepted stays so when the account has become private', true, 'accepted', 'accepted'],
    ['who had asked follows an account that has become public', false, 'pending', 'accepted'],
  ] as const)('%s', (_case, is_private, follow_status, next) => {
    expect(nextFollowStatus({ id: bruno, is_private, follow_status })).toBe(next)
  })
})
