import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/calls.ts'
import type { Message } from '#contract/chat.ts'
import { suspendAccount } from '#server/moderation/moderation.actions.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'

let app: TestApp
let named = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const people = (...names: string[]) => Promise.all(names.map((name) => app.createUser(`${name}${++named}`)))
/** Two who follow each other: what they write is no request. */
async function friends(): Promise<[TestUser, TestUser]> {
  const [anna, bruno] = (await people('anna', 'bruno')) as [TestUser, TestUser]
  await anna.follow(bruno)
  await bruno.follow(anna)
  return [anna, bruno]
}
const letter = (to: TestUser, text: string, more: Partial<Input<'sendMessage'>> = {}) => ({
  other_id: to.id,
  client_id: randomUUID(),
  text,
  ...more,
})
const writes = async (from: TestUser, to: TestUser, text: string, more: Partial<Input<'sendMessage'>> = {}) =>
  (await from.callOk('sendMessage', letter(to, text, more))).message
const reads = async (who: TestUser, other: TestUser) =>
  (await who.callOk('getMessages', { other_id: other.id, limit: 50 })).messages.toReversed()
const texts = (messages: Message[]) => messages.map(({ text }) => text)
const conversation = async (who: TestUser, other: TestUser) =>
  (await who.callOk('getMessages', { other_id: other.id })).conversation
const listed = async (who: TestUser, folder: 'chats' | 'requests' = 'chats') =>
  (await who.callOk('getConversations', { folder, limit: 50 })).conversations

describe('Two people', () => {
  test('write to each other, and both see the same order, each with what is their own', async () => {
    const [anna, bruno] = await friends()
    for (const [from, to, text] of [
      [anna, bruno, 'Ciao'],
      [bruno, anna, 'Ehi!'],
      [anna, bruno, 'Ci vediamo in piazza?'],
    ] as const)
      await writes(from, to, text)
    const [hers, his] = [await reads(anna, bruno), await reads(bruno, anna)]
    expect(texts(hers)).toEqual(['Ciao', 'Ehi!', 'Ci vediamo in piazza?'])
    expect(his.map(({ number, text }) => [number, text])).toEqual(hers.map(({ number, text }) => [number, text]))
    expect(hers.map(({ is_own, client_id }) => [is_own, client_id !== null])).toEqual([
      [true, true],
      [false, false],
      [true, true],
    ])
  })

  test('find each other in their lists, the last that moved first, with what is unread', async () => {
    const [anna, bruno] = await friends()
    const [carla] = (await people('carla')) as [TestUser]
    await anna.follow(carla)
    await writes(carla, anna, 'Prima')
    await writes(bruno, anna, 'Poi')
    await writes(bruno, anna, 'Ancora')
    expect(
      (await listed(anna)).map(({ user, unread_count, last_message }) => [
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
    await writes(carla, anna, 'Ora in alto')
    expect((await listed(anna)).map(({ user, unread_count }) => [user.username, unread_count])).toEqual([
      [carla.username, 2],
      [bruno.username, 0],
    ])
  })

  test('learn what has arrived and what was read, as far as there is anything to read', async () => {
    const [anna, bruno] = await friends()
    await writes(anna, bruno, 'Uno')
    await writes(anna, bruno, 'Due')
    const marks = async () => {
      const { other_received_up_to, other_read_up_to } = await conversation(anna, bruno)
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

  test('send the same again after a lost answer, ten times at once: it is there once', async () => {
    const [anna, bruno] = await friends()
    const once = letter(bruno, 'Una volta sola')
    const answers = await Promise.all(Array.from({ length: 10 }, () => anna.callOk('sendMessage', once)))
    expect(new Set(answers.map(({ message }) => message.id)).size).toBe(1)
    expect(texts(await reads(bruno, anna))).toEqual(['Una volta sola'])
  })

  test('write all at once: nobody’s words are lost, doubled, or in another order for the other', async () => {
    const [anna, bruno] = await friends()
    const letters = Array.from({ length: 20 }, (_, at) =>
      at % 2 ? { from: anna, letter: letter(bruno, `a${at}`) } : { from: bruno, letter: letter(anna, `b${at}`) },
    )
    await Promise.all(
      [...letters, ...letters.slice(0, 8)].map(({ from, letter: one }) => from.callOk('sendMessage', one)),
    )
    const [hers, his] = [await reads(anna, bruno), await reads(bruno, anna)]
    expect(hers.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    expect(texts(hers)).toEqual(texts(his))
    expect(texts(hers).toSorted()).toEqual(letters.map(({ letter: { text } }) => text).toSorted())
  })

  test('walk back through a long conversation page by page, without gap or repetition, while more is written', async () => {
    const [anna, bruno] = await friends()
    for (let at = 1; at <= 25; at++) await writes(at % 3 ? anna : bruno, at % 3 ? bruno : anna, `n${at}`)
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await anna.callOk('getMessages', {
        other_id: bruno.id,
        limit: 10,
        ...(cursor !== undefined && { cursor }),
      })
      seen.push(...texts(page.messages))
      cursor = page.next_cursor
      await writes(bruno, anna, 'Intanto')
    }
    expect(seen.toReversed()).toEqual(Array.from({ length: 25 }, (_, at) => `n${at + 1}`))
  })
})

describe('Somebody whom nobody knows', () => {
  test('lands among the requests, learns nothing of being read, and sends no picture; accepted, all is as with others', async () => {
    const [anna, bruno] = (await people('anna', 'bruno')) as [TestUser, TestUser]
    await writes(bruno, anna, 'Ci conosciamo?')
    expect(await listed(anna)).toEqual([])
    expect(
      (await listed(anna, 'requests')).map(({ user, is_request, unread_count }) => [user.id, is_request, unread_count]),
    ).toEqual([[bruno.id, true, 1]])
    expect(await anna.callOk('getConversations', {})).toMatchObject({ unread_conversations: 0, requests_count: 1 })
    await anna.callOk('markMessagesRead', { other_id: bruno.id, up_to: 1 })
    expect(await conversation(bruno, anna)).toMatchObject({
      can_write: true,
      can_send_images: false,
      other_received_up_to: 0,
      other_read_up_to: 0,
      is_request: false,
    })
    expect(await bruno.call('sendMessage', letter(anna, '', { image: await createPhoto(40, 40) }))).toMatchObject({
      status: 403,
      body: { error: 'Potrai inviare foto quando la richiesta sarà accettata.' },
    })
    expect(await anna.callOk('answerMessageRequest', { other_id: bruno.id, action: 'accept' })).toMatchObject({
      message: 'Richiesta accettata',
      conversation: { is_request: false },
    })
    expect((await listed(anna)).map(({ user }) => user.id)).toEqual([bruno.id])
    expect(await conversation(bruno, anna)).toMatchObject({ can_send_images: true, other_read_up_to: 1 })
  })

  test('is declined in silence: they go on writing as before, and nothing of it is seen', async () => {
    const [anna, bruno] = (await people('anna', 'bruno')) as [TestUser, TestUser]
    await writes(bruno, anna, 'Ehi')
    const before = await conversation(bruno, anna)
    expect(await anna.callOk('answerMessageRequest', { other_id: bruno.id, action: 'decline' })).toMatchObject({
      message: 'Richiesta rifiutata',
    })
    expect(await conversation(bruno, anna)).toEqual(before)
    await writes(bruno, anna, 'Ci sei?')
    expect([await listed(anna), await listed(anna, 'requests')]).toEqual([[], []])
    expect(await anna.callOk('getConversations', {})).toMatchObject({ unread_conversations: 0, requests_count: 0 })
    await writes(anna, bruno, 'Ho cambiato idea')
    expect((await listed(anna)).map(({ user }) => user.id)).toEqual([bruno.id])
    expect(await conversation(bruno, anna)).toMatchObject({ can_send_images: true })
  })

  test('is known who was confirmed as spotted by them: no request', async () => {
    const [anna, bruno] = (await people('anna', 'bruno')) as [TestUser, TestUser]
    const post = await bruno.createPost('Chi eri?')
    await anna.callOk('requestSpotted', { post_id: post.id, action: 'request' })
    const [request] = (await bruno.callOk('getSpottedRequests', { post_id: post.id })).requests
    await bruno.callOk('updateSpottedRequestStatus', { request_id: request!.request_id, status: 'confirmed' })
    await writes(bruno, anna, 'Ecco chi eri')
    expect((await listed(anna)).map(({ user }) => user.id)).toEqual([bruno.id])
  })

  test('is answered by who writes back, which accepts', async () => {
    const [anna, bruno] = (await people('anna', 'bruno')) as [TestUser, TestUser]
    await writes(bruno, anna, 'Ciao')
    await writes(anna, bruno, 'Ciao a te')
    expect((await conversation(anna, bruno)).is_request).toBe(false)
  })

  test.each([
    ['nobody', true],
    ['following', false],
  ] as const)(
    'does not write to who lets %s write; whom they have accepted goes on',
    async (chat_from, evenFollowed) => {
      const [anna, bruno, carla] = (await people('anna', 'bruno', 'carla')) as [TestUser, TestUser, TestUser]
      await writes(anna, carla, 'Ci sentiamo')
      const { settings } = await anna.callOk('getUserSettings', {})
      await anna.callOk('updateUserSettings', { ...settings, chat_from })
      expect(await bruno.call('sendMessage', letter(anna, 'Ciao'))).toMatchObject({
        status: 403,
        body: { error: 'Questa persona non riceve messaggi da te.' },
      })
      expect((await conversation(bruno, anna)).can_write).toBe(false)
      await writes(carla, anna, 'Certo')
      await anna.follow(bruno)
      expect((await bruno.call('sendMessage', letter(anna, 'Ora?'))).status).toBe(evenFollowed ? 403 : 200)
    },
  )
})

describe('Words that are not there', () => {
  test.each([
    ['nothing at all', { text: '   ' }, 400, 'Scrivi un messaggio.'],
    [
      'more than 2,000 characters',
      { text: 'x'.repeat(2001) },
      400,
      'Il messaggio può avere al massimo 2000 caratteri.',
    ],
    ['no name of their own', { client_id: '1' }, 400, 'Il messaggio non ha un codice valido: scrivilo di nuovo.'],
    ['a post that is not there', { post_id: 999 }, 404, 'Questo post non è disponibile.'],
    [
      'what is no picture',
      { image: 'data:image/png;base64,AAAA' },
      415,
      'Questo file non è un’immagine che si possa leggere. Prova con una foto JPEG, PNG o WebP.',
    ],
  ])('%s is refused in one sentence', async (_case, more, status, error) => {
    const [anna, bruno] = await friends()
    expect(await anna.call('sendMessage', letter(bruno, 'Ciao', more))).toMatchObject({ status, body: { error } })
    expect(await reads(bruno, anna)).toEqual([])
  })

  test('Nobody writes to themselves, or to somebody who is not there', async () => {
    const [anna] = (await people('anna')) as [TestUser]
    expect(await anna.call('sendMessage', letter(anna, 'Promemoria'))).toMatchObject({
      status: 400,
      body: { error: 'Non puoi scrivere a te stesso.' },
    })
    expect((await anna.call('sendMessage', { ...letter(anna, 'Ciao'), other_id: 999_999 })).status).toBe(404)
    expect((await anna.call('getMessages', { other_id: anna.id })).status).toBe(404)
  })

  test('are deleted for oneself: the other keeps them, in the same order', async () => {
    const [anna, bruno] = await friends()
    for (const text of ['Uno', 'Due', 'Tre']) await writes(bruno, anna, text)
    const second = (await reads(anna, bruno))[1]!
    await anna.callOk('deleteMessage', { message_id: second.id, scope: 'me' })
    expect((await reads(anna, bruno)).map(({ number, text }) => [number, text])).toEqual([
      [1, 'Uno'],
      [3, 'Tre'],
    ])
    expect(texts(await reads(bruno, anna))).toEqual(['Uno', 'Due', 'Tre'])
    await anna.callOk('deleteMessage', { message_id: (await reads(anna, bruno))[1]!.id, scope: 'me' })
    expect((await listed(anna))[0]?.last_message?.text).toBe('Uno')
  })

  test('are deleted for both within an hour by who wrote them, with their picture, and nothing is left', async () => {
    const [anna, bruno] = await friends()
    const message = await writes(anna, bruno, 'Non dovevo', { image: await createPhoto(40, 40) })
    const file = path.join(app.folders.media, message.image_url!.replace('/media/', ''))
    expect(existsSync(file)).toBe(true)
    expect(await bruno.call('deleteMessage', { message_id: message.id, scope: 'both' })).toMatchObject({
      status: 403,
      body: { error: 'Puoi eliminare per tutti solo i tuoi messaggi, entro un’ora.' },
    })
    for (let at = 0; at < 2; at++)
      expect(await anna.callOk('deleteMessage', { message_id: message.id, scope: 'both' })).toMatchObject({
        message: 'Messaggio eliminato',
      })
    for (const who of [anna, bruno])
      expect((await reads(who, who === anna ? bruno : anna))[0]).toMatchObject({
        is_deleted: true,
        text: '',
        image_url: null,
      })
    expect((await listed(bruno))[0]).toMatchObject({ unread_count: 0 })
    expect(existsSync(file)).toBe(false)
    const { rows } = await sql<{ text: string }>`SELECT text FROM messages WHERE id = ${message.id}`.execute(app.db)
    expect(rows).toEqual([{ text: '' }])
  })

  test('stay for the other when an hour has passed', async () => {
    const [anna, bruno] = await friends()
    const message = await writes(anna, bruno, 'Troppo tardi')
    const anHourAgo = message.id - 61 * 60_000 * 2 ** 12
    await app.db.updateTable('messages').set({ id: anHourAgo }).where('id', '=', message.id).execute()
    expect((await anna.call('deleteMessage', { message_id: anHourAgo, scope: 'both' })).status).toBe(403)
    expect(texts(await reads(bruno, anna))).toEqual(['Troppo tardi'])
  })

  test('go with the whole conversation, for oneself alone; a new one brings it back, empty before it', async () => {
    const [anna, bruno] = await friends()
    await writes(bruno, anna, 'Di prima')
    expect(await anna.callOk('deleteConversation', { other_id: bruno.id })).toMatchObject({
      message: 'Conversazione eliminata',
    })
    expect([await listed(anna), await reads(anna, bruno)]).toEqual([[], []])
    await writes(bruno, anna, 'Di nuovo')
    expect(texts(await reads(anna, bruno))).toEqual(['Di nuovo'])
    expect((await listed(anna))[0]).toMatchObject({ unread_count: 1 })
    expect(texts(await reads(bruno, anna))).toEqual(['Di prima', 'Di nuovo'])
  })
})

describe('A post in a message', () => {
  test('is shown as far as its reader may see it, as long as that is so', async () => {
    const [anna, bruno] = await friends()
    const [carla] = (await people('carla')) as [TestUser]
    await bruno.follow(carla)
    await carla.follow(bruno)
    const post = await anna.createPost('Per chi mi segue', { privacy: 'followers', image: await createPhoto(40, 40) })
    await writes(bruno, carla, '', { post_id: post.id })
    expect((await reads(bruno, carla))[0]).toMatchObject({
      shares_post: true,
      post: { id: post.id, username: anna.username, text: 'Per chi mi segue', location_name: 'Piazza del Duomo' },
    })
    expect((await reads(carla, bruno))[0]).toMatchObject({ shares_post: true, post: null })
    await carla.follow(anna)
    expect((await reads(carla, bruno))[0]?.post?.image_url).toMatch(/\.webp$/)
    await anna.callOk('deletePost', { post_id: post.id })
    expect((await reads(carla, bruno))[0]).toMatchObject({ shares_post: true, post: null })
  })

  test('has no picture in a request', async () => {
    const [anna, bruno] = (await people('anna', 'bruno')) as [TestUser, TestUser]
    const post = await bruno.createPost('Guarda', { image: await createPhoto(40, 40) })
    await writes(bruno, anna, '', { post_id: post.id })
    expect((await reads(anna, bruno))[0]?.post).toMatchObject({ id: post.id, image_url: null })
    await anna.callOk('answerMessageRequest', { other_id: bruno.id, action: 'accept' })
    expect((await reads(anna, bruno))[0]?.post?.image_url).toMatch(/\.webp$/)
  })
})

describe('A conversation is closed', () => {
  test('by a block, to both and at once, and open again without it', async () => {
    const [anna, bruno] = await friends()
    await writes(bruno, anna, 'Ciao')
    await anna.block(bruno)
    for (const [who, other] of [
      [anna, bruno],
      [bruno, anna],
    ] as const) {
      expect((await who.call('getMessages', { other_id: other.id })).status).toBe(404)
      expect((await who.call('sendMessage', letter(other, 'Ci sei?'))).status).toBe(404)
      expect(await listed(who)).toEqual([])
    }
    expect(await anna.callOk('getConversations', {})).toMatchObject({ unread_conversations: 0 })
    await anna.callOk('unblockUser', { blocked_id: bruno.id })
    expect(texts(await reads(anna, bruno))).toEqual(['Ciao'])
  })

  test('by a suspension', async () => {
    const [anna, bruno] = await friends()
    await writes(bruno, anna, 'Ciao')
    await suspendAccount(app.db, bruno.id, '')
    expect((await anna.call('getMessages', { other_id: bruno.id })).status).toBe(404)
    expect((await anna.call('sendMessage', letter(bruno, 'Ci sei?'))).status).toBe(404)
    expect(await listed(anna)).toEqual([])
  })
})
