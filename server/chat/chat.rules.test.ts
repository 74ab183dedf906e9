import { describe, expect, test } from 'vitest'
import { canDeleteForBoth, canSendImages, canWrite, type MessagingPermission, nextRequestStatus } from './chat.rules.ts'

const nobodyYet: MessagingPermission = { stance: null, chat_from: 'everyone', follows: false, recognised: false }

describe('What somebody writes', () => {
  test.each<[string, Partial<MessagingPermission>, ReturnType<typeof nextRequestStatus>]>([
    ['is a request at somebody who knows nothing of them', {}, 'asked'],
    ['arrives at who follows them', { follows: true }, 'accepted'],
    ['arrives at whom they have confirmed as spotted', { recognised: true }, 'accepted'],
    ['stays a request while nobody answers', { stance: 'asked' }, 'asked'],
    ['goes on where it was accepted', { stance: 'accepted' }, 'accepted'],
    ['is no request any more once the other follows', { stance: 'asked', follows: true }, 'accepted'],
    ['stays declined', { stance: 'declined' }, 'declined'],
    ['stays declined also if they confirm the other as spotted', { stance: 'declined', recognised: true }, 'declined'],
    ['arrives again once who declined follows them', { stance: 'declined', follows: true }, 'accepted'],
  ])('%s', (_case, consent, stance) => expect(nextRequestStatus({ ...nobodyYet, ...consent })).toBe(stance))
})

describe('Who may write', () => {
  test.each<[string, Partial<MessagingPermission>, boolean]>([
    ['everybody', {}, true],
    ['whom one follows, where only those may', { chat_from: 'following', follows: true }, true],
    ['nobody else then', { chat_from: 'following', recognised: true }, false],
    ['nobody', { chat_from: 'nobody', follows: true }, false],
    ['who was accepted before goes on', { chat_from: 'nobody', stance: 'accepted' }, true],
    ['who only asked before does not', { chat_from: 'nobody', stance: 'asked' }, false],
  ])('%s', (_case, consent, may) => expect(canWrite({ ...nobodyYet, ...consent })).toBe(may))
})

test.each<[string, Partial<MessagingPermission>, boolean]>([
  ['not in a request', {}, false],
  ['nor after it was declined: who sent it sees no difference', { stance: 'declined' }, false],
  ['where it was accepted', { stance: 'accepted' }, true],
  ['to who follows them', { follows: true }, true],
  ['to nobody who takes no messages', { follows: true, chat_from: 'nobody' }, false],
])('Pictures are sent %s', (_case, consent, may) => expect(canSendImages({ ...nobodyYet, ...consent })).toBe(may))

test.each([
  ['one’s own, within the hour', 1, 59 * 60_000, true],
  ['not later', 1, 61 * 60_000, false],
  ['not the other’s', 2, 0, false],
])('For both is deleted %s', (_case, sender_id, age, may) => expect(canDeleteForBoth(1, { sender_id, age })).toBe(may))
