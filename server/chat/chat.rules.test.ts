import { describe, expect, test } from 'vitest'
import { canDeleteForBoth, canSendImages, canWrite, type MessagingPermission, nextRequestStatus } from './chat.rules.ts'

const nobodyYet: MessagingPermission = {
  request_status: null,
  chat_from: 'everyone',
  follows_sender: false,
  confirmed_by_sender: false,
}

describe('What somebody writes', () => {
  test.each<[string, Partial<MessagingPermission>, ReturnType<typeof nextRequestStatus>]>([
    ['is a request at somebody who knows nothing of them', {}, 'pending'],
    ['arrives at who follows them', { follows_sender: true }, 'accepted'],
    ['arrives at whom they have confirmed as spotted', { confirmed_by_sender: true }, 'accepted'],
    ['stays a request while nobody answers', { request_status: 'pending' }, 'pending'],
    ['goes on where it was accepted', { request_status: 'accepted' }, 'accepted'],
    ['is no request any more once the other follows', { request_status: 'pending', follows_sender: true }, 'accepted'],
    ['stays declined', { request_status: 'declined' }, 'declined'],
    [
      'stays declined also if they confirm the other as spotted',
      { request_status: 'declined', confirmed_by_sender: true },
      'declined',
    ],
    ['arrives again once who declined follows them', { request_status: 'declined', follows_sender: true }, 'accepted'],
  ])('%s', (_case, consent, requestStatus) =>
    expect(nextRequestStatus({ ...nobodyYet, ...consent })).toBe(requestStatus),
  )
})

describe('Who may write', () => {
  test.each<[string, Partial<MessagingPermission>, boolean]>([
    ['everybody', {}, true],
    ['whom one follows, where only those may', { chat_from: 'following', follows_sender: true }, true],
    ['nobody else then', { chat_from: 'following', confirmed_by_sender: true }, false],
    ['nobody', { chat_from: 'nobody', follows_sender: true }, false],
    ['who was accepted before goes on', { chat_from: 'nobody', request_status: 'accepted' }, true],
    ['who only asked before does not', { chat_from: 'nobody', request_status: 'pending' }, false],
  ])('%s', (_case, consent, may) => expect(canWrite({ ...nobodyYet, ...consent })).toBe(may))
})

test.each<[string, Partial<MessagingPermission>, boolean]>([
  ['not in a request', {}, false],
  ['nor after it was declined: who sent it sees no difference', { request_status: 'declined' }, false],
  ['where it was accepted', { request_status: 'accepted' }, true],
  ['to who follows them', { follows_sender: true }, true],
  ['to nobody who takes no messages', { follows_sender: true, chat_from: 'nobody' }, false],
])('Pictures are sent %s', (_case, consent, may) => expect(canSendImages({ ...nobodyYet, ...consent })).toBe(may))

test.each([
  ['one’s own, within the hour', 1, 59 * 60_000, true],
  ['not later', 1, 61 * 60_000, false],
  ['not the other’s', 2, 0, false],
])('For both is deleted %s', (_case, sender_id, age_ms, may) =>
  expect(canDeleteForBoth(1, { sender_id, age_ms })).toBe(may),
)
