import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { openEventStream } from '#server/testing/harness/event-stream.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp()
let pairs = 0

/** Two people who follow each other. */
async function createPair(): Promise<[anna: TestUser, bruno: TestUser]> {
  pairs++
  const anna = await app.createUser(`anna${pairs}`)
  const bruno = await app.createUser(`bruno${pairs}`)
  await anna.follow(bruno)
  await bruno.follow(anna)
  return [anna, bruno]
}

const send = async (from: TestUser, to: TestUser, text: string, more: Partial<Input<'sendMessage'>> = {}) =>
  (await from.callOk('sendMessage', { other_id: to.id, client_id: randomUUID(), text, ...more })).message
const messagesOf = async (viewer: TestUser, other: TestUser) =>
  (await viewer.callOk('getMessages', { other_id: other.id, limit: 50 })).messages
const lastOf = async (viewer: TestUser, other: TestUser) => (await messagesOf(viewer, other))[0]!

test('A reply quotes the message that it answers, for both, also in the list of conversations', async () => {
  const [anna, bruno] = await createPair()
  const asked = await send(anna, bruno, `Vieni domani? ${'x'.repeat(300)}`)
  const photo = await send(anna, bruno, '', { image: await createPhoto() })
  const reply = await send(bruno, anna, 'Sì!', { reply_to: asked.number })
  const text = `Vieni domani? ${'x'.repeat(300)}`.slice(0, 140)
  const quoted = {
    number: asked.number,
    text,
    has_image: false,
    has_video: false,
    shares_post: false,
    is_deleted: false,
  }
  expect(reply.reply).toEqual({ ...quoted, is_own: false })
  expect((await lastOf(anna, bruno)).reply).toEqual({ ...quoted, is_own: true })
  const { conversations } = await anna.callOk('getConversations', {})
  expect(conversations[0]?.last_message?.reply).toEqual({ ...quoted, is_own: true })
  const next = await send(anna, bruno, 'E questa?', { reply_to: photo.number })
  expect(next.reply).toMatchObject({ text: '', has_image: true, has_video: false })
  expect((await messagesOf(bruno, anna)).map(({ reply }) => reply?.number ?? null)).toEqual([2, 1, null, null])
})

test('Of a deleted message nothing is quoted, whether deleted for both, for oneself or with the conversation', async () => {
  const [anna, bruno] = await createPair()
  const first = await send(anna, bruno, 'Segreto di Anna')
  const second = await send(bruno, anna, 'Segreto di Bruno')
  await send(bruno, anna, 'Capisco', { reply_to: first.number })
  await send(anna, bruno, 'Anche io', { reply_to: second.number })
  await anna.callOk('deleteMessage', { message_id: first.id, scope: 'both' })
  await anna.callOk('deleteMessage', { message_id: second.id, scope: 'me' })
  const gone = { text: '', has_image: false, has_video: false, shares_post: false, is_deleted: true }
  expect((await messagesOf(bruno, anna)).find(({ text }) => text === 'Capisco')?.reply).toMatchObject(gone)
  expect((await messagesOf(anna, bruno)).find(({ text }) => text === 'Anche io')?.reply).toMatchObject(gone)
  expect((await messagesOf(bruno, anna)).find(({ text }) => text === 'Anche io')?.reply).toMatchObject({
    text: 'Segreto di Bruno',
    is_deleted: false,
  })
  await bruno.callOk('deleteConversation', { other_id: anna.id })
  const late = await send(anna, bruno, 'Ci sei ancora?', { reply_to: 4 })
  expect(late.reply).toMatchObject({ text: 'Anche io' })
  expect((await lastOf(bruno, anna)).reply).toMatchObject(gone)
  // A reply to a deleted or unknown message is sent without a quotation: its words are not lost.
  for (const reply_to of [first.number, second.number, 999])
    expect((await send(anna, bruno, 'Comunque', { reply_to })).reply).toBeNull()
})

test('No reply reaches into another conversation, not even one that the database is told to store', async () => {
  const [anna, bruno] = await createPair()
  const [carla, dario] = await createPair()
  for (let number = 1; number <= 3; number++) await send(carla, dario, `Tra noi ${number}`)
  await send(anna, bruno, 'Uno')
  expect((await send(anna, bruno, 'Due', { reply_to: 3 })).reply).toBeNull()
  await expect(sql`UPDATE messages SET reply_to = 77 WHERE text = 'Due'`.execute(app.db)).rejects.toThrow(/reply_to/)
  await expect(sql`UPDATE messages SET reply_to = number WHERE text = 'Due'`.execute(app.db)).rejects.toThrow(
    /reply_to/,
  )
})

test('A message sent again by the outbox is stored once, with its quotation', async () => {
  const [anna, bruno] = await createPair()
  const asked = await send(anna, bruno, 'Ci vediamo?')
  const input = { other_id: anna.id, client_id: randomUUID(), text: 'Certo', reply_to: asked.number }
  const replies = await Promise.all([1, 2, 3].map(() => bruno.callOk('sendMessage', input)))
  expect(new Set(replies.map(({ message }) => message.id)).size).toBe(1)
  expect(replies.every(({ message }) => message.reply?.number === asked.number)).toBe(true)
})

test('Each has one reaction to a message, changes it and takes it back; the other sees it at once', async () => {
  const [anna, bruno] = await createPair()
  const message = await send(anna, bruno, 'Ho vinto!')
  const stream = await openEventStream(anna)
  const react = (person: TestUser, reaction: Input<'reactToMessage'>['reaction']) =>
    person.callOk('reactToMessage', { message_id: message.id, reaction })
  const reactionsFor = async (viewer: TestUser, other: TestUser) => (await lastOf(viewer, other)).reactions
  await react(bruno, 'heart')
  await react(bruno, 'heart')
  await react(anna, 'laugh')
  await react(bruno, 'wow')
  expect(await reactionsFor(anna, bruno)).toEqual([
    { reaction: 'wow', is_own: false },
    { reaction: 'laugh', is_own: true },
  ])
  await react(anna, '')
  await react(anna, '')
  expect(await reactionsFor(bruno, anna)).toEqual([{ reaction: 'wow', is_own: true }])
  await expect
    .poll(() =>
      stream.events.some(
        ({ event, data }) => event === 'conversation' && JSON.stringify(data).includes('"reaction":"wow"'),
      ),
    )
    .toBe(true)
  stream.close()
  // No message, no unread, no place at the top, no push.
  expect((await anna.callOk('getConversations', {})).conversations[0]).toMatchObject({
    unread_count: 0,
    last_message: { id: message.id },
  })
  expect((await bruno.call('reactToMessage', { message_id: message.id, reaction: 'pizza' as 'heart' })).status).toBe(
    400,
  )
})

test('Nobody reacts to what they may not see, in a conversation that is closed to them, or before accepting', async () => {
  const [anna, bruno] = await createPair()
  const carla = await app.createUser(`carla${pairs}`)
  const message = await send(anna, bruno, 'Solo per Bruno')
  const react = (person: TestUser, message_id = message.id) =>
    person.call('reactToMessage', { message_id, reaction: 'heart' })
  expect((await react(carla)).status).toBe(404)
  expect((await react(bruno, 1)).status).toBe(404)
  const request = await send(carla, anna, 'Posso?')
  expect(await react(anna, request.id)).toMatchObject({ status: 403, body: { error: 'Accetta prima la richiesta.' } })
  await anna.callOk('answerMessageRequest', { other_id: carla.id, action: 'decline' })
  expect((await react(anna, request.id)).status).toBe(404)

  await bruno.callOk('deleteMessage', { message_id: message.id, scope: 'me' })
  expect((await react(bruno)).status).toBe(404)
  const another = await send(anna, bruno, 'Un altro')
  expect((await react(bruno, another.id)).status).toBe(200)
  await anna.callOk('deleteMessage', { message_id: another.id, scope: 'both' })
  expect((await react(bruno, another.id)).status).toBe(404)
  const [deleted] = await messagesOf(bruno, anna)
  expect(deleted).toMatchObject({ is_deleted: true, reactions: [] })

  const last = await send(anna, bruno, 'L’ultimo')
  await anna.block(bruno)
  for (const person of [anna, bruno]) expect((await react(person, last.id)).status).toBe(404)
})

test('A reaction is no message: the other’s browser is not woken', async () => {
  const [anna, bruno] = await createPair()
  const message = await send(anna, bruno, 'Senza rumore')
  await anna.callOk('subscribePush', {
    endpoint: `https://push.example/reazioni${pairs}`,
    p256dh: 'B'.repeat(87),
    auth: 'a'.repeat(22),
  })
  await bruno.callOk('reactToMessage', { message_id: message.id, reaction: 'thanks' })
  const pushJobs = () =>
    sql<{ count: number }>`SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'pushMessage'`
      .execute(app.db)
      .then(({ rows }) => rows[0]?.count)
  const messageJobs = () =>
    sql<{ count: number }>`
      SELECT count(*)::int AS count FROM pgboss.job
      WHERE name = 'message' AND data->>'isReaction' = 'true' AND state <> 'completed'`
      .execute(app.db)
      .then(({ rows }) => rows[0]?.count)
  await expect.poll(messageJobs).toBe(0)
  expect(await pushJobs()).toBe(0)
})
