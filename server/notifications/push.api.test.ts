import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import ece from 'http_ece'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'

/** A push service on this machine, with the keys of the subscribed browser. */
type PushService = {
  endpoint: string
  subscription: { endpoint: string; p256dh: string; auth: string }
  readMessages: () => Message[]
  setStatus: (status: number) => void
  countRequests: () => number
  close: () => void
}
type Message = { title: string; body: string; url: string; tag: string }

async function startPushService(): Promise<PushService> {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  const bodies: Buffer[] = []
  let status = 201
  let requestCount = 0
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    requestCount++
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
    readMessages: () =>
      bodies.map(
        (body) =>
          JSON.parse(
            ece.decrypt(body, { version: 'aes128gcm', privateKey: browser, authSecret: auth }).toString(),
          ) as Message,
      ),
    setStatus: (newStatus) => {
      status = newStatus
    },
    countRequests: () => requestCount,
    close: () => server.close(),
  }
}

let app: TestApp
let pushService: PushService
let testNumber = 0
let anna: TestUser
let bruno: TestUser
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  testNumber++
  pushService = await startPushService()
  anna = await app.createUser(`anna_${testNumber}`)
  bruno = await app.createUser(`bruno_${testNumber}`)
  await anna.callOk('subscribePush', pushService.subscription)
  return () => pushService.close()
})

const findSubscriptions = async () =>
  app.db.selectFrom('push_subscriptions').selectAll().where('endpoint', '=', pushService.endpoint).execute()
const pollMessages = () => expect.poll(pushService.readMessages, { timeout: 10_000 })

test('A subscribed browser gets notifications, encrypted for it, one until it is read', async () => {
  const post = await anna.createPost('Un gatto al Colosseo')
  await bruno.callOk('likePost', { post_id: post.id })
  await pollMessages().toContainEqual({
    title: 'Dintorni',
    body: `${bruno.username} ha messo Mi piace al tuo post: «Un gatto al Colosseo»`,
    url: `/comments/${post.id}`,
    tag: expect.stringMatching(/^notification-\d+$/) as string,
  })
  await (await app.createUser(`carla_${testNumber}`)).callOk('likePost', { post_id: post.id })
  await bruno.callOk('addComment', { post_id: post.id, text: 'Che bello' })
  await pollMessages().toContainEqual(
    expect.objectContaining({ body: `${bruno.username} ha commentato il tuo post: «Che bello»` }),
  )
  expect(pushService.readMessages().filter(({ body }) => body.includes('Mi piace'))).toHaveLength(1)
})

test('A push about a message names the sender, quotes the text only if set so, and respects the setting', async () => {
  const send = async (text: string) =>
    (await bruno.callOk('sendMessage', { other_id: anna.id, client_id: randomUUID(), text })).message
  const changeSettings = async (changes: object) =>
    anna.callOk('updateUserSettings', { ...(await anna.callOk('getUserSettings', {})).settings, ...changes })
  const pushWith = (body: string) => ({
    title: 'Dintorni',
    body: `${bruno.username} ${body}`,
    url: `/chat/${bruno.id}`,
    tag: `chat-${bruno.id}`,
  })
  await send('Ci conosciamo?')
  await pollMessages().toContainEqual(pushWith('vuole scriverti'))
  await anna.callOk('answerMessageRequest', { other_id: bruno.id, action: 'accept' })
  await send('Segreto')
  await pollMessages().toContainEqual(pushWith('ti ha scritto'))
  await changeSettings({ show_message_text: 1 })
  await send('Ci vediamo?')
  await pollMessages().toContainEqual(pushWith('ti ha scritto: «Ci vediamo?»'))
  await changeSettings({ notify_messages: 0 })
  await send('Di nascosto')
  await expect
    .poll(
      async () => (await sql`SELECT id FROM pgboss.job WHERE name IN ('message', 'pushMessage')`.execute(app.db)).rows,
      { timeout: 10_000 },
    )
    .toEqual([])
  await changeSettings({ notify_messages: 1, show_message_text: 0 })
  await send('Per ultimo')
  await expect
    .poll(() => pushService.readMessages().filter(({ tag }) => tag === `chat-${bruno.id}`).length, { timeout: 10_000 })
    .toBe(4)
  expect(JSON.stringify(pushService.readMessages())).not.toMatch(/Segreto|Di nascosto/)
})

test('A subscription that is gone is deleted; a push service that is busy gets another request', async () => {
  pushService.setStatus(503)
  await bruno.callOk('requestFollow', { followed_id: anna.id })
  await expect.poll(pushService.countRequests, { timeout: 10_000 }).toBeGreaterThan(0)
  pushService.setStatus(201)
  await pollMessages().toContainEqual(expect.objectContaining({ body: `${bruno.username} ha iniziato a seguirti` }))
  pushService.setStatus(410)
  await bruno.callOk('likePost', { post_id: (await anna.createPost('Ciao')).id })
  await expect.poll(findSubscriptions, { timeout: 10_000 }).toEqual([])
})

test('A subscription belongs to the account that subscribed last, and only it can unsubscribe', async () => {
  await bruno.callOk('subscribePush', pushService.subscription)
  await anna.callOk('unsubscribePush', { endpoint: pushService.endpoint })
  expect(await findSubscriptions()).toMatchObject([{ user_id: bruno.id }])
  await bruno.callOk('unsubscribePush', { endpoint: pushService.endpoint })
  expect(await findSubscriptions()).toEqual([])
})

test('The server keeps its own key', async () => {
  const { public_key } = await anna.callOk('getPushKey', {})
  expect(Buffer.from(public_key, 'base64url')).toHaveLength(65)
  expect(await bruno.callOk('getPushKey', {})).toEqual({ success: true, public_key })
})

test('No push is sent into the server’s own network', async () => {
  const open = await createTestApp({ PUBLIC_URL: 'https://dintorni.example' })
  try {
    const ada = await open.createUser('ada')
    const keys = { p256dh: pushService.subscription.p256dh, auth: pushService.subscription.auth }
    for (const endpoint of [
      'http://push.example.it/x',
      'https://127.0.0.1/x',
      'https://10.1.2.3/x',
      'https://[::1]/x',
      'https://192.168.0.1:8080/x',
      'https://169.254.169.254/latest',
      'ftp://push.example.it/x',
      pushService.endpoint,
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
