import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openEventStream } from '#server/testing/harness/event-stream.ts'
import { startServer, type ServerProcess } from '#server/testing/harness/server-process.ts'
import { type Client, password } from '#server/testing/fixtures/api-client.ts'
import { duomo, createTestApp, type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { changeRole, liftSuspension, suspendAccount } from './moderation.actions.ts'

const app = useTestApp({ OPERATOR_EMAIL: 'chi@dintorni.example' })
/** A moderator. */
const [marta] = useUsers(app, 'marta')
let count = 0
let alice: TestUser
let bruno: TestUser

beforeAll(async () => {
  await changeRole(app.db, { actorId: null, userId: marta.id, role: 'moderator' })
})
beforeEach(async () => {
  count++
  alice = await app.createUser(`alice${count}`)
  bruno = await app.createUser(`bruno${count}`)
})

const suspendedSentence =
  'Il tuo account è sospeso: per saperne di più, scrivi a chi gestisce questo server (chi@dintorni.example).'
const signIn = (person: TestUser, secret = password, client: Client = app.createVisitor()) =>
  client.call('login', { email: `${person.username}@example.it`, password: secret })

test('A suspension ends Alice’s sessions at once, and the right password shows her the reason', async () => {
  const { id } = await alice.createPost('Insulti')
  await bruno.callOk('report', { target_type: 'post', target_id: id, reason: 'harassment' })
  const elsewhere = app.createVisitor()
  await signIn(alice, password, elsewhere)
  expect(
    (
      await marta.call('resolveReport', {
        target_type: 'post',
        target_id: id,
        action: 'suspend',
        note: 'Insulti ripetuti',
      })
    ).body,
  ).toEqual({ success: true, message: 'Account sospeso' })
  for (const client of [alice, elsewhere]) expect((await client.call('getFeed', {})).status).toBe(401)
  expect(await signIn(alice)).toMatchObject({
    status: 403,
    body: {
      error:
        'Il tuo account è sospeso (motivo: «Insulti ripetuti»): per saperne di più, scrivi a chi gestisce questo server (chi@dintorni.example).',
    },
  })
  const wrongPassword = await signIn(alice, 'sbagliata!')
  const unknown = await app.createVisitor().call('login', { email: 'nessuno@example.it', password })
  expect([wrongPassword.status, wrongPassword.body]).toEqual([unknown.status, unknown.body])
  expect((await signIn(alice)).headers.getSetCookie()).toEqual([])
  expect((await marta.callOk('getSuspended', {})).suspended[0]).toMatchObject({
    id: alice.id,
    note: 'Insulti ripetuti',
    moderator: 'marta',
    by_operator: false,
  })
})

test('A suspension deletes push subscriptions and cell, and a new password does not let Alice in', async () => {
  const { settings } = await alice.callOk('getUserSettings', {})
  await alice.callOk('updateUserSettings', { ...settings, notify_nearby_posts: 1 })
  await alice.callOk('recordNearbyCell', duomo)
  await alice.callOk('subscribePush', {
    endpoint: `http://127.0.0.1:9/${alice.id}`,
    p256dh: 'a'.repeat(87),
    auth: 'a'.repeat(22),
  })
  const { id: sessionId } = await sql<{ id: number }>`SELECT id FROM sessions WHERE user_id = ${alice.id}`.one(app.db)
  const countRows = async () =>
    Promise.all(
      (['push_subscriptions', 'user_cells'] as const).map(
        async (table) =>
          (
            await sql<{
              session_id: unknown
            }>`SELECT session_id FROM ${sql.raw(table)} WHERE session_id = ${sessionId}`.all(app.db)
          ).length,
      ),
    )
  expect(await countRows()).toEqual([1, 1])
  await suspendAccount(app.db, { actorId: null, userId: alice.id, note: '' })
  expect(await countRows()).toEqual([0, 0])
  const { resetPassword, mailPasswordReset } = await import('#server/auth/auth.actions.ts')
  let mailText = ''
  await mailPasswordReset(
    {
      db: app.db,
      mail: { send: async ({ text }) => void (mailText = text), sweep: async () => undefined },
      config: { publicUrl: new URL(app.url), smtpUrl: undefined },
    },
    `${alice.username}@example.it`,
  )
  await resetPassword(
    { db: app.db, jobs: app.jobs, config: { smtpUrl: undefined } },
    { token: mailText.match(/#(\S+)/)![1]!, password: 'un’altra lunga frase' },
  )
  expect(await signIn(alice, 'un’altra lunga frase')).toMatchObject({ status: 403, body: { error: suspendedSentence } })
})

test('No session that starts at the moment of the suspension survives it', async () => {
  for (let round = 0; round < 5; round++) {
    const visitors = Array.from({ length: 8 }, () => app.createVisitor())
    const signIns = visitors.map((visitor) => signIn(alice, password, visitor))
    const [first] = await Promise.all([
      Promise.race(signIns),
      suspendAccount(app.db, { actorId: null, userId: alice.id, note: '' }),
    ])
    expect([200, 403]).toContain(first.status)
    await Promise.all(signIns)
    for (const visitor of visitors) expect((await visitor.call('getFeed', {})).status).toBe(401)
    await liftSuspension(app.db, { actorId: null, userId: alice.id, note: '' })
  }
})

test('A suspension hides everything of Alice’s, even in lists of names; lifting it restores all', async () => {
  const post = await alice.createPost('Di Alice')
  const other = await bruno.createPost('Di Bruno')
  await alice.callOk('addComment', { post_id: other.id, text: 'Ciao Bruno' })
  await alice.callOk('likePost', { post_id: other.id })
  await alice.follow(bruno)
  await bruno.follow(alice)
  await bruno.makePrivate()
  const carla = await app.createUser(`carla${count}`)
  await carla.makePrivate()
  await alice.callOk('requestFollow', { followed_id: carla.id })
  const findVisible = async () => ({
    profile: (await bruno.call('getProfile', { user_id: alice.id })).status,
    blocking: (await marta.call('blockUser', { blocked_id: 999_999_999 })).status,
    post: (await bruno.call('getComments', { post_id: post.id })).status,
    feed: (await bruno.callOk('getFeed', { ...duomo, limit: 50 })).posts.some(({ id }) => id === post.id),
    comments: (await bruno.callOk('getComments', { post_id: other.id })).comments.length,
    likes: (await bruno.callOk('getLikes', { post_id: other.id })).likes.length,
    followers: (await bruno.callOk('getFollowers', { user_id: bruno.id })).followers.length,
    found: (await bruno.callOk('search', { q: alice.username })).results.some(
      ({ id, type }) => type === 'user' && id === alice.id,
    ),
    requests: await carla.callOk('getFollowRequests', {}).then(({ total, requests }) => [total, requests.length]),
    notified: (await bruno.callOk('getNotifications', {})).notifications.map(({ kind }) => kind),
  })
  await expect
    .poll(async () => (await findVisible()).notified)
    .toEqual(expect.arrayContaining(['like', 'comment', 'follow']))
  const before = await findVisible()
  expect(before).toMatchObject({
    profile: 200,
    post: 200,
    feed: true,
    comments: 1,
    likes: 1,
    followers: 1,
    found: true,
    requests: [1, 1],
  })
  await suspendAccount(app.db, { actorId: null, userId: alice.id, note: '' })
  expect(await findVisible()).toMatchObject({
    profile: 404,
    post: 404,
    feed: false,
    comments: 0,
    likes: 0,
    followers: 0,
    found: false,
    requests: [0, 0],
    notified: ['welcome'],
  })
  expect((await bruno.call('blockUser', { blocked_id: alice.id })).status).toBe(404)
  await marta.callOk('liftSuspension', { suspended_id: alice.id })
  expect(await findVisible()).toEqual(before)
  expect((await signIn(alice)).status).toBe(200)
})

describe('Open pages', () => {
  let other: ServerProcess
  beforeAll(async () => {
    other = await startServer({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
  })
  afterAll(() => other.stop())

  test('of a suspended user end at once on every server, and those of others stay open', async () => {
    const pages = [await openEventStream(alice), await openEventStream(alice, '', {}, other.url)]
    const otherPage = await openEventStream(bruno, '', {}, other.url)
    await suspendAccount(app.db, { actorId: null, userId: alice.id, note: '' })
    for (const page of pages) await expect.poll(page.hasEnded).toBe(true)
    expect(otherPage.hasEnded()).toBe(false)
    expect((await alice.request('/api/events')).status).toBe(401)
  })
})

test('Jobs that are pending when Bianca is suspended notify nobody of her, and do not notify her', async () => {
  const separate = await createTestApp()
  const anna = await separate.createUser('anna')
  const bianca = await separate.createUser('bianca')
  const carlo = await separate.createUser('carlo')
  const annasPost = await anna.createPost('Mio')
  const biancasPost = await bianca.createPost('Suo')
  const findNotified = () =>
    sql<{
      user_id: number
      kind: string
    }>`SELECT user_id, kind FROM notifications WHERE kind <> 'welcome' ORDER BY kind`.all(separate.db)
  await expect
    .poll(async () => (await sql<{ id: number }>`SELECT id FROM notifications`.all(separate.db)).length)
    .toBe(3)
  await separate.jobs.stop()
  const placeId = await separate.findPlaceId('Piazza del Duomo', 'Milano')
  for (const person of [anna, bianca]) await person.callOk('followPlace', { place_id: placeId })
  await bianca.callOk('likePost', { post_id: annasPost.id })
  await bianca.follow(anna)
  await bianca.callOk('requestSpotted', { post_id: annasPost.id, action: 'request' })
  await bianca.createPost('Nuovo')
  await anna.callOk('likePost', { post_id: biancasPost.id })
  await carlo.callOk('addComment', { post_id: annasPost.id, text: 'Eccomi' })
  await suspendAccount(separate.db, { actorId: null, userId: bianca.id, note: '' })
  await carlo.createPost('Anche io')
  const worker = await startServer({ DATABASE_URL: separate.databaseUrl, DATA_DIR: separate.dataDir })
  await expect.poll(findNotified).toEqual([
    { user_id: anna.id, kind: 'comment' },
    { user_id: anna.id, kind: 'place_post' },
  ])
  // Either post may have created the notification of the place; it names Carlo in both cases.
  const notifications = (await anna.callOk('getNotifications', {})).notifications.map(({ kind, who }) => [kind, who])
  expect(notifications).toEqual(
    expect.arrayContaining([
      ['comment', 'carlo'],
      ['place_post', 'carlo'],
    ]),
  )
  await worker.stop()
  await separate.close()
})
