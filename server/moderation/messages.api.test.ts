import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { openEventStream } from '#server/testing/harness/event-stream.ts'
import {
  createTestWorld,
  type TestUser,
  password,
  createPhoto,
  type TestWorld,
} from '#server/testing/fixtures/test-world.ts'

let world: TestWorld
let count = 0
let alice: TestUser
let bruno: TestUser
/** Has nothing to do with them. */
let carla: TestUser
/** Moderates. */
let marta: TestUser

beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  count++
  await sql`DELETE FROM reports`.execute(world.db)
  ;[alice, bruno, carla, marta] = (await Promise.all(
    ['alice', 'bruno', 'carla', 'marta'].map((name) => world.createUser(`${name}${count}`)),
  )) as [TestUser, TestUser, TestUser, TestUser]
  await marta.makeModerator()
  // Whom he follows needs no leave to write to him.
  await bruno.follow(alice)
})

const writes = async (from: TestUser, to: TestUser, text: string, more: Partial<Input<'sendMessage'>> = {}) =>
  (await from.callOk('sendMessage', { other_id: to.id, client_id: randomUUID(), text, ...more })).message
const reporting = (person: TestUser, target_id: number) =>
  person.call('report', { target_type: 'message', target_id, reason: 'harassment' })
const reports = async (person: TestUser, id: number) => expect((await reporting(person, id)).status).toBe(200)
const queue = async (state: 'open' | 'closed' = 'open') =>
  (await marta.callOk('getReports', { state, limit: 50 })).reports
const resolves = (id: number, action: Input<'resolveReport'>['action'], note = '') =>
  marta.call('resolveReport', { target_type: 'message', target_id: id, action, note })
const messagesOf = async (person: TestUser, other: TestUser) =>
  (await person.callOk('getMessages', { other_id: other.id })).messages
const files = () => readdir(world.folders.media)

test('Moderators see what a reported message says, its picture, and that a post went with it: of the conversation nothing else', async () => {
  const post = await alice.createPost('Un post di Alice')
  await writes(alice, bruno, 'Ciao, tutto bene?')
  const message = await writes(alice, bruno, 'Ti vengo a cercare', {
    image: await createPhoto(640, 480),
    post_id: post.id,
  })
  await writes(bruno, alice, 'Lasciami in pace')
  await bruno.callOk('report', {
    target_type: 'message',
    target_id: message.id,
    reason: 'violence',
    text: 'Mi fa paura',
  })
  const things = await queue()
  expect(things).toEqual([
    {
      id: expect.any(Number),
      target_type: 'message',
      target_id: message.id,
      created_at: expect.any(String),
      user: {
        id: alice.id,
        username: alice.username,
        profile_pic: null,
        is_private: false,
        is_suspended: false,
        is_moderator: false,
      },
      content: {
        text: 'Ti vengo a cercare',
        image_url: message.image_url,
        image_width: 640,
        image_height: 480,
        image_thumbhash: expect.any(String),
        location_name: null,
        followers_only: false,
        shares_post: true,
        created_at: message.created_at,
      },
      reports_count: 1,
      reasons: ['violence'],
      words: [{ reason: 'violence', text: 'Mi fa paura', created_at: expect.any(String) }],
      decision: null,
    },
  ])
  expect(JSON.stringify(things)).not.toMatch(/bruno|Un post di Alice|tutto bene|in pace/)
  expect((await marta.request(message.image_url!)).status).toBe(200)
  for (const other of [alice, bruno]) expect(await messagesOf(marta, other)).toEqual([])
})

describe('A message is reported', () => {
  test('by who got it, while it is there for them; for anybody else it does not exist', async () => {
    const [shown, hidden, taken] = [
      await writes(alice, bruno, 'Uno'),
      await writes(alice, bruno, 'Due'),
      await writes(alice, bruno, 'Tre'),
    ]
    await bruno.callOk('deleteMessage', { message_id: hidden.id, scope: 'me' })
    await alice.callOk('deleteMessage', { message_id: taken.id, scope: 'both' })
    for (const person of [carla, marta]) expect((await reporting(person, shown.id)).status).toBe(404)
    for (const message of [hidden, taken]) expect((await reporting(bruno, message.id)).status).toBe(404)
    expect(await reporting(alice, shown.id)).toMatchObject({
      status: 400,
      body: { error: 'Non puoi segnalare qualcosa di tuo.' },
    })
    await reports(bruno, shown.id)
    await bruno.callOk('deleteConversation', { other_id: alice.id })
    expect((await reporting(bruno, shown.id)).status).toBe(404)
    expect((await queue()).map(({ target_id }) => target_id)).toEqual([shown.id])
  })

  test('also when it is the first of somebody who was not accepted, and who blocks right afterwards', async () => {
    const message = await writes(carla, bruno, 'Rispondi!')
    await carla.block(bruno)
    await reports(bruno, message.id)
    expect((await queue())[0]).toMatchObject({ target_id: message.id, content: { text: 'Rispondi!' } })
  })

  test('again after it was dismissed, and stays in the conversation', async () => {
    const { id } = await writes(alice, bruno, 'Ma dai')
    await reports(bruno, id)
    expect((await resolves(id, 'dismiss')).status).toBe(200)
    expect(await queue()).toEqual([])
    expect((await queue('closed'))[0]).toMatchObject({
      target_type: 'message',
      content: { text: 'Ma dai' },
      decision: { action: 'dismiss' },
    })
    expect(await messagesOf(bruno, alice)).toMatchObject([{ id, is_deleted: false, text: 'Ma dai' }])
    await reports(bruno, id)
    expect(await queue()).toHaveLength(1)
  })
})

test('A removed message is gone for both, with its picture, on the pages that are open too; who wrote it is told why', async () => {
  const before = await files()
  const message = await writes(alice, bruno, 'Schifo', { image: await createPhoto() })
  await reports(bruno, message.id)
  const pages = [await openEventStream(alice), await openEventStream(bruno)]
  expect((await resolves(message.id, 'remove', 'Qui non si insulta')).body).toEqual({
    success: true,
    message: 'Contenuto rimosso',
  })
  const gone = { id: message.id, text: '', image_url: null, is_deleted: true }
  for (const [person, other] of [
    [alice, bruno],
    [bruno, alice],
  ] as const)
    expect(await messagesOf(person, other)).toMatchObject([gone])
  for (const page of pages)
    await expect
      .poll(() => page.dataOf('conversation').flatMap((told) => told.messages), { timeout: 10_000 })
      .toContainEqual(expect.objectContaining(gone))
  expect(await files()).toEqual(before)
  expect(await queue()).toEqual([])
  expect((await queue('closed'))[0]).toMatchObject({
    target_type: 'message',
    target_id: message.id,
    content: null,
    decision: { action: 'remove', note: 'Qui non si insulta' },
  })
  const told = async () =>
    (await alice.callOk('getNotifications', {})).notifications.find(({ kind }) => kind === 'removed')
  await expect.poll(told, { timeout: 10_000 }).toMatchObject({
    text: 'I moderatori hanno rimosso un tuo messaggio (motivo: molestie o bullismo). Hanno scritto: «\u2068Qui non si insulta\u2069»',
    url: '/notifications',
  })
  expect((await marta.callOk('getModerationLog', { limit: 1 })).entries).toMatchObject([
    { action: 'remove', target_type: 'message', user: { id: alice.id } },
  ])
})

describe('Who wrote a message and deletes it for both', () => {
  const rowOf = (id: number) =>
    world.db
      .selectFrom('messages')
      .select(['text', 'media_id', 'post_id', 'shares_post'])
      .where('id', '=', id)
      .executeTakeFirst()

  test.each(['dismiss', 'remove', 'suspend'] as const)(
    'does not take it from the moderators, when it is reported already; it goes with the decision: %s',
    async (action) => {
      const before = await files()
      const post = await alice.createPost('Con un post')
      const message = await writes(alice, bruno, 'Ti faccio male', { image: await createPhoto(), post_id: post.id })
      await reports(bruno, message.id)
      await alice.callOk('deleteMessage', { message_id: message.id, scope: 'both' })
      for (const [person, other] of [
        [alice, bruno],
        [bruno, alice],
      ] as const) {
        expect(await messagesOf(person, other)).toMatchObject([
          { id: message.id, text: '', image_url: null, shares_post: false, post: null, is_deleted: true },
        ])
      }
      expect((await queue())[0]).toMatchObject({
        target_id: message.id,
        content: { text: 'Ti faccio male', image_url: message.image_url, shares_post: true },
      })
      expect((await marta.request(message.image_url!)).status).toBe(200)
      expect((await resolves(message.id, action)).status).toBe(200)
      expect(await rowOf(message.id)).toEqual({ text: '', media_id: null, post_id: null, shares_post: false })
      expect(await files()).toEqual(before)
      expect((await queue('closed'))[0]).toMatchObject({ target_type: 'message', content: null, decision: { action } })
    },
  )

  test('leaves nothing of it when nobody has reported it, or when that was decided before', async () => {
    const before = await files()
    const [never, once] = [
      await writes(alice, bruno, 'Mai', { image: await createPhoto() }),
      await writes(alice, bruno, 'Una volta', { image: await createPhoto() }),
    ]
    await reports(bruno, once.id)
    await resolves(once.id, 'dismiss')
    for (const { id } of [never, once]) {
      await alice.callOk('deleteMessage', { message_id: id, scope: 'both' })
      expect(await rowOf(id)).toEqual({ text: '', media_id: null, post_id: null, shares_post: false })
    }
    expect(await files()).toEqual(before)
    expect((await queue('closed'))[0]).toMatchObject({ target_id: once.id, content: null })
  })

  test('at the very moment of the report is either too late, or leaves nothing to report', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await writes(alice, bruno, `Prova ${round}`)
      const [reported, deleted] = await Promise.all([
        reporting(bruno, id),
        alice.call('deleteMessage', { message_id: id, scope: 'both' }),
      ])
      expect(deleted.status).toBe(200)
      const open = (await queue()).filter(({ target_id }) => target_id === id).map(({ content }) => content?.text)
      expect([reported.status, open]).toEqual(reported.status === 200 ? [200, [`Prova ${round}`]] : [404, []])
    }
  })

  test.each(['alice', 'bruno'] as const)(
    'or whose conversation ends with an account takes it along, and its report: %s leaves',
    async (name) => {
      const before = await files()
      const message = await writes(alice, bruno, 'Addio', { image: await createPhoto() })
      await reports(bruno, message.id)
      await { alice, bruno }[name].callOk('deleteAccount', { password })
      expect(await queue()).toEqual([])
      expect((await resolves(message.id, 'remove')).status).toBe(409)
      expect(await files()).toEqual(before)
    },
  )
})

test('Who is suspended for a message parts from who got it; lifted, the conversation is as it was', async () => {
  const { id } = await writes(alice, bruno, 'Ancora io')
  await reports(bruno, id)
  expect((await resolves(id, 'suspend')).body).toEqual({ success: true, message: 'Account sospeso' })
  expect((await bruno.call('getMessages', { other_id: alice.id })).status).toBe(404)
  await marta.callOk('liftSuspension', { suspended_id: alice.id })
  expect(await messagesOf(bruno, alice)).toMatchObject([{ id, text: 'Ancora io' }])
})
