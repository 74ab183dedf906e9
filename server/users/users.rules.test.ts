import { describe, expect, test } from 'vitest'
import { canSeeLists, nextFollowStatus } from './users.rules.ts'

const alice = 1
const bruno = 2

describe('Followers, following, places and Spotted posts of Bruno are visible', () => {
  test.for([
    ['to a stranger when his account is public', alice, false, null, true],
    ['not to a stranger when his account is private', alice, true, null, false],
    ['not to a pending follower of his private account', alice, true, 'pending', false],
    ['to an accepted follower of his private account', alice, true, 'accepted', true],
    ['to Bruno himself', bruno, true, null, true],
  ] as const)('%s', ([_who, viewerId, is_private, follow_status, allowed]) => {
    expect(canSeeLists(viewerId, { id: bruno, is_private, follow_status })).toBe(allowed)
  })
})

describe('When Alice follows Bruno', () => {
  test.each([
    ['a public account accepts at once', false, null, 'accepted'],
    ['a private account gets a request', true, null, 'pending'],
    ['another request changes nothing', true, 'pending', 'pending'],
    ['an accepted follow survives his account becoming private', true, 'accepted', 'accepted'],
    ['her pending request is accepted once his account is public', false, 'pending', 'accepted'],
  ] as const)('%s', (_case, is_private, follow_status, next) => {
    expect(nextFollowStatus({ id: bruno, is_private, follow_status })).toBe(next)
  })
})
