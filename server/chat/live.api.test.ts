import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LiveEvents } from '#contract/live.ts'
import { suspendAccount } from '#server/moderation/moderation.actions.ts'
import { openEventStream, type EventStream } from '#server/testing/harness/event-stream.ts'
import { startServer, type ServerProcess } from '#server/testing/harness/server-process.ts'
import { type TestUser, useTestApp } from '#server/testing/fixtures/test-app.ts'

const app = useTestApp()
let userCount = 0

const createStranger = () => app.createUser(`ignota${++userCount}`)
/** Creates two users who follow each other. */
async function createFriends(): Promise<[TestUser, TestUser]> {
  const anna = await app.createUser(`anna${++userCount}`)
  const bruno = await app.createUser(`bruno${userCount}`)
  await anna.follow(bruno)
  await bruno.follow(anna)
  return [anna, bruno]
}
const send = async (from: TestUser, to: TestUser, text: string) =>
  (await from.callOk('sendMessage', { other_id: to.id, client_id: randomUUID(), text })).message

const updatesOn = (page: EventStream) => page.dataOf('conversation') as LiveEvents['conversation'][]
const textsOn = (page: EventStream) => updatesOn(page).flatMap(({ messages }) => messages.map(({ text }) => text))
/** Waits for the first event of a stream; later ones are updates. */
const waitForStart = (page: EventStream) => expect.poll(() => page.dataOf('chat').length).toBeGreaterThan(0)

describe('An open page', () => {
  test('gets a message with its conversation, on both sides, and the number of unread ones', async () => {
    const [anna, bruno] = await createFriends()
    const hers = await openEventStream(anna)
    const his = await openEventStream(bruno)
    const message = await send(anna, bruno, 'Ciao')
    for (const [page, other, is_own] of [
      [hers, bruno, true],
      [his, anna, false],
    ] as const) {
      await expect
        .poll(() => updatesOn(page))
        .toContainEqual(
          expect.objectContaining({
            other_id: other.id,
            messages: [expect.objectContaining({ id: message.id, text: 'Ciao', is_own })],
          }),
        )
    }
    await expect.poll(() => his.dataOf('chat')).toContainEqual({ unread_conversations: 1, requests_count: 0 })
    expect(updatesOn(his)[0]?.conversation).toMatchObject({ unread_count: 1, user: { id: anna.id } })
  })

  test('learns that nothing is unread any more when the sender deletes the message for both', async () => {
    const [anna, bruno] = await createFriends()
    const his = await openEventStream(bruno)
    const message = await send(anna, bruno, 'Non dovevo')
    await expect.poll(() => his.dataOf('chat').at(-1)).toMatchObject({ unread_conversations: 1 })
    await anna.callOk('deleteMessage', { message_id: message.id, scope: 'both' })
    await expect.poll(() => his.dataOf('chat').at(-1)).toMatchObject({ unread_conversations: 0 })
  })

  test('gets at its start which messages no device has received yet', async () => {
    const [anna, bruno] = await createFriends()
    await send(anna, bruno, 'Uno')
    await send(anna, bruno, 'Due')
    const page = await openEventStream(bruno)
    await expect
      .poll(() => page.dataOf('chat'))
      .toContainEqual({ unread_conversations: 1, requests_count: 0, arrived: [[anna.id, 2]] })
    await bruno.callOk('markMessagesReceived', { received: `${anna.id}:2` })
    const again = await openEventStream(bruno)
    await expect
      .poll(() => again.dataOf('chat'))
      .toContainEqual({ unread_conversations: 1, requests_count: 0, arrived: [] })
  })

  test('shows that the user’s own message was received and read', async () => {
    const [anna, bruno] = await createFriends()
    const page = await openEventStream(anna)
    await send(anna, bruno, 'Ciao')
    await bruno.callOk('markMessagesReceived', { received: `${anna.id}:1` })
    const seen = (like: object) =>
      expect
        .poll(() => updatesOn(page).map(({ conversation }) => conversation))
        .toContainEqual(expect.objectContaining(like))
    await seen({ other_received_up_to: 1, other_read_up_to: 0 })
    await bruno.callOk('markMessagesRead', { other_id: anna.id, up_to: 1 })
    await seen({ other_received_up_to: 1, other_read_up_to: 1 })
  })

  test('shows that the other is typing, and removes a message that was deleted for both', async () => {
    const [anna, bruno] = await createFriends()
    await send(anna, bruno, 'Ciao')
    const { id } = await send(bruno, anna, 'Non dovevo')
    const page = await openEventStream(anna)
    await waitForStart(page)
    await bruno.callOk('sendTyping', { other_id: anna.id })
    await expect.poll(() => page.dataOf('typing')).toEqual([{ other_id: bruno.id }])
    await bruno.callOk('deleteMessage', { message_id: id, scope: 'both' })
    await expect
      .poll(() => updatesOn(page).flatMap(({ messages }) => messages))
      .toContainEqual(expect.objectContaining({ id, is_deleted: true, text: '' }))
  })

  test('does not show the sender of a request that it was read or declined, or that the other is typing', async () => {
    const anna = await createStranger()
    const bruno = await createStranger()
    const page = await openEventStream(bruno)
    await send(bruno, anna, 'Ci conosciamo?')
    await expect.poll(() => textsOn(page)).toEqual(['Ci conosciamo?'])
    const before = updatesOn(page).length
    await anna.callOk('markMessagesReceived', { received: `${bruno.id}:1` })
    await anna.callOk('markMessagesRead', { other_id: bruno.id, up_to: 1 })
    await anna.callOk('sendTyping', { other_id: bruno.id })
    await anna.callOk('answerMessageRequest', { other_id: bruno.id, action: 'decline' })
    const [carla] = await createFriends()
    await carla.follow(bruno)
    await send(bruno, carla, 'Questo si sente')
    await expect.poll(() => textsOn(page)).toEqual(['Ci conosciamo?', 'Questo si sente'])
    expect(
      updatesOn(page)
        .slice(before)
        .filter(({ other_id }) => other_id === anna.id),
    ).toEqual([])
    expect(page.dataOf('typing')).toEqual([])
  })

  test('closes the conversation of who blocks, and of the other after a suspension', async () => {
    const expectClosed = async (end: (anna: TestUser, bruno: TestUser) => Promise<unknown>, isSuspension: boolean) => {
      const [anna, bruno] = await createFriends()
      await send(anna, bruno, 'Ciao')
      const hers = await openEventStream(anna)
      const his = await openEventStream(bruno)
      await waitForStart(hers)
      await waitForStart(his)
      await end(anna, bruno)
      await expect.poll(() => updatesOn(hers)).toContainEqual({ other_id: bruno.id, conversation: null, messages: [] })
      if (isSuspension) await expect.poll(his.hasEnded).toBe(true)
    }
    await expectClosed((anna, bruno) => anna.block(bruno), false)
    await expectClosed((_anna, bruno) => suspendAccount(app.db, { actorId: null, userId: bruno.id, note: '' }), true)
  })

  test('receives nothing about a block by a person with whom its user has no conversation, nor of its end', async () => {
    const anna = await createStranger()
    const bruno = await createStranger()
    const carla = await createStranger()
    const page = await openEventStream(bruno)
    await waitForStart(page)
    await bruno.follow(anna)
    await anna.follow(bruno)
    // A job notifies of the follow, which names Anna.
    await expect.poll(() => page.dataOf('notification')).toContainEqual(expect.objectContaining({ kind: 'follow' }))
    const before = page.events.length
    await anna.block(bruno)
    await carla.block(bruno)
    await anna.callOk('unblockUser', { blocked_id: bruno.id })
    await carla.callOk('unblockUser', { blocked_id: bruno.id })
    const [dora] = await createFriends()
    await dora.follow(bruno)
    await send(dora, bruno, 'Questo si sente')
    await expect.poll(() => textsOn(page)).toEqual(['Questo si sente'])
    // Of Dora's follow and message only.
    const heard = page.events.slice(before)
    expect(heard.map(({ data }) => data.other_id).filter(Boolean)).toEqual([dora.id])
    // Without times, whose hours and minutes look like ids.
    const heardText = JSON.stringify(heard).replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '')
    expect(heardText).not.toMatch(new RegExp(`\\b(${anna.id}|${carla.id})\\b`))
  })

  test('learns nothing of a block, not even of who has written, until it loads its list', async () => {
    const [anna, bruno] = await createFriends()
    const page = await openEventStream(bruno)
    await waitForStart(page)
    const last = await send(bruno, anna, 'Uno')
    const hers = await send(anna, bruno, 'Due')
    await expect.poll(() => textsOn(page).toSorted()).toEqual(['Due', 'Uno'])
    const before = updatesOn(page).length
    await anna.block(bruno)
    const ofAnna = () =>
      updatesOn(page)
        .slice(before)
        .filter(({ other_id }) => other_id === anna.id)
    const { conversations } = await bruno.callOk('getConversations', {})
    expect(conversations.filter(({ user }) => user.id === anna.id)).toEqual([])
    await anna.callOk('markMessagesReceived', { received: `${bruno.id}:${last.number}` })
    await anna.call('markMessagesRead', { other_id: bruno.id, up_to: last.number })
    await anna.call('sendTyping', { other_id: bruno.id })
    await anna.callOk('deleteMessage', { message_id: hers.id, scope: 'both' })
    await anna.callOk('deleteConversation', { other_id: bruno.id })
    const [dora] = await createFriends()
    await dora.follow(bruno)
    await send(dora, bruno, 'Questo si sente')
    await expect.poll(() => textsOn(page).at(-1)).toBe('Questo si sente')
    await anna.callOk('unblockUser', { blocked_id: bruno.id })
    await send(dora, bruno, 'Anche questo')
    await expect.poll(() => textsOn(page).at(-1)).toBe('Anche questo')
    expect(ofAnna()).toEqual([])
    expect(page.dataOf('typing')).toEqual([])
  })

  test('gets no message after its session has ended', async () => {
    const [anna, bruno] = await createFriends()
    const page = await openEventStream(bruno)
    await waitForStart(page)
    await bruno.callOk('logout', {})
    await send(anna, bruno, 'Segreto')
    await expect.poll(page.hasEnded).toBe(true)
    expect(textsOn(page)).toEqual([])
  })
})

describe('Two servers on one database', () => {
  let other: ServerProcess
  beforeAll(async () => {
    other = await startServer({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
  })
  afterAll(() => other.stop())

  test('Messages sent to one arrive through the other in order', async () => {
    const [anna, bruno] = await createFriends()
    const there = await openEventStream(bruno, '', {}, other.url)
    await waitForStart(there)
    for (let n = 0; n < 10; n++) await send(anna, bruno, `n${n}`)
    await expect.poll(() => textsOn(there)).toEqual(Array.from({ length: 10 }, (_, index) => `n${index}`))
  })
})
