import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import ece from 'http_ece'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'

/** A browser's maker on this machine: it takes messages, which only the browser can read. */
type Maker = {
  endpoint: string
  subscription: { endpoint: string; p256dh: string; auth: string }
  read: () => Message[]
  answers: (status: number) => void
  asked: () => number
  close: () => void
}
type Message = { title: string; body: string; url: string; tag: string }

async function openMaker(): Promise<Maker> {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  const bodies: Buffer[] = []
  let status = 201
  let asked = 0
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    asked++
    expect(request.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      authorization: expect.stringMatching(/^vapid t=[\w.-]+, k=[\w-]+$/) as string,
    })
    if (status < 300) bodies.push(Buffer.concat(parts))
    response.writeHead(status).end()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/one`
  return {
    endpoint,
    subscription: { endpoint, p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
    read: () =>
      bodies.map(
        (body) =>
          JSON.parse(
            ece.decrypt(body, { version: 'aes128gcm', privateKey: browser, authSecret: auth }).toString(),
          ) as Message,
      ),
    answers: (answer) => {
      status = answer
    },
    asked: () => asked,
    close: () => server.close(),
  }
}

let app: TestApp
let maker: Maker
let many = 0
let anna: TestUser
let bruno: TestUser
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  many++
  maker = await openMaker()
  ;[anna, bruno] = [await app.createUser(`anna_${many}`), await app.createUser(`bruno_${many}`)]
  await anna.callOk('subscribePush', maker.subscription)
  return () => maker.close()
})

const subscriptions = async () =>
  app.db.selectFrom('push_subscriptions').selectAll().where('endpoint', '=', maker.endpoint).execute()
const received = () => expect.poll(maker.read, { timeout: 10_000 })

test('A browser that subscribed gets what happens, encrypted for it alone, once while it waits unread', async () => {
  const post = await anna.createPost('Un gatto al Colosseo')
  await bruno.callOk('likePost', { post_id: post.id })
  await received().toContainEqual({
    title: 'Dintorni',
    body: `${bruno.username} ha messo Mi piace al tuo post: «Un gatto al Colosseo»`,
    url: `/comments/${post.id}`,
    tag: expect.stringMatching(/^notification-\d+$/) as string,
  })
  await (await app.createUser(`carla_${many}`)).callOk('likePost', { post_id: post.id })
  await bruno.callOk('addComment', { post_id: post.id, text: 'Che bello' })
  await received().toContainEqual(
    expect.objectContaining({ body: `${bruno.username} ha commentato il tuo post: «Che bello»` }),
  )
  expect(maker.read().filter(({ body }) => body.includes('Mi piace'))).toHaveLength(1)
})

test('Of a message is said who wrote; what, only to who wants that; nothing of what was read, or to who wants none', async () => {
  const writes = async (text: string) =>
    (await bruno.callOk('sendMessage', { other_id: anna.id, client_id: randomUUID(), text })).message
  const sets = async (changes: object) =>
    anna.callOk('updateUserSettings', { ...(await anna.callOk('getUserSettings', {})).settings, ...changes })
  const says = (body: string) => ({
    title: 'Dintorni',
    body: `${bruno.username} ${body}`,
    url: `/chat/${bruno.id}`,
    tag: `chat-${bruno.id}`,
  })
  await writes('Ci conosciamo?')
  await received().toContainEqual(says('vuole scriverti'))
  await anna.callOk('answerMessageRequest', { other_id: bruno.id, action: 'accept' })
  await writes('Segreto')
  await received().toContainEqual(says('ti ha scritto'))
  await sets({ show_message_text: 1 })
  await writes('Ci vediamo?')
  await received().toContainEqual(says('ti ha scritto: «Ci vediamo?»'))
  await sets({ notify_messages: 0 })
  await writes('Di nascosto')
  await expect
    .poll(
      async () => (await sql`SELECT id FROM pgboss.job WHERE name IN ('message', 'pushMessage')`.execute(app.db)).rows,
      { timeout: 10_000 },
    )
    .toEqual([])
  await sets({ notify_messages: 1, show_message_text: 0 })
  await writes('Per ultimo')
  await expect
    .poll(() => maker.read().filter(({ tag }) => tag === `chat-${bruno.id}`).length, { timeout: 10_000 })
    .toBe(4)
  expect(JSON.stringify(maker.read())).not.toMatch(/Segreto|Di nascosto/)
})

test('A browser that is gone is forgotten; one whose maker is busy is tried again', async () => {
  maker.answers(503)
  await bruno.callOk('requestFollow', { followed_id: anna.id })
  await expect.poll(maker.asked, { timeout: 10_000 }).toBeGreaterThan(0)
  maker.answers(201)
  await received().toContainEqual(expect.objectContaining({ body: `${bruno.username} ha iniziato a seguirti` }))
  maker.answers(410)
  await bruno.callOk('likePost', { post_id: (await anna.createPost('Ciao')).id })
  await expect.poll(subscriptions, { timeout: 10_000 }).toEqual([])
})

test('A browser belongs to who subscribed last with it, and only they take it away', async () => {
  await bruno.callOk('subscribePush', maker.subscription)
  await anna.callOk('unsubscribePush', { endpoint: maker.endpoint })
  expect(await subscriptions()).toMatchObject([{ user_id: bruno.id }])
  await bruno.callOk('unsubscribePush', { endpoint: maker.endpoint })
  expect(await subscriptions()).toEqual([])
})

test('The key is the server’s own, and stays', async () => {
  const { public_key } = await anna.callOk('getPushKey', {})
  expect(Buffer.from(public_key, 'base64url')).toHaveLength(65)
  expect(await bruno.callOk('getPushKey', {})).toEqual({ success: true, public_key })
})

test('No message is sent into the server’s own network', async () => {
  const open = await createTestApp({ PUBLIC_URL: 'https://dintorni.example' })
  try {
    const ada = await open.createUser('ada')
    const keys = { p256dh: maker.subscription.p256dh, auth: maker.subscription.auth }
    for (const endpoint of [
      'http://push.example.it/x',
      'https://127.0.0.1/x',
      'https://10.1.2.3/x',
      'https://[::1]/x',
      'https://192.168.0.1:8080/x',
      'https://169.254.169.254/latest',
      'ftp://push.example.it/x',
      maker.endpoint,
    ]) {
      expect(await ada.call('subscribePush', { endpoint, ...keys })).toMatchObject({
        status: 400,
        body: { error: 'Questo browser non ha dato un indirizzo valido per le notifiche.' },
      })
    }
    expect((await ada.call('subscribePush', { endpoint: 'https://push.example.it/x', ...keys })).status).toBe(200)
  } finally {
    await open.close()
  }
})
