import { describe, expect, test } from 'vitest'
import { canDeleteForBoth, canSendImages, canWrite, type MessagingPermission, nextRequestStatus } from './chat.rules.ts'

const noRelation: MessagingPermission = {
  request_status: null,
  chat_from: 'everyone',
  follows_sender: false,
  is_confirmed_spotted: false,
}

describe('A message', () => {
  test.each<[string, Partial<MessagingPermission>, ReturnType<typeof nextRequestStatus>]>([
    ['to a stranger is a request', {}, 'pending'],
    ['to a follower is accepted', { follows_sender: true }, 'accepted'],
    ['between an author and whom they confirmed as Spotted is accepted', { is_confirmed_spotted: true }, 'accepted'],
    ['stays a request until it is answered', { request_status: 'pending' }, 'pending'],
    [
      'is accepted once one confirms the other’s Spotted request',
      { request_status: 'pending', is_confirmed_spotted: true },
      'accepted',
    ],
    ['stays accepted', { request_status: 'accepted', follows_sender: false }, 'accepted'],
    [
      'is accepted once the recipient follows the sender',
      { request_status: 'pending', follows_sender: true },
      'accepted',
    ],
    ['stays declined', { request_status: 'declined' }, 'declined'],
    [
      'stays declined if one confirms the other’s Spotted request',
      { request_status: 'declined', is_confirmed_spotted: true },
      'declined',
    ],
    [
      'is accepted once a recipient who declined follows the sender',
      { request_status: 'declined', follows_sender: true },
      'accepted',
    ],
  ])('%s', (_case, permission, requestStatus) =>
    expect(nextRequestStatus({ ...noRelation, ...permission })).toBe(requestStatus),
  )
})

describe('A person may write', () => {
  test.each<[string, Partial<MessagingPermission>, boolean]>([
    ['to everybody by default', {}, true],
    [
      'to a follower who receives messages from followed people only',
      { chat_from: 'following', follows_sender: true },
      true,
    ],
    ['to no other recipient with that setting: refused', { chat_from: 'following', is_confirmed_spotted: true }, false],
    ['to nobody who receives no messages: refused', { chat_from: 'nobody', follows_sender: true }, false],
    ['where the conversation was accepted before', { chat_from: 'nobody', request_status: 'accepted' }, true],
    ['not where it is only requested', { chat_from: 'nobody', request_status: 'pending' }, false],
  ])('%s', (_case, permission, allowed) => expect(canWrite({ ...noRelation, ...permission })).toBe(allowed))
})

test.each<[string, Partial<MessagingPermission>, boolean]>([
  ['cannot be sent in a request', {}, false],
  ['cannot be sent after a decline, so that the sender sees no difference', { request_status: 'declined' }, false],
  ['can be sent in an accepted conversation', { request_status: 'accepted' }, true],
  ['can be sent to a follower', { follows_sender: true }, true],
  ['cannot be sent to a person who receives no messages', { follows_sender: true, chat_from: 'nobody' }, false],
])('Pictures %s', (_case, permission, allowed) => expect(canSendImages({ ...noRelation, ...permission })).toBe(allowed))

test.each([
  ['can be deleted for both by its sender within an hour', 1, 60 * 60_000, true],
  ['cannot be deleted for both later', 1, 61 * 60_000, false],
  ['cannot be deleted for both by its recipient', 2, 0, false],
])('A message %s', (_case, sender_id, age_ms, allowed) =>
  expect(canDeleteForBoth(1, { sender_id, age_ms })).toBe(allowed),
)
