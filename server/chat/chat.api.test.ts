import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Input } from '#contract/calls.ts'
import type { Message } from '#contract/chat.ts'
import { suspendAccount } from '#server/moderation/moderation.actions.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp()
let userCount = 0

const createUsers = (...names: string[]) => Promise.all(names.map((name) => app.createUser(`${name}${++userCount}`)))
/** Creates two users who follow each other, so that their messages are not requests. */
async function createFriends(): Promise<[TestUser, TestUser]> {
  const [anna, bruno] = (await createUsers('anna', 'bruno')) as [TestUser, TestUser]
  await anna.follow(bruno)
  await bruno.follow(anna)
  return [anna, bruno]
}
const inputFor = (to: TestUser, text: string, more: Partial<Input<'sendMessage'>> = {}) => ({
  other_id: to.id,
  client_id: randomUUID(),
  text,
  ...more,
})
const send = async (from: TestUser, to: TestUser, text: string, more: Partial<Input<'sendMessage'>> = {}) =>
  (await from.callOk('sendMessage', inputFor(to, text, more))).message
const read = async (reader: TestUser, other: TestUser) =>
  (await reader.callOk('getMessages', { other_id: other.id, limit: 50 })).messages.toReversed()
const textsOf = (messages: Message[]) => messages.map(({ text }) => text)
const findConversation = async (viewer: TestUser, other: TestUser) =>
  (await viewer.callOk('getMessages', { other_id: other.id })).conversation
const list = async (viewer: TestUser, folder: 'chats' | 'requests' = 'chats') =>
  (await viewer.callOk('getConversations', { folder, limit: 50 })).conversations
async function confirmSpotted(author: TestUser, requester: TestUser) {
  const post = await author.createPost('Chi eri?')
  await requester.callOk('requestSpotted', { post_id: post.id, action: 'request' })
  const [request] = (await author.callOk('getSpottedRequests', { post_id: post.id })).requests
  await author.callOk('updateSpottedRequestStatus', { request_id: request!.request_id, status: 'confirmed' })
}

describe('Two followers of each other', () => {
  test('see their messages in the same order, each with their own marked', async () => {
    const [anna, bruno] = await createFriends()
    for (const [from, to, text] of [
      [anna, bruno, 'Ciao'],
      [bruno, anna, 'Ehi!'],
      [anna, bruno, 'Ci vediamo in piazza?'],
    ] as const)
      await send(from, to, text)
    const hers = await read(anna, bruno)
    const his = await read(bruno, anna)
    expect(textsOf(hers)).toEqual(['Ciao', 'Ehi!', 'Ci vediamo in piazza?'])
    expect(his.map(({ number, text }) => [number, text])).toEqual(hers.map(({ number, text }) => [number, text]))
    expect(hers.map(({ is_own, client_id }) => [is_own, client_id !== null])).toEqual([
      [true, true],
      [false, false],
      [true, true],
    ])
  })

  test('are in each other’s lists, the latest conversation first, with the number of unread messages', async () => {
    const [anna, bruno] = await createFriends()
    const [carla] = (await createUsers('carla')) as [TestUser]
    await anna.follow(carla)
    await send(carla, anna, 'Prima')
    await send(bruno, anna, 'Poi')
    await send(bruno, anna, 'Ancora')
    expect(
      (await list(anna)).map(({ user, unread_count, last_message }) => [
        user.username,
        unread_count,
        last_message?.text,
      ]),
    ).toEqual([
      [bruno.username, 2, 'Ancora'],
      [carla.username, 1, 'Prima'],
    ])
    expect(await anna.callOk('getConversations', {})).toMatchObject({ unread_conversations: 2, requests_count: 0 })
    expect(await anna.callOk('markMessagesRead', { other_id: bruno.id, up_to: 2 })).toMatchObject({
      unread_conversations: 1,
    })
    await send(carla, anna, 'Ora in alto')
    expect((await list(anna)).map(({ user, unread_count }) => [user.username, unread_count])).toEqual([
      [carla.username, 2],
      [bruno.username, 0],
    ])
  })

  test('see which messages were received and read, never beyond the last message', async () => {
    const [anna, bruno] = await createFriends()
    await send(anna, bruno, 'Uno')
    await send(anna, bruno, 'Due')
    const marks = async () => {
      const { other_received_up_to, other_read_up_to } = await findConversation(anna, bruno)
      return [other_received_up_to, other_read_up_to]
    }
    expect(await marks()).toEqual([0, 0])
    await bruno.callOk('markMessagesReceived', { received: `${anna.id}:1,999999:3` })
    expect(await marks()).toEqual([1, 0])
    await bruno.callOk('markMessagesRead', { other_id: anna.id, up_to: 99 })
    expect(await marks()).toEqual([2, 2])
    await bruno.callOk('markMessagesRead', { other_id: anna.id, up_to: 1 })
    expect(await marks()).toEqual([2, 2])
  })

  test('resend a message ten times at once after a lost reply, and it is stored once', async () => {
    const [anna, bruno] = await createFriends()
    const message = inputFor(bruno, 'Una volta sola')
    const replies = await Promise.all(Array.from({ length: 10 }, () => anna.callOk('sendMessage', message)))
    expect(new Set(replies.map(({ message }) => message.id)).size).toBe(1)
    expect(textsOf(await read(bruno, anna))).toEqual(['Una volta sola'])
  })

  test('send many messages at once, of which none is lost or doubled, in one order for both', async () => {
    const [anna, bruno] = await createFriends()
    const messages = Array.from({ length: 20 }, (_, index) =>
      index % 2
        ? { from: anna, input: inputFor(bruno, `a${index}`) }
        : { from: bruno, input: inputFor(anna, `b${index}`) },
    )
    await Promise.all(
      [...messages, ...messages.slice(0, 8)].map(({ from, input }) => from.callOk('sendMessage', input)),
    )
    const hers = await read(anna, bruno)
    const his = await read(bruno, anna)
    expect(hers.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(textsOf(hers)).toEqual(textsOf(his))
    expect(textsOf(hers).toSorted()).toEqual(messages.map(({ input: { text } }) => text).toSorted())
  })

  test('page back through a long conversation without gap or repetition while messages arrive', async () => {
    const [anna, bruno] = await createFriends()
    for (let n = 1; n <= 25; n++) await send(n % 3 ? anna : bruno, n % 3 ? bruno : anna, `n${n}`)
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await anna.callOk('getMessages', {
        other_id: bruno.id,
        limit: 10,
        ...(cursor !== undefined && { cursor }),
      })
      seen.push(...textsOf(page.messages))
      cursor = page.next_cursor
      await send(bruno, anna, 'Intanto')
    }
    expect(seen.toReversed()).toEqual(Array.from({ length: 25 }, (_, index) => `n${index + 1}`))
  })
})

describe('Bruno, whom Anna does not follow,', () => {
  test('sends a request, without read marks and pictures until Anna accepts it', async () => {
    const [anna, bruno] = (await createUsers('anna', 'bruno')) as [TestUser, TestUser]
    await send(bruno, anna, 'Ci conosciamo?')
    expect(await list(anna)).toEqual([])
    expect(
      (await list(anna, 'requests')).map(({ user, is_request, unread_count }) => [user.id, is_request, unread_count]),
    ).toEqual([[bruno.id, true, 1]])
    expect(await anna.callOk('getConversations', {})).toMatchObject({ unread_conversations: 0, requests_count: 1 })
    await anna.callOk('markMessagesRead', { other_id: bruno.id, up_to: 1 })
    expect(await findConversation(bruno, anna)).toMatchObject({
      can_write: true,
      can_send_images: false,
      other_received_up_to: 0,
      other_read_up_to: 0,
      is_request: false,
    })
    expect(await bruno.call('sendMessage', inputFor(anna, '', { image: await createPhoto(40, 40) }))).toMatchObject({
      status: 403,
      body: { error: 'Potrai inviare foto e video quando la richiesta sarà accettata.' },
    })
    expect(await anna.callOk('answerMessageRequest', { other_id: bruno.id, action: 'accept' })).toMatchObject({
      message: 'Richiesta accettata',
      conversation: { is_request: false },
    })
    expect((await list(anna)).map(({ user }) => user.id)).toEqual([bruno.id])
    expect(await findConversation(bruno, anna)).toMatchObject({ can_send_images: true, other_read_up_to: 1 })
  })

  test('does not notice that he was declined, and Anna does not see his further messages', async () => {
    const [anna, bruno] = (await createUsers('anna', 'bruno')) as [TestUser, TestUser]
    await send(bruno, anna, 'Ehi')
    const before = await findConversation(bruno, anna)
    expect(await anna.callOk('answerMessageRequest', { other_id: bruno.id, action: 'decline' })).toMatchObject({
      message: 'Richiesta rifiutata',
    })
    expect(await findConversation(bruno, anna)).toEqual(before)
    await send(bruno, anna, 'Ci sei?')
    expect([await list(anna), await list(anna, 'requests')]).toEqual([[], []])
    expect(await anna.callOk('getConversations', {})).toMatchObject({ unread_conversations: 0, requests_count: 0 })
    await send(anna, bruno, 'Ho cambiato idea')
    expect((await list(anna)).map(({ user }) => user.id)).toEqual([bruno.id])
    expect(await findConversation(bruno, anna)).toMatchObject({ can_send_images: true })
  })

  test('sends no request once he has confirmed Anna’s Spotted request, nor does she', async () => {
    const [anna, bruno] = (await createUsers('anna', 'bruno')) as [TestUser, TestUser]
    await confirmSpotted(bruno, anna)
    expect(await findConversation(anna, bruno)).toMatchObject({ can_send_images: true })
    await send(anna, bruno, 'Ero io')
    expect((await list(bruno)).map(({ user }) => user.id)).toEqual([anna.id])
    const [carla, dora] = (await createUsers('carla', 'dora')) as [TestUser, TestUser]
    await confirmSpotted(dora, carla)
    await send(dora, carla, 'Ecco chi eri')
    expect((await list(carla)).map(({ user }) => user.id)).toEqual([dora.id])
  })

  test('who has already sent a request writes directly once the other confirms the Spotted', async () => {
    const [anna, bruno, carla] = (await createUsers('anna', 'bruno', 'carla')) as [TestUser, TestUser, TestUser]
    await send(anna, bruno, 'Ero io, sul tram')
    await send(carla, bruno, 'Ero io, al bar')
    await confirmSpotted(bruno, anna)
    await send(anna, bruno, 'Ci vediamo?')
    await send(carla, bruno, 'Ci vediamo?')
    expect((await list(bruno)).map(({ user }) => user.id)).toEqual([anna.id])
    expect((await list(bruno, 'requests')).map(({ user }) => user.id)).toEqual([carla.id])
  })

  test('is accepted when Anna replies', async () => {
    const [anna, bruno] = (await createUsers('anna', 'bruno')) as [TestUser, TestUser]
    await send(bruno, anna, 'Ciao')
    await send(anna, bruno, 'Ciao a te')
    expect((await findConversation(anna, bruno)).is_request).toBe(false)
  })

  test.each([
    ['nobody', true],
    ['following', false],
  ] as const)(
    'cannot write when Anna’s setting is “%s”; Carla, accepted before, still can',
    async (chat_from, refusedIfFollowed) => {
      const [anna, bruno, carla] = (await createUsers('anna', 'bruno', 'carla')) as [TestUser, TestUser, TestUser]
      await send(anna, carla, 'Ci sentiamo')
      const { settings } = await anna.callOk('getUserSettings', {})
      await anna.callOk('updateUserSettings', { ...settings, chat_from })
      expect(await bruno.call('sendMessage', inputFor(anna, 'Ciao'))).toMatchObject({
        status: 403,
        body: { error: 'Questa persona non riceve messaggi da te.' },
      })
      expect((await findConversation(bruno, anna)).can_write).toBe(false)
      await send(carla, anna, 'Certo')
      await anna.follow(bruno)
      expect((await bruno.call('sendMessage', inputFor(anna, 'Ora?'))).status).toBe(refusedIfFollowed ? 403 : 200)
    },
  )
})

describe('A message', () => {
  test.each([
    ['without content', { text: '   ' }, 400, 'Scrivi un messaggio.'],
    ['with a post that does not exist', { post_id: 999 }, 404, 'Questo post non è disponibile.'],
    [
      'with an invalid picture',
      { image: 'data:image/png;base64,AAAA' },
      415,
      'Questo file non è un’immagine che si possa leggere. Prova con una foto JPEG, PNG o WebP.',
    ],
  ])('%s is refused in one sentence', async (_case, more, status, error) => {
    const [anna, bruno] = await createFriends()
    expect(await anna.call('sendMessage', inputFor(bruno, 'Ciao', more))).toMatchObject({ status, body: { error } })
    expect(await read(bruno, anna)).toEqual([])
  })

  test('cannot be sent to oneself or to a user who does not exist', async () => {
    const [anna] = (await createUsers('anna')) as [TestUser]
    expect(await anna.call('sendMessage', inputFor(anna, 'Promemoria'))).toMatchObject({
      status: 400,
      body: { error: 'Non puoi scrivere a te stesso.' },
    })
    expect((await anna.call('sendMessage', { ...inputFor(anna, 'Ciao'), other_id: 999_999 })).status).toBe(404)
    expect((await anna.call('getMessages', { other_id: anna.id })).status).toBe(404)
  })

  test('is deleted for oneself, while the other still sees all in the same order', async () => {
    const [anna, bruno] = await createFriends()
    for (const text of ['Uno', 'Due', 'Tre']) await send(bruno, anna, text)
    const second = (await read(anna, bruno))[1]!
    await anna.callOk('deleteMessage', { message_id: second.id, scope: 'me' })
    expect((await read(anna, bruno)).map(({ number, text }) => [number, text])).toEqual([
      [1, 'Uno'],
      [3, 'Tre'],
    ])
    expect(textsOf(await read(bruno, anna))).toEqual(['Uno', 'Due', 'Tre'])
    await anna.callOk('deleteMessage', { message_id: (await read(anna, bruno))[1]!.id, scope: 'me' })
    expect((await list(anna))[0]?.last_message?.text).toBe('Uno')
  })

  test('counts as unread no more once it is deleted, for both or for its recipient', async () => {
    const [anna, bruno] = await createFriends()
    const unreadOf = async (viewer: TestUser) => (await viewer.callOk('getConversations', {})).unread_conversations
    const first = await send(bruno, anna, 'Uno')
    const second = await send(bruno, anna, 'Due')
    await bruno.callOk('deleteMessage', { message_id: first.id, scope: 'both' })
    expect(await unreadOf(anna)).toBe(1)
    await bruno.callOk('deleteMessage', { message_id: second.id, scope: 'both' })
    expect(await unreadOf(anna)).toBe(0)

    const third = await send(bruno, anna, 'Tre')
    expect(await unreadOf(anna)).toBe(1)
    await anna.callOk('deleteMessage', { message_id: third.id, scope: 'me' })
    expect(await unreadOf(anna)).toBe(0)
    expect((await list(anna))[0]).toMatchObject({ unread_count: 0 })
  })

  test('is deleted for both by its sender within an hour, with its text and picture', async () => {
    const [anna, bruno] = await createFriends()
    const message = await send(anna, bruno, 'Non dovevo', { image: await createPhoto(40, 40) })
    const file = path.join(app.folders.media, message.image_url!.replace('/media/', ''))
    expect(existsSync(file)).toBe(true)
    expect(await bruno.call('deleteMessage', { message_id: message.id, scope: 'both' })).toMatchObject({
      status: 403,
      body: { error: 'Puoi eliminare per tutti solo i tuoi messaggi, entro un’ora.' },
    })
    for (let n = 0; n < 2; n++)
      expect(await anna.callOk('deleteMessage', { message_id: message.id, scope: 'both' })).toMatchObject({
        message: 'Messaggio eliminato',
      })
    for (const viewer of [anna, bruno])
      expect((await read(viewer, viewer === anna ? bruno : anna))[0]).toMatchObject({
        is_deleted: true,
        text: '',
        image_url: null,
      })
    expect((await list(bruno))[0]).toMatchObject({ unread_count: 0 })
    expect(existsSync(file)).toBe(false)
    const { rows } = await sql<{ text: string }>`SELECT text FROM messages WHERE id = ${message.id}`.execute(app.db)
    expect(rows).toEqual([{ text: '' }])
  })

  test('cannot be deleted for both after an hour', async () => {
    const [anna, bruno] = await createFriends()
    const message = await send(anna, bruno, 'Troppo tardi')
    const anHourAgo = message.id - 61 * 60_000 * 2 ** 12
    await sql`UPDATE messages SET id = ${anHourAgo} WHERE id = ${message.id}`.execute(app.db)
    expect((await anna.call('deleteMessage', { message_id: anHourAgo, scope: 'both' })).status).toBe(403)
    expect(textsOf(await read(bruno, anna))).toEqual(['Troppo tardi'])
  })

  test('is cleared with the whole conversation for oneself alone; the next message begins an empty one', async () => {
    const [anna, bruno] = await createFriends()
    await send(bruno, anna, 'Di prima')
    expect(await anna.callOk('deleteConversation', { other_id: bruno.id })).toMatchObject({
      message: 'Conversazione eliminata',
    })
    expect([await list(anna), await read(anna, bruno)]).toEqual([[], []])
    await send(bruno, anna, 'Di nuovo')
    expect(textsOf(await read(anna, bruno))).toEqual(['Di nuovo'])
    expect((await list(anna))[0]).toMatchObject({ unread_count: 1 })
    expect(textsOf(await read(bruno, anna))).toEqual(['Di prima', 'Di nuovo'])
  })
})

describe('A post in a message', () => {
  test('is shown only while its reader may see the post', async () => {
    const [anna, bruno] = await createFriends()
    const [carla] = (await createUsers('carla')) as [TestUser]
    await bruno.follow(carla)
    await carla.follow(bruno)
    const post = await anna.createPost('Per chi mi segue', { privacy: 'followers', image: await createPhoto(40, 40) })
    await send(bruno, carla, '', { post_id: post.id })
    expect((await read(bruno, carla))[0]).toMatchObject({
      shares_post: true,
      post: { id: post.id, username: anna.username, text: 'Per chi mi segue', location_name: 'Piazza del Duomo' },
    })
    expect((await read(carla, bruno))[0]).toMatchObject({ shares_post: true, post: null })
    await carla.follow(anna)
    expect((await read(carla, bruno))[0]?.post?.image_url).toMatch(/\.webp$/)
    await anna.callOk('deletePost', { post_id: post.id })
    expect((await read(carla, bruno))[0]).toMatchObject({ shares_post: true, post: null })
  })

  test('is shown without its picture in a request', async () => {
    const [anna, bruno] = (await createUsers('anna', 'bruno')) as [TestUser, TestUser]
    const post = await bruno.createPost('Guarda', { image: await createPhoto(40, 40) })
    await send(bruno, anna, '', { post_id: post.id })
    expect((await read(anna, bruno))[0]?.post).toMatchObject({ id: post.id, image_url: null })
    await anna.callOk('answerMessageRequest', { other_id: bruno.id, action: 'accept' })
    expect((await read(anna, bruno))[0]?.post?.image_url).toMatch(/\.webp$/)
  })
})

describe('A conversation is inaccessible', () => {
  test('to both after a block, until it is removed', async () => {
    const [anna, bruno] = await createFriends()
    await send(bruno, anna, 'Ciao')
    await anna.block(bruno)
    for (const [viewer, other] of [
      [anna, bruno],
      [bruno, anna],
    ] as const) {
      expect((await viewer.call('getMessages', { other_id: other.id })).status).toBe(404)
      expect((await viewer.call('sendMessage', inputFor(other, 'Ci sei?'))).status).toBe(404)
      expect(await list(viewer)).toEqual([])
    }
    expect(await anna.callOk('getConversations', {})).toMatchObject({ unread_conversations: 0 })
    await anna.callOk('unblockUser', { blocked_id: bruno.id })
    expect(textsOf(await read(anna, bruno))).toEqual(['Ciao'])
  })

  test('after a suspension', async () => {
    const [anna, bruno] = await createFriends()
    await send(bruno, anna, 'Ciao')
    await suspendAccount(app.db, { actorId: null, userId: bruno.id, note: '' })
    expect((await anna.call('getMessages', { other_id: bruno.id })).status).toBe(404)
    expect((await anna.call('sendMessage', inputFor(bruno, 'Ci sei?'))).status).toBe(404)
    expect(await list(anna)).toEqual([])
  })
})
