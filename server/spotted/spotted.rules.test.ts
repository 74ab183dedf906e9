import { expect, test } from 'vitest'
import type { SpottedStatus } from '#contract/posts.ts'
import type { SpottedAction } from '#contract/spotted.ts'
import { canAnswerSpotted, canReachPost, canRequestSpotted, nextAction, nextStatus } from './spotted.rules.ts'

test.each([
  ['Bruno can send a request for Alice’s post', 2, 1, true],
  ['Alice cannot send a request for her own post', 1, 1, false],
])('%s', (_sentence, viewerId, authorId, allowed) => {
  expect(canRequestSpotted(viewerId, { author_id: authorId })).toBe(allowed)
})

test.each([
  ['Alice can confirm a request for her post', 1, 1, true],
  ['Bruno cannot confirm his own request', 2, 1, false],
])('%s', (_sentence, viewerId, authorId, allowed) => {
  expect(canAnswerSpotted(viewerId, { author_id: authorId })).toBe(allowed)
})

test.for<[sentence: string, isVisible: boolean, SpottedAction, current: SpottedStatus | null, allowed: boolean]>([
  ['A viewer of the post can send a request', true, 'request', null, true],
  ['A viewer of the post can send a pending request again', true, 'request', 'pending', true],
  ['A viewer of the post can send a confirmed request again', true, 'request', 'confirmed', true],
  ['A viewer of the post can withdraw without a request', true, 'withdraw', null, true],
  ['A viewer of the post can withdraw a pending request', true, 'withdraw', 'pending', true],
  ['A viewer of the post can withdraw a confirmed request', true, 'withdraw', 'confirmed', true],
  ['A person who cannot see the post cannot send a request', false, 'request', null, false],
  ['A person who can no longer see the post cannot send a pending request again', false, 'request', 'pending', false],
  [
    'A person who can no longer see the post cannot send a confirmed request again',
    false,
    'request',
    'confirmed',
    false,
  ],
  ['A person who cannot see the post cannot withdraw without a request', false, 'withdraw', null, false],
  ['A person who can no longer see the post can withdraw a pending request', false, 'withdraw', 'pending', true],
  ['A person who can no longer see the post can withdraw a confirmed request', false, 'withdraw', 'confirmed', true],
])('%s', ([_sentence, isVisible, action, current, allowed]) => {
  expect(canReachPost(isVisible, action, current)).toBe(allowed)
})

test.each<[sentence: string, current: SpottedStatus | null, SpottedAction]>([
  ['A press without an action sends a request', null, 'request'],
  ['A press without an action withdraws a pending request', 'pending', 'withdraw'],
  ['A press without an action withdraws a confirmed request', 'confirmed', 'withdraw'],
])('%s', (_sentence, current, action) => {
  expect(nextAction(current)).toBe(action)
})

test.each<[sentence: string, current: SpottedStatus | null, SpottedAction, next: SpottedStatus | null]>([
  ['A new request is pending', null, 'request', 'pending'],
  ['A pending request stays pending when it is sent again', 'pending', 'request', 'pending'],
  ['A confirmed request stays confirmed when it is sent again', 'confirmed', 'request', 'confirmed'],
  ['Withdrawing without a request leaves none', null, 'withdraw', null],
  ['Withdrawing removes a pending request', 'pending', 'withdraw', null],
  ['Withdrawing removes a confirmed request', 'confirmed', 'withdraw', null],
])('%s', (_sentence, current, action, next) => {
  expect(nextStatus(current, action)).toBe(next)
})
