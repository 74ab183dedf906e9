import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LiveEvents } from '#contract/live.ts'
import { suspendAccount } from '#server/moderation/moderation.actions.ts'
import { openEventStream, type EventStream } from '#server/testing/harness/event-stream.ts'
import { startServer, type ServerProcess } from '#server/testing/harness/server-process.ts'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'

let app: TestApp
let named = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const stranger = () => app.createUser(`ignota${++named}`)
async function friends(): Promise<[TestUser, TestUser]> {
  const [anna, bruno] = [await app.createUser(`anna${++named}`), await app.createUser(`bruno${named}`)]
  await anna.follow(bruno)
  await bruno.follow(anna)
  return [anna, bruno]
}
const writes = async (from: TestUser, to: TestUser, text: string) =>
  (await from.callOk('sendMessage', { other_id: to.id, client_id: randomUUID(), text })).message

const talks = (page: EventStream) => page.dataOf('conversation') as LiveEvents['conversation'][]
const told = (page: EventStream) => talks(page).flatMap(({ messages }) => messages.map(({ text }) => text))
const soon = { timeout: 10_000 }
/** What began is told: whatever comes now is of what happens now. */
const begun = (page: EventStream) => expect.poll(() => page.dataOf('chat').length, soon).toBeGreaterThan(0)

describe('A page that is open', () => {
  test('hears a message with what it changes, on both sides, and how many conversations wait', async () => {
    const [anna, bruno] = await friends()
    const [hers, his] = [await openEventStream(anna), await openEventStream(bruno)]
    const message = await writes(anna, bruno, 'Ciao')
    for (const [page, other, is_own] of [
      [hers, bruno, true],
      [his, anna, false],
    ] as const) {
      await expect
        .poll(() => talks(page), soon)
        .toContainEqual(
          expect.objectContaining({
            other_id: other.id,
            messages: [expect.objectContaining({ id: message.id, text: 'Ciao', is_own })],
          }),
        )
    }
    await expect.poll(() => his.dataOf('chat'), soon).toContainEqual({ unread_conversations: 1, requests_count: 0 })
    expect(talks(his)[0]?.conversation).toMatchObject({ unread_count: 1, user: { id: anna.id } })
  })

  test('is told as it begins what has arrived nowhere yet', async () => {
    const [anna, bruno] = await friends()
    await writes(anna, bruno, 'Uno')
    await writes(anna, bruno, 'Due')
    const page = await openEventStream(bruno)
    await expect
      .poll(() => page.dataOf('chat'), soon)
      .toContainEqual({ unread_conversations: 1, requests_count: 0, arrived: [[anna.id, 2]] })
    await bruno.callOk('markMessagesReceived', { received: `${anna.id}:2` })
    const again = await openEventStream(bruno)
    await expect
      .poll(() => again.dataOf('chat'), soon)
      .toContainEqual({ unread_conversations: 1, requests_count: 0, arrived: [] })
  })

  test('sees its own words arrive and be read', async () => {
    const [anna, bruno] = await friends()
    const page = await openEventStream(anna)
    await writes(anna, bruno, 'Ciao')
    await bruno.callOk('markMessagesReceived', { received: `${anna.id}:1` })
    const seen = (like: object) =>
      expect
        .poll(() => talks(page).map(({ conversation }) => conversation), soon)
        .toContainEqual(expect.objectContaining(like))
    await seen({ other_received_up_to: 1, other_read_up_to: 0 })
    await bruno.callOk('markMessagesRead', { other_id: anna.id, up_to: 1 })
    await seen({ other_received_up_to: 1, other_read_up_to: 1 })
  })

  test('sees that the other is writing, and loses a message that is deleted for both', async () => {
    const [anna, bruno] = await friends()
    await writes(anna, bruno, 'Ciao')
    const { id } = await writes(bruno, anna, 'Non dovevo')
    const page = await openEventStream(anna)
    await begun(page)
    await bruno.callOk('sendTyping', { other_id: anna.id })
    await expect.poll(() => page.dataOf('typing'), soon).toEqual([{ other_id: bruno.id }])
    await bruno.callOk('deleteMessage', { message_id: id, scope: 'both' })
    await expect
      .poll(() => talks(page).flatMap(({ messages }) => messages), soon)
      .toContainEqual(expect.objectContaining({ id, is_deleted: true, text: '' }))
  })

  test('tells who wrote to somebody that does not know them nothing: not that it was read, not that it was declined, not that somebody writes', async () => {
    const [anna, bruno] = [await stranger(), await stranger()]
    const page = await openEventStream(bruno)
    await writes(bruno, anna, 'Ci conosciamo?')
    await expect.poll(() => told(page), soon).toEqual(['Ci conosciamo?'])
    const before = talks(page).length
    await anna.callOk('markMessagesReceived', { received: `${bruno.id}:1` })
    await anna.callOk('markMessagesRead', { other_id: bruno.id, up_to: 1 })
    await anna.callOk('sendTyping', { other_id: bruno.id })
    await anna.callOk('answerMessageRequest', { other_id: bruno.id, action: 'decline' })
    const [carla] = await friends()
    await carla.follow(bruno)
    await writes(bruno, carla, 'Questo si sente')
    await expect.poll(() => told(page), soon).toEqual(['Ci conosciamo?', 'Questo si sente'])
    expect(
      talks(page)
        .slice(before)
        .filter(({ other_id }) => other_id === anna.id),
    ).toEqual([])
    expect(page.dataOf('typing')).toEqual([])
  })

  test('closes at both when one blocks the other, and when one is suspended', async () => {
    const closes = async (end: (anna: TestUser, bruno: TestUser) => Promise<unknown>, alsoHis: boolean) => {
      const [anna, bruno] = await friends()
      await writes(anna, bruno, 'Ciao')
      const [hers, his] = [await openEventStream(anna), await openEventStream(bruno)]
      await begun(hers)
      await begun(his)
      await end(anna, bruno)
      const closed = (page: EventStream, other: TestUser) =>
        expect.poll(() => talks(page), soon).toContainEqual({ other_id: other.id, conversation: null, messages: [] })
      await closed(hers, bruno)
      if (alsoHis) await closed(his, anna)
      else await expect.poll(his.hasEnded, soon).toBe(true)
    }
    await closes((anna, bruno) => anna.block(bruno), true)
    await closes((_anna, bruno) => suspendAccount(app.db, bruno.id, ''), false)
  })

  test('hears no word once its session has ended', async () => {
    const [anna, bruno] = await friends()
    const page = await openEventStream(bruno)
    await begun(page)
    await bruno.callOk('logout', {})
    await writes(anna, bruno, 'Segreto')
    await expect.poll(page.hasEnded, soon).toBe(true)
    expect(told(page)).toEqual([])
  })
})

describe('Two servers on one database', () => {
  let other: ServerProcess
  beforeAll(async () => {
    other = await startServer({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
  })
  afterAll(() => other.stop())

  test('What is written at one is heard at the other, in order', async () => {
    const [anna, bruno] = await friends()
    const there = await openEventStream(bruno, '', {}, other.url)
    await begun(there)
    for (let at = 0; at < 10; at++) await writes(anna, bruno, `n${at}`)
    await expect.poll(() => told(there), soon).toEqual(Array.from({ length: 10 }, (_, at) => `n${at}`))
  })
})
