import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openEventStream } from '#server/testing/harness/event-stream.ts'
import { startServer, type ServerProcess } from '#server/testing/harness/server-process.ts'
import {
  type Client,
  duomo,
  createTestWorld,
  type TestUser,
  password,
  type TestWorld,
} from '#server/testing/fixtures/test-world.ts'
import { changeModerator, liftSuspension, suspendAccount } from './moderation.actions.ts'

let world: TestWorld
let count = 0
let alice: TestUser
let bruno: TestUser
/** Moderates. */
let marta: TestUser

beforeAll(async () => {
  world = await createTestWorld()
  marta = await world.createUser('marta')
  await changeModerator(world.db, marta.id, true)
})
afterAll(() => world.close())
beforeEach(async () => {
  count++
  ;[alice, bruno] = [await world.createUser(`alice${count}`), await world.createUser(`bruno${count}`)]
})

const suspended = 'Il tuo account è sospeso: per saperne di più, scrivi a chi gestisce questo server.'
const signsIn = (person: TestUser, secret = password, client: Client = world.createVisitor()) =>
  client.call('login', { email: `${person.username}@example.it`, password: secret })

test('Alice is suspended for a post: her sessions end at once, and with the right password she reads why', async () => {
  const { id } = await alice.createPost('Insulti')
  await bruno.callOk('report', { target_type: 'post', target_id: id, reason: 'harassment' })
  const elsewhere = world.createVisitor()
  await signsIn(alice, password, elsewhere)
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
  expect(await signsIn(alice)).toMatchObject({
    status: 403,
    body: {
      error:
        'Il tuo account è sospeso (motivo: «Insulti ripetuti»): per saperne di più, scrivi a chi gestisce questo server.',
    },
  })
  const [wrong, unknown] = [
    await signsIn(alice, 'sbagliata!'),
    await world.createVisitor().call('login', { email: 'nessuno@example.it', password }),
  ]
  expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body])
  expect((await signsIn(alice)).headers.getSetCookie()).toEqual([])
  expect((await marta.callOk('getSuspended', {})).suspended[0]).toMatchObject({
    id: alice.id,
    note: 'Insulti ripetuti',
    moderator: 'marta',
    by_operator: false,
  })
})

test('A new password does not bring her in, and neither do push messages or where she was last stay', async () => {
  const { settings } = await alice.callOk('getUserSettings', {})
  await alice.callOk('updateUserSettings', { ...settings, notify_nearby_posts: 1 })
  await alice.callOk('getFeed', duomo)
  await alice.callOk('subscribePush', {
    endpoint: `http://127.0.0.1:9/${alice.id}`,
    p256dh: 'a'.repeat(87),
    auth: 'a'.repeat(22),
  })
  const kept = async () =>
    Promise.all(
      (['sessions', 'push_subscriptions', 'user_cells'] as const).map(
        async (table) =>
          (await world.db.selectFrom(table).select('user_id').where('user_id', '=', alice.id).execute()).length,
      ),
    )
  expect(await kept()).toEqual([1, 1, 1])
  await suspendAccount(world.db, alice.id, '')
  expect(await kept()).toEqual([0, 0, 0])
  const { resetPassword, mailPasswordReset } = await import('#server/auth/auth.actions.ts')
  let letter = ''
  await mailPasswordReset(
    world.db,
    { send: async ({ text }) => void (letter = text), sweep: async () => undefined },
    new URL(world.url),
    `${alice.username}@example.it`,
  )
  await resetPassword(world.db, { token: letter.match(/#(\S+)/)![1]!, password: 'un’altra lunga frase' })
  expect(await signsIn(alice, 'un’altra lunga frase')).toMatchObject({ status: 403, body: { error: suspended } })
})

test('Who signs in at the very moment of the suspension is not in afterwards', async () => {
  for (let round = 0; round < 5; round++) {
    const visitors = Array.from({ length: 8 }, () => world.createVisitor())
    const signing = visitors.map((visitor) => signsIn(alice, password, visitor))
    const [first] = await Promise.all([Promise.race(signing), suspendAccount(world.db, alice.id, '')])
    expect([200, 403]).toContain(first.status)
    await Promise.all(signing)
    for (const visitor of visitors) expect((await visitor.call('getFeed', {})).status).toBe(401)
    await liftSuspension(world.db, { moderatorId: null, userId: alice.id, note: '' })
  }
})

test('All that is hers is hidden, also where only names are listed, and comes back as it was', async () => {
  const [post, other] = [await alice.createPost('Di Alice'), await bruno.createPost('Di Bruno')]
  await alice.callOk('addComment', { post_id: other.id, text: 'Ciao Bruno' })
  await alice.callOk('likePost', { post_id: other.id })
  await alice.follow(bruno)
  await bruno.follow(alice)
  await bruno.makePrivate()
  const asked = await world.createUser(`carla${count}`)
  await asked.makePrivate()
  await alice.callOk('requestFollow', { followed_id: asked.id })
  const seen = async () => ({
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
    requests: await asked.callOk('getFollowRequests', {}).then(({ total, requests }) => [total, requests.length]),
    told: (await bruno.callOk('getNotifications', {})).notifications.map(({ kind }) => kind),
  })
  await expect
    .poll(async () => (await seen()).told, { timeout: 10_000 })
    .toEqual(expect.arrayContaining(['like', 'comment', 'follow']))
  const before = await seen()
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
  await suspendAccount(world.db, alice.id, '')
  expect(await seen()).toMatchObject({
    profile: 404,
    post: 404,
    feed: false,
    comments: 0,
    likes: 0,
    followers: 0,
    found: false,
    requests: [0, 0],
    told: ['welcome'],
  })
  expect((await bruno.call('blockUser', { blocked_id: alice.id })).status).toBe(404)
  await marta.callOk('liftSuspension', { suspended_id: alice.id })
  expect(await seen()).toEqual(before)
  expect((await signsIn(alice)).status).toBe(200)
})

describe('Her open pages', () => {
  let other: ServerProcess
  beforeAll(async () => {
    other = await startServer({ DATABASE_URL: world.databaseUrl, DATA_DIR: world.dataDir })
  })
  afterAll(() => other.stop())

  test('end at once, at whichever server they are, and those of others stay', async () => {
    const pages = [await openEventStream(alice), await openEventStream(alice, '', {}, other.url)]
    const unconcerned = await openEventStream(bruno, '', {}, other.url)
    await suspendAccount(world.db, alice.id, '')
    for (const page of pages) await expect.poll(page.hasEnded, { timeout: 10_000 }).toBe(true)
    expect(unconcerned.hasEnded()).toBe(false)
    expect((await alice.request('/api/events')).status).toBe(401)
  })
})

test('What waits in the queue when she is suspended tells nobody of her, and her nothing', async () => {
  const quiet = await createTestWorld()
  const [anna, bianca, carlo] = [
    await quiet.createUser('anna'),
    await quiet.createUser('bianca'),
    await quiet.createUser('carlo'),
  ]
  const [mine, hers] = [await anna.createPost('Mio'), await bianca.createPost('Suo')]
  const rows = () =>
    quiet.db
      .selectFrom('notifications')
      .select(['user_id', 'kind'])
      .where('kind', '<>', 'welcome')
      .orderBy('kind')
      .execute()
  await expect
    .poll(async () => (await quiet.db.selectFrom('notifications').select('id').execute()).length, { timeout: 10_000 })
    .toBe(3)
  await quiet.jobs.stop()
  const placeId = await quiet.findPlaceId('Piazza del Duomo', 'Milano')
  for (const person of [anna, bianca]) await person.callOk('followPlace', { place_id: placeId })
  await bianca.callOk('likePost', { post_id: mine.id })
  await bianca.follow(anna)
  await bianca.callOk('requestSpotted', { post_id: mine.id, action: 'request' })
  await bianca.createPost('Nuovo')
  await anna.callOk('likePost', { post_id: hers.id })
  await carlo.callOk('addComment', { post_id: mine.id, text: 'Eccomi' })
  await suspendAccount(quiet.db, bianca.id, '')
  await carlo.createPost('Anche io')
  const worker = await startServer({ DATABASE_URL: quiet.databaseUrl, DATA_DIR: quiet.dataDir })
  await expect.poll(rows, { timeout: 20_000 }).toEqual([
    { user_id: anna.id, kind: 'comment' },
    { user_id: anna.id, kind: 'place_post' },
  ])
  // The row of the place may have come of the one post or the other: what it tells is Carlo's.
  const told = (await anna.callOk('getNotifications', {})).notifications.map(({ kind, who }) => [kind, who])
  expect(told).toEqual(
    expect.arrayContaining([
      ['comment', 'carlo'],
      ['place_post', 'carlo'],
    ]),
  )
  await worker.stop()
  await quiet.close()
}, 60_000)
