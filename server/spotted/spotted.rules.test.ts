import { expect, test } from 'vitest'
import type { SpottedStatus } from '#contract/posts.ts'
import type { SpottedAction } from '#contract/spotted.ts'
import { canAnswerSpotted, canReachPost, canRequestSpotted, nextAction, nextStatus } from './spotted.rules.ts'

test.each([
  ['Bruno recognises himself in a post of Alice', 2, 1, true],
  ['Alice does not recognise herself in her own post', 1, 1, false],
])('%s', (_sentence, viewerId, authorId, allowed) => {
  expect(canRequestSpotted(viewerId, { author_id: authorId })).toBe(allowed)
})

test.each([
  ['Alice confirms what is asked about her post', 1, 1, true],
  ['Bruno cannot confirm his own request', 2, 1, false],
])('%s', (_sentence, viewerId, authorId, allowed) => {
  expect(canAnswerSpotted(viewerId, { author_id: authorId })).toBe(allowed)
})

test.each<[sentence: string, isVisible: boolean, SpottedAction, current: SpottedStatus | null, allowed: boolean]>([
  ['Who sees a post may ask', true, 'request', null, true],
  ['Who sees a post may ask again', true, 'request', 'pending', true],
  ['Who sees a post may ask again when confirmed', true, 'request', 'confirmed', true],
  ['Who sees a post may withdraw what they never asked', true, 'withdraw', null, true],
  ['Who sees a post may withdraw', true, 'withdraw', 'pending', true],
  ['Who sees a post may withdraw when confirmed', true, 'withdraw', 'confirmed', true],
  ['From whom a post is hidden, may not ask', false, 'request', null, false],
  ['From whom a post is hidden, may not ask again', false, 'request', 'pending', false],
  ['From whom a post is hidden, may not ask again when confirmed', false, 'request', 'confirmed', false],
  ['From whom a post is hidden, does not learn that it exists', false, 'withdraw', null, false],
  ['From whom a post is hidden by now, may withdraw', false, 'withdraw', 'pending', true],
  ['From whom a post is hidden by now, may withdraw when confirmed', false, 'withdraw', 'confirmed', true],
])('%s', (_sentence, isVisible, action, current, allowed) => {
  expect(canReachPost(isVisible, action, current)).toBe(allowed)
})

test.each<[sentence: string, current: SpottedStatus | null, SpottedAction]>([
  ['A press without an action makes a request', null, 'request'],
  ['A press without an action withdraws a pending request', 'pending', 'withdraw'],
  ['A press without an action withdraws a confirmed request', 'confirmed', 'withdraw'],
])('%s', (_sentence, current, action) => {
  expect(nextAction(current)).toBe(action)
})

test.each<[sentence: string, current: SpottedStatus | null, SpottedAction, next: SpottedStatus | null]>([
  ['A request waits for its answer', null, 'request', 'pending'],
  ['Asking twice is asking once', 'pending', 'request', 'pending'],
  ['What was confirmed stays so', 'confirmed', 'request', 'confirmed'],
  ['What was never asked is withdrawn all the same', null, 'withdraw', null],
  ['A request that waits is withdrawn', 'pending', 'withdraw', null],
  ['A confirmed one is withdrawn', 'confirmed', 'withdraw', null],
])('%s', (_sentence, current, action, next) => {
  expect(nextStatus(current, action)).toBe(next)
})
