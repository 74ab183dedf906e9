import { randomUUID } from 'node:crypto'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { mailPasswordReset } from '#server/auth/auth.actions.ts'
import { deleteExpired } from '#server/auth/auth.queries.ts'
import { suspendAccount } from '#server/moderation/moderation.actions.ts'
import { createClient, emailOf, password, type RegisteredClient } from '#server/testing/fixtures/api-client.ts'
import { type PushService, startPushService } from '#server/testing/fixtures/push-service.ts'
import { createTestApp, duomo, useTestApp, useNewUsers } from '#server/testing/fixtures/test-app.ts'
import { avoidHourEnd } from '#server/testing/harness/hour-end.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp()
let pushService: PushService
const [anna, bruno] = useNewUsers(app, 'anna', 'bruno')
beforeEach(async () => {
  pushService = await startPushService()
  // The welcome comes from a job: without the wait it might be pushed into the middle of a test that counts messages.
  await expect
    .poll(async () => (await anna.callOk('getNotifications', { limit: 1 })).notifications)
    .toMatchObject([{ kind: 'welcome' }])
  await anna.callOk('subscribePush', pushService.subscription)
  return () => pushService.close()
})

const findSubscriptions = async () =>
  sql<{
    failures: number
    paused_until: Date | null
  }>`SELECT * FROM push_subscriptions WHERE endpoint = ${pushService.endpoint}`.all(app.db)
/** Makes the jobs that wait for another attempt due, and wakes a worker of each queue with a job that sends nothing. */
async function retryNow(): Promise<void> {
  const makeDue = sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' RETURNING id`
  await expect.poll(async () => (await makeDue.execute(app.db)).rows.length).toBeGreaterThan(0)
  const recipient = { user: bruno.id, session: 0 }
  await app.jobs.add(app.db, 'push', { ...recipient, notification: 0 })
  await app.jobs.add(app.db, 'pushMessage', { ...recipient, from: anna.id, number: 0 })
}
const pollMessages = () => expect.poll(pushService.readMessages)

test('A subscribed browser gets notifications, encrypted for it, one until it is read', async () => {
  const post = await anna.createPost('Un gatto al Colosseo')
  await bruno.callOk('likePost', { post_id: post.id })
  await pollMessages().toContainEqual({
    title: 'Dintorni',
    body: `${bruno.username} ha messo Mi piace al tuo post: «Un gatto al Colosseo»`,
    url: `/post/${post.id}`,
    tag: expect.stringMatching(/^notification-\d+$/) as string,
  })
  await (await app.createUser(`carla_${anna.id}`)).callOk('likePost', { post_id: post.id })
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
    )
    .toEqual([])
  await changeSettings({ notify_messages: 1, show_message_text: 0 })
  await send('Per ultimo')
  await expect.poll(() => pushService.readMessages().filter(({ tag }) => tag === `chat-${bruno.id}`).length).toBe(4)
  expect(JSON.stringify(pushService.readMessages())).not.toMatch(/Segreto|Di nascosto/)
})

test('A subscription that is gone is deleted; a push service that is busy gets another request', async () => {
  pushService.setStatus(503)
  await bruno.callOk('requestFollow', { followed_id: anna.id })
  await expect.poll(pushService.countRequests).toBeGreaterThan(0)
  pushService.setStatus(201)
  await retryNow()
  await pollMessages().toContainEqual(expect.objectContaining({ body: `${bruno.username} ha iniziato a seguirti` }))
  pushService.setStatus(410)
  await bruno.callOk('likePost', { post_id: (await anna.createPost('Ciao')).id })
  await expect.poll(findSubscriptions).toEqual([])
})

test('A subscription belongs to the account that subscribed last, and only it can unsubscribe', async () => {
  await bruno.callOk('subscribePush', pushService.subscription)
  await anna.callOk('unsubscribePush', { endpoint: pushService.endpoint })
  expect((await bruno.callOk('getPushDevices', {})).devices).toMatchObject([{ current: true }])
  expect((await anna.callOk('getPushDevices', {})).devices).toEqual([])
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

const newPassword = 'un’altra lunga frase'

/** Signs in to an account once more, as on another device. */
async function signInAgain(user: RegisteredClient, secret = password): Promise<RegisteredClient> {
  const client = createClient(app.url)
  await client.callOk('login', { email: emailOf(user.username), password: secret })
  return { ...client, id: user.id, username: user.username }
}
const findSessionId = async (user: RegisteredClient) =>
  (await user.callOk('getSessions', {})).sessions.find(({ current }) => current)!.id
const send = (text: string, to: RegisteredClient = anna) =>
  bruno.callOk('sendMessage', { other_id: to.id, client_id: randomUUID(), text })
/** Jobs of the messages to a session, by state. */
const findJobStates = async (session: number) =>
  (
    await sql<{ state: string }>`
      SELECT state FROM pgboss.job WHERE name = 'pushMessage' AND data @> ${JSON.stringify({ session })}`.execute(
      app.db,
    )
  ).rows.map(({ state }) => state)

async function resetPassword(user: RegisteredClient): Promise<void> {
  let mailText = ''
  await mailPasswordReset(
    {
      db: app.db,
      mail: { send: async ({ text }) => void (mailText = text), sweep: async () => undefined },
      config: { publicUrl: new URL(app.url), smtpUrl: undefined },
    },
    emailOf(user.username),
  )
  await createClient(app.url).callOk('resetPassword', { token: mailText.match(/#(\S+)/)![1]!, password: newPassword })
}
const changePassword = () => anna.callOk('changePassword', { current_password: password, new_password: newPassword })

type End = (other: { device: RegisteredClient; session: number }) => Promise<unknown>
describe('Nothing is sent any more, not even what waits in the queue, to a browser', () => {
  test.each<[string, End, string | null]>([
    ['that was signed out', ({ device }) => device.callOk('logout', {}), password],
    [
      'that was signed out from another one',
      ({ session }) => anna.callOk('endSession', { session_id: session }),
      password,
    ],
    ['after signing out everywhere', () => anna.callOk('endAllSessions', {}), password],
    ['after a new password', changePassword, newPassword],
    ['after a reset by mail', () => resetPassword(anna), newPassword],
    [
      'whose session has expired',
      ({ session }) => sql`UPDATE sessions SET expires_at = now() WHERE id = ${session}`.execute(app.db),
      password,
    ],
    ['of a suspended account', () => suspendAccount(app.db, { actorId: null, userId: anna.id, note: '' }), null],
    ['of a deleted account', () => anna.callOk('deleteAccount', { password }), null],
  ])('%s', async (_case, end, nextPassword) => {
    const device = await signInAgain(anna)
    const session = await findSessionId(device)
    const service = await startPushService()
    onTestFinished(() => service.close())
    await device.callOk('subscribePush', service.subscription)
    service.setStatus(503)
    await send('Via Roma 1')
    await expect.poll(() => findJobStates(session)).toEqual(['retry'])
    await end({ device, session })
    service.setStatus(201)
    if ((await findJobStates(session)).length > 0) await retryNow()
    await expect.poll(() => findJobStates(session)).toEqual([])
    if (nextPassword !== null) {
      const again = await signInAgain(anna, nextPassword)
      await again.callOk('subscribePush', pushService.subscription)
      await send('Via Milano 2')
      await pollMessages().toContainEqual(expect.objectContaining({ tag: `chat-${bruno.id}` }))
    }
    expect(service.readMessages()).toEqual([])
  })

  test('that somebody registered with a stolen cookie, once the owner has changed the password', async () => {
    const service = await startPushService()
    onTestFinished(() => service.close())
    await anna.callOk('updateUserSettings', {
      ...(await anna.callOk('getUserSettings', {})).settings,
      notify_nearby_posts: 1,
    })
    await anna.callOk('recordNearbyCell', duomo)
    await anna.callOk('subscribePush', service.subscription)
    await changePassword()
    expect((await anna.callOk('getPushDevices', {})).devices).toEqual([])
    expect(await sql<{ c7: string }>`SELECT c7 FROM user_cells WHERE user_id = ${anna.id}`.all(app.db)).toEqual([])
    expect(await anna.callOk('renewPush', pushService.subscription)).toEqual({ success: true, is_subscribed: true })
    await send('Solo a me')
    await pollMessages().toContainEqual(expect.objectContaining({ tag: `chat-${bruno.id}` }))
    expect(service.readMessages()).toEqual([])
  })
})

test('A thief who was signed out neither reads messages to Anna nor finds out where she is', async () => {
  const thief = await signInAgain(anna)
  const service = await startPushService()
  onTestFinished(() => service.close())
  await thief.callOk('subscribePush', service.subscription)
  await thief.callOk('updateUserSettings', {
    ...(await thief.callOk('getUserSettings', {})).settings,
    notify_nearby_posts: 1,
    notify_radius: 3000,
    show_message_text: 1,
  })
  await thief.callOk('recordNearbyCell', { lat: 41.9, lon: 12.49 })
  await anna.callOk('endAllSessions', {})
  expect(await sql<{ c7: string }>`SELECT c7 FROM user_cells WHERE user_id = ${anna.id}`.all(app.db)).toEqual([])
  const again = await signInAgain(anna)
  await again.callOk('subscribePush', pushService.subscription)
  await again.callOk('recordNearbyCell', { lat: 45.46417, lon: 9.18983 })
  await bruno.createPost('Chi c’è qui?')
  await send('Ci vediamo al solito posto')
  await pollMessages().toContainEqual(
    expect.objectContaining({ body: expect.stringContaining('vicino a te') as string }),
  )
  await pollMessages().toContainEqual(expect.objectContaining({ tag: `chat-${bruno.id}` }))
  expect(service.countRequests()).toBe(0)
})

test('A cell of a session that has expired notifies nobody', async () => {
  await anna.callOk('updateUserSettings', {
    ...(await anna.callOk('getUserSettings', {})).settings,
    notify_nearby_posts: 1,
    notify_radius: 5000,
  })
  await anna.callOk('recordNearbyCell', duomo)
  await sql`UPDATE sessions SET expires_at = now() WHERE user_id = ${anna.id}`.execute(app.db)
  const post = await bruno.createPost('C’è ancora qualcuno?')
  const waiting = async () =>
    (await sql`SELECT 1 FROM pgboss.job WHERE name = 'fanOut' AND data @> ${{ post: post.id }}`.execute(app.db)).rows
  await expect.poll(waiting).toEqual([])
  const nearby = sql`SELECT id FROM notifications WHERE user_id = ${anna.id} AND kind = 'nearby_post'`
  expect(await nearby.all(app.db)).toEqual([])
  await deleteExpired(app.db)
  expect(await sql<{ c7: string }>`SELECT c7 FROM user_cells WHERE user_id = ${anna.id}`.all(app.db)).toEqual([])
  expect(await findSubscriptions()).toEqual([])
})

/** Accepts connections and sends the head of a reply byte by byte, without end. */
async function startTarpit() {
  const open = new Set<Socket>()
  let ended = 0
  const server = createTcpServer((socket) => {
    open.add(socket)
    socket.write('HTTP/1.1 201 Created\r\nx: ')
    const timer = setInterval(() => socket.write('x'), 100)
    socket
      .on('error', () => undefined)
      .on('close', () => {
        clearInterval(timer)
        ended++
      })
      .resume()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/slow`,
    countConnections: () => open.size,
    countEnded: () => ended,
  }
}

test('Addresses that drip delay neither other people nor the other devices of the same person', async () => {
  const dora = await app.createUser('dora')
  const slowDevice = await signInAgain(dora)
  const service = await startPushService()
  onTestFinished(() => service.close())
  const tarpit = await startTarpit()
  await dora.callOk('subscribePush', service.subscription)
  await slowDevice.callOk('subscribePush', { ...pushService.subscription, endpoint: tarpit.endpoint })
  await send('Uno', dora)
  await expect.poll(tarpit.countConnections).toBeGreaterThan(0)
  await expect.poll(service.readMessages).toContainEqual(expect.objectContaining({ tag: `chat-${bruno.id}` }))
  for (let count = 0; count < 5; count++) await send(`Ancora ${count}`, dora)
  await send('Due')
  await pollMessages().toContainEqual(expect.objectContaining({ tag: `chat-${bruno.id}` }))
  expect(tarpit.countEnded()).toBe(0)
})

test('A retry repeats nothing on the devices that have got the message', async () => {
  const other = await signInAgain(anna)
  const service = await startPushService()
  onTestFinished(() => service.close())
  await other.callOk('subscribePush', service.subscription)
  service.setStatus(503)
  await send('Una volta sola')
  await expect.poll(service.countRequests).toBeGreaterThan(0)
  service.setStatus(201)
  await retryNow()
  await expect.poll(() => service.readMessages().length).toBe(1)
  await pollMessages().toHaveLength(1)
  expect(pushService.countRequests()).toBe(1)
})

test('An address that keeps failing is left alone for a while, then given up, and forgiven when it works', async () => {
  const session = await findSessionId(anna)
  const setFailures = async (failures: number, paused: string) =>
    sql`
      UPDATE push_subscriptions SET failures = ${failures}, paused_until = now() + ${paused}::interval
      WHERE session_id = ${session}`.execute(app.db)
  await setFailures(7, '1 hour')
  // The jobs of all devices are inserted together: when another device gets its push, this one's job exists or has
  // ended.
  const other = await signInAgain(anna)
  const service = await startPushService()
  onTestFinished(() => service.close())
  await other.callOk('subscribePush', service.subscription)
  await send('In pausa')
  await expect.poll(() => service.readMessages().length).toBe(1)
  await expect.poll(() => findJobStates(session)).toEqual([])
  await other.callOk('logout', {})
  await setFailures(7, '-1 second')
  await send('Di nuovo')
  await pollMessages().toHaveLength(1)
  await expect.poll(findSubscriptions).toMatchObject([{ failures: 0, paused_until: null }])
  pushService.setStatus(500)
  await setFailures(4, '-1 second')
  await send('Cade')
  await expect.poll(async () => (await findSubscriptions())[0]?.failures).toBe(5)
  expect((await findSubscriptions())[0]!.paused_until!.getTime()).toBeGreaterThan(Date.now())
  await setFailures(15, '-1 second')
  await send('Addio')
  await expect.poll(findSubscriptions).toEqual([])
})

test('Thirty posts nearby, by several people at several places, are pushed once until they are read', async () => {
  await avoidHourEnd()
  await anna.callOk('updateUserSettings', {
    ...(await anna.callOk('getUserSettings', {})).settings,
    notify_nearby_posts: 1,
    notify_radius: 5000,
  })
  await anna.callOk('recordNearbyCell', duomo)
  const carla = await app.createUser(`carla_${anna.id}`)
  const places = await Promise.all(
    ['Piazza del Duomo', 'Teatro alla Scala', 'Castello Sforzesco'].map((name) => app.findPlaceId(name, 'Milano')),
  )
  const postEverywhere = async (text: string) => {
    for (let round = 0; round < 5; round++)
      for (const location_id of places)
        for (const author of [bruno, carla]) await author.createPost(`${text} ${round}`, { location_id })
    const last = await carla.createPost(`${text} e basta`, { location_id: places[0]! })
    await expect
      .poll(async () => (await anna.callOk('getNotifications', { limit: 50 })).notifications)
      .toContainEqual(expect.objectContaining({ kind: 'nearby_post', post_id: last.id }))
    // The last post may be announced before others: what is announced while Anna reads is unread, and does not ring.
    await expect
      .poll(
        async () =>
          (await sql`SELECT 1 FROM pgboss.job WHERE name = 'fanOut' AND state < 'completed'`.execute(app.db)).rows,
      )
      .toEqual([])
  }
  const countPushes = () => pushService.readMessages().filter(({ body }) => body.includes('vicino a te')).length
  await postEverywhere('Mattina')
  await expect.poll(countPushes).toBe(1)
  await anna.callOk('markNotificationsRead', { up_to: Number.MAX_SAFE_INTEGER })
  await postEverywhere('Sera')
  await expect.poll(countPushes).toBe(2)
  await bruno.callOk('likePost', { post_id: (await anna.createPost('Infine')).id })
  await pollMessages().toContainEqual(expect.objectContaining({ body: expect.stringContaining('Infine') as string }))
  expect(countPushes()).toBe(2)
})

describe('Anna sees which of her devices get push notifications', () => {
  const findDevices = async () => (await anna.callOk('getPushDevices', {})).devices

  test('and switches one off, which does not switch itself on again', async () => {
    const phone = await signInAgain(anna)
    const service = await startPushService()
    onTestFinished(() => service.close())
    await phone.callOk('subscribePush', service.subscription)
    const session_id = await findSessionId(phone)
    expect(await findDevices()).toMatchObject([
      { session_id, device: 'Dispositivo sconosciuto', current: false },
      { current: true },
    ])
    await anna.callOk('stopPushOnDevice', { session_id })
    expect(await findDevices()).toMatchObject([{ current: true }])
    expect((await anna.call('stopPushOnDevice', { session_id })).status).toBe(404)
    const { rows } = await sql`SELECT endpoint FROM push_subscriptions WHERE session_id = ${session_id}`.execute(app.db)
    expect(rows).toEqual([{ endpoint: null }])
    expect(await phone.callOk('renewPush', service.subscription)).toEqual({ success: true, is_subscribed: false })
    expect(await findDevices()).toHaveLength(1)
    await phone.callOk('subscribePush', service.subscription)
    expect(await findDevices()).toHaveLength(2)
  })

  test('and a browser that the server has lost is registered again by the app', async () => {
    await sql`DELETE FROM push_subscriptions`.execute(app.db)
    expect(await anna.callOk('renewPush', pushService.subscription)).toEqual({ success: true, is_subscribed: true })
    const before = await findSubscriptions()
    await anna.callOk('renewPush', pushService.subscription)
    expect(await findSubscriptions()).toEqual(before)
    expect((await anna.call('renewPush', { ...pushService.subscription, endpoint: 'http://10.0.0.1/x' })).status).toBe(
      400,
    )
  })

  test('of which there are ten at most: the oldest makes room', async () => {
    const devices = await Promise.all(Array.from({ length: 10 }, () => signInAgain(anna)))
    await Promise.all(
      devices.map((device, index) =>
        device.callOk('subscribePush', {
          ...pushService.subscription,
          endpoint: `http://127.0.0.1:9/${index}`,
        }),
      ),
    )
    expect(await findDevices()).toHaveLength(10)
    expect((await findDevices()).some(({ current }) => current)).toBe(false)
    expect(await anna.callOk('renewPush', pushService.subscription)).toMatchObject({ is_subscribed: false })
    // A device has one browser: its new subscription replaces the one before.
    await devices[0]!.callOk('subscribePush', { ...pushService.subscription, endpoint: 'http://127.0.0.1:9/other' })
    expect(await findDevices()).toHaveLength(10)
  })
})
