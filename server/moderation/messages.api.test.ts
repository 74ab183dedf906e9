import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { openEventStream } from '#server/testing/harness/event-stream.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp()
let count = 0
let alice: TestUser
let bruno: TestUser
/** A stranger to both. */
let carla: TestUser
/** A moderator. */
let marta: TestUser

beforeEach(async () => {
  count++
  await sql`DELETE FROM reports`.execute(app.db)
  ;[alice, bruno, carla, marta] = (await Promise.all(
    ['alice', 'bruno', 'carla', 'marta'].map((name) => app.createUser(`${name}${count}`)),
  )) as [TestUser, TestUser, TestUser, TestUser]
  await marta.makeModerator()
  // People whom he follows may write to him without a message request.
  await bruno.follow(alice)
})

const sendMessage = async (from: TestUser, to: TestUser, text: string, more: Partial<Input<'sendMessage'>> = {}) =>
  (await from.callOk('sendMessage', { other_id: to.id, client_id: randomUUID(), text, ...more })).message
const tryReport = (reporter: TestUser, target_id: number) =>
  reporter.call('report', { target_type: 'message', target_id, reason: 'harassment' })
const report = async (reporter: TestUser, id: number) => expect((await tryReport(reporter, id)).status).toBe(200)
const findQueue = async (state: 'open' | 'closed' = 'open') =>
  (await marta.callOk('getReports', { state, limit: 50 })).reports
const resolve = (id: number, action: Input<'resolveReport'>['action'], note = '') =>
  marta.call('resolveReport', { target_type: 'message', target_id: id, action, note })
const findMessages = async (viewer: TestUser, other: TestUser) =>
  (await viewer.callOk('getMessages', { other_id: other.id })).messages
const listPictureFiles = () => readdir(app.folders.media)

test('Moderators see a reported message, its picture and that it shares a post, but no other message', async () => {
  const post = await alice.createPost('Un post di Alice')
  await sendMessage(alice, bruno, 'Ciao, tutto bene?')
  const message = await sendMessage(alice, bruno, 'Ti vengo a cercare', {
    image: await createPhoto(640, 480),
    post_id: post.id,
  })
  await sendMessage(bruno, alice, 'Lasciami in pace')
  await bruno.callOk('report', {
    target_type: 'message',
    target_id: message.id,
    reason: 'violence',
    text: 'Mi fa paura',
  })
  const reports = await findQueue()
  expect(reports).toEqual([
    {
      id: expect.any(Number),
      target_type: 'message',
      target_id: message.id,
      created_at: expect.any(String),
      user: {
        id: alice.id,
        username: alice.username,
        display_name: null,
        profile_pic: null,
        is_private: false,
        is_suspended: false,
        is_moderator: false,
      },
      content: {
        text: 'Ti vengo a cercare',
        text_before: null,
        alts_before: null,
        image_url: message.image_url,
        image_width: 640,
        image_height: 480,
        image_thumbhash: expect.any(String),
        image_alt: null,
        more_images: [],
        video_url: null,
        location_id: null,
        location_name: null,
        choices: null,
        shares_post: true,
        created_at: message.created_at,
      },
      reports_count: 1,
      reasons: ['violence'],
      words: [{ reason: 'violence', text: 'Mi fa paura', created_at: expect.any(String) }],
      decision: null,
    },
  ])
  expect(JSON.stringify(reports)).not.toMatch(/bruno|Un post di Alice|tutto bene|in pace/)
  expect((await marta.request(message.image_url!)).status).toBe(200)
  for (const other of [alice, bruno]) expect(await findMessages(marta, other)).toEqual([])
})

describe('A message', () => {
  test('can be reported by its recipient until they delete it; for anybody else it does not exist', async () => {
    const shown = await sendMessage(alice, bruno, 'Uno')
    const hidden = await sendMessage(alice, bruno, 'Due')
    const deleted = await sendMessage(alice, bruno, 'Tre')
    await bruno.callOk('deleteMessage', { message_id: hidden.id, scope: 'me' })
    await alice.callOk('deleteMessage', { message_id: deleted.id, scope: 'both' })
    for (const person of [carla, marta]) expect((await tryReport(person, shown.id)).status).toBe(404)
    for (const message of [hidden, deleted]) expect((await tryReport(bruno, message.id)).status).toBe(404)
    expect(await tryReport(alice, shown.id)).toMatchObject({
      status: 400,
      body: { error: 'Non puoi segnalare qualcosa di tuo.' },
    })
    await report(bruno, shown.id)
    await bruno.callOk('deleteConversation', { other_id: alice.id })
    expect((await tryReport(bruno, shown.id)).status).toBe(404)
    expect((await findQueue()).map(({ target_id }) => target_id)).toEqual([shown.id])
  })

  test('of a message request can be reported, also after the sender has blocked the recipient', async () => {
    const message = await sendMessage(carla, bruno, 'Rispondi!')
    await carla.block(bruno)
    await report(bruno, message.id)
    expect((await findQueue())[0]).toMatchObject({ target_id: message.id, content: { text: 'Rispondi!' } })
  })

  test('that was dismissed stays in the conversation and can be reported again', async () => {
    const { id } = await sendMessage(alice, bruno, 'Ma dai')
    await report(bruno, id)
    expect((await resolve(id, 'dismiss')).status).toBe(200)
    expect(await findQueue()).toEqual([])
    expect((await findQueue('closed'))[0]).toMatchObject({
      target_type: 'message',
      content: { text: 'Ma dai' },
      decision: { action: 'dismiss' },
    })
    expect(await findMessages(bruno, alice)).toMatchObject([{ id, is_deleted: false, text: 'Ma dai' }])
    await report(bruno, id)
    expect(await findQueue()).toHaveLength(1)
  })
})

test('A removed message disappears with its picture for both, at once; its sender gets the reason', async () => {
  const before = await listPictureFiles()
  const message = await sendMessage(alice, bruno, 'Schifo', { image: await createPhoto() })
  await report(bruno, message.id)
  const pages = [await openEventStream(alice), await openEventStream(bruno)]
  expect((await resolve(message.id, 'remove', 'Qui non si insulta')).body).toEqual({
    success: true,
    message: 'Contenuto rimosso',
  })
  const deleted = { id: message.id, text: '', image_url: null, is_deleted: true }
  for (const [person, other] of [
    [alice, bruno],
    [bruno, alice],
  ] as const)
    expect(await findMessages(person, other)).toMatchObject([deleted])
  for (const page of pages)
    await expect
      .poll(() => page.dataOf('conversation').flatMap(({ messages }) => messages))
      .toContainEqual(expect.objectContaining(deleted))
  expect(await listPictureFiles()).toEqual(before)
  expect(await findQueue()).toEqual([])
  expect((await findQueue('closed'))[0]).toMatchObject({
    target_type: 'message',
    target_id: message.id,
    content: null,
    decision: { action: 'remove', note: 'Qui non si insulta' },
  })
  const findRemovalNotice = async () =>
    (await alice.callOk('getNotifications', {})).notifications.find(({ kind }) => kind === 'removed')
  await expect.poll(findRemovalNotice).toMatchObject({
    text: 'I moderatori hanno rimosso un tuo messaggio (motivo: molestie o bullismo). Hanno scritto: «\u2068Qui non si insulta\u2069»',
    url: '/notifications',
  })
  expect((await marta.callOk('getModerationLog', { limit: 1 })).entries).toMatchObject([
    { action: 'remove', target_type: 'message', user: { id: alice.id } },
  ])
})

describe('A message that its sender deletes for both', () => {
  const findRow = (id: number) =>
    sql<{
      text: string
      media_id: number | null
      post_id: number | null
      shares_post: boolean
    }>`SELECT text, media_id, post_id, shares_post FROM messages WHERE id = ${id}`.first(app.db)

  test.each(['dismiss', 'remove', 'suspend'] as const)(
    'stays for the moderators if it was reported, and is deleted with the decision: %s',
    async (action) => {
      const before = await listPictureFiles()
      const post = await alice.createPost('Con un post')
      const message = await sendMessage(alice, bruno, 'Ti faccio male', {
        image: await createPhoto(),
        post_id: post.id,
      })
      await report(bruno, message.id)
      await alice.callOk('deleteMessage', { message_id: message.id, scope: 'both' })
      for (const [person, other] of [
        [alice, bruno],
        [bruno, alice],
      ] as const) {
        expect(await findMessages(person, other)).toMatchObject([
          { id: message.id, text: '', image_url: null, shares_post: false, post: null, is_deleted: true },
        ])
      }
      expect((await findQueue())[0]).toMatchObject({
        target_id: message.id,
        content: { text: 'Ti faccio male', image_url: message.image_url, shares_post: true },
      })
      expect((await marta.request(message.image_url!)).status).toBe(200)
      expect((await resolve(message.id, action)).status).toBe(200)
      expect(await findRow(message.id)).toEqual({ text: '', media_id: null, post_id: null, shares_post: false })
      expect(await listPictureFiles()).toEqual(before)
      expect((await findQueue('closed'))[0]).toMatchObject({
        target_type: 'message',
        content: null,
        decision: { action },
      })
    },
  )

  test('is deleted at once if nobody has reported it, or if the report was decided before', async () => {
    const before = await listPictureFiles()
    const unreported = await sendMessage(alice, bruno, 'Mai', { image: await createPhoto() })
    const dismissed = await sendMessage(alice, bruno, 'Una volta', { image: await createPhoto() })
    await report(bruno, dismissed.id)
    await resolve(dismissed.id, 'dismiss')
    for (const { id } of [unreported, dismissed]) {
      await alice.callOk('deleteMessage', { message_id: id, scope: 'both' })
      expect(await findRow(id)).toEqual({ text: '', media_id: null, post_id: null, shares_post: false })
    }
    expect(await listPictureFiles()).toEqual(before)
    expect((await findQueue('closed'))[0]).toMatchObject({ target_id: dismissed.id, content: null })
  })

  test('at the same time as the report is either kept for the moderators or cannot be reported', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await sendMessage(alice, bruno, `Prova ${round}`)
      const [reported, deleted] = await Promise.all([
        tryReport(bruno, id),
        alice.call('deleteMessage', { message_id: id, scope: 'both' }),
      ])
      expect(deleted.status).toBe(200)
      const openTexts = (await findQueue())
        .filter(({ target_id }) => target_id === id)
        .map(({ content }) => content?.text)
      expect([reported.status, openTexts]).toEqual(reported.status === 200 ? [200, [`Prova ${round}`]] : [404, []])
    }
  })

  test.each(['alice', 'bruno'] as const)(
    'or that is deleted with an account is deleted with its report: %s deletes the account',
    async (name) => {
      const before = await listPictureFiles()
      const message = await sendMessage(alice, bruno, 'Addio', { image: await createPhoto() })
      await report(bruno, message.id)
      await { alice, bruno }[name].callOk('deleteAccount', { password })
      expect(await findQueue()).toEqual([])
      expect((await resolve(message.id, 'remove')).status).toBe(409)
      expect(await listPictureFiles()).toEqual(before)
    },
  )
})

test('A suspension for a message hides the conversation from its recipient until it is lifted', async () => {
  const { id } = await sendMessage(alice, bruno, 'Ancora io')
  await report(bruno, id)
  expect((await resolve(id, 'suspend')).body).toEqual({ success: true, message: 'Account sospeso' })
  expect((await bruno.call('getMessages', { other_id: alice.id })).status).toBe(404)
  await marta.callOk('liftSuspension', { suspended_id: alice.id })
  expect(await findMessages(bruno, alice)).toMatchObject([{ id, text: 'Ancora io' }])
})
