import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Notification, NotificationKind } from '#contract/notifications.ts'
import { startServer } from '#server/testing/harness/server-process.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'

let app: TestApp
let many = 0
let anna: TestUser
let bruno: TestUser
let carla: TestUser
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  many++
  ;[anna, bruno, carla] = await Promise.all([
    app.createUser(`anna_${many}`),
    app.createUser(`bruno_${many}`),
    app.createUser(`carla_${many}`),
  ])
})

const told = async (person: TestUser, kind?: NotificationKind): Promise<Notification[]> =>
  (await person.callOk('getNotifications', { limit: 50 })).notifications.filter(
    (one) => kind === undefined || one.kind === kind,
  )
const unread = async (person: TestUser) => (await person.callOk('getNotifications', {})).unread_count
/** Waits until somebody is told of a kind: it is done by a job. */
const hears = async (person: TestUser, kind: NotificationKind, like: object = {}): Promise<Notification> => {
  await expect.poll(() => told(person, kind), { timeout: 10_000 }).toContainEqual(expect.objectContaining(like))
  return (await told(person, kind))[0]!
}
/** Waits until everything that has happened has been told: the last to be told is a welcome. */
const allIsTold = async () => void (await hears(await app.createUser(`nuova_${many}_${Date.now() % 1e6}`), 'welcome'))
const reads = async (person: TestUser) =>
  person.callOk('markNotificationsRead', { up_to: (await told(person))[0]!.position })
const sets = async (person: TestUser, change: object) =>
  person.callOk('updateUserSettings', { ...(await person.callOk('getUserSettings', {})).settings, ...change })

test('A new account is welcomed, and has one unread notification', async () => {
  const welcome = await hears(anna, 'welcome')
  expect(welcome).toMatchObject({ who: '', is_read: false, actors: [], url: '/notifications' })
  expect(await unread(anna)).toBe(1)
  expect(await reads(anna)).toMatchObject({ unread_count: 0 })
  expect(await told(anna)).toMatchObject([{ kind: 'welcome', is_read: true }])
})

describe('Likes and comments', () => {
  test('Who is liked by several is told once, newest first, with the post; who likes their own is not told', async () => {
    const post = await anna.createPost('Un tramonto sul Naviglio', { image: await createPhoto() })
    for (const person of [anna, bruno, carla]) await person.callOk('likePost', { post_id: post.id })
    await hears(anna, 'like', { actors_count: 2 })
    expect(await told(anna, 'like')).toMatchObject([
      {
        who: `${carla.username} e ${bruno.username}`,
        text: 'hanno messo Mi piace al tuo post',
        post_id: post.id,
        post_text: 'Un tramonto sul Naviglio',
        post_image: post.image_url,
        url: `/comments/${post.id}`,
        actors: [{ id: carla.id }, { id: bruno.id }],
      },
    ])
  })

  test('A like that is taken back is told no more; one after reading is unread again', async () => {
    const post = await anna.createPost('Ciao')
    await bruno.callOk('likePost', { post_id: post.id })
    await hears(anna, 'like')
    await reads(anna)
    await carla.callOk('likePost', { post_id: post.id })
    await hears(anna, 'like', { actors_count: 2, is_read: false })
    expect(await unread(anna)).toBe(1)
    for (const person of [bruno, carla]) await person.callOk('likePost', { post_id: post.id })
    expect(await told(anna, 'like')).toEqual([])
    expect(await unread(anna)).toBe(0)
  })

  test('A comment is told with its words, and a like of a comment to who wrote it', async () => {
    const post = await anna.createPost('Ciao')
    const { comment } = await bruno.callOk('addComment', { post_id: post.id, text: 'Che luce!' })
    await carla.callOk('likeComment', { comment_id: comment.id })
    expect(await hears(anna, 'comment')).toMatchObject({
      who: bruno.username,
      text: 'ha commentato il tuo post',
      comment_text: 'Che luce!',
    })
    expect(await hears(bruno, 'comment_like')).toMatchObject({
      who: carla.username,
      comment_text: 'Che luce!',
      post_id: post.id,
    })
    await bruno.callOk('deleteComment', { comment_id: comment.id })
    expect([await told(anna, 'comment'), await told(bruno, 'comment_like')]).toEqual([[], []])
  })

  test('Nobody hears of somebody whom a block parts from them, also afterwards', async () => {
    const post = await anna.createPost('Ciao')
    for (const person of [bruno, carla]) await person.callOk('likePost', { post_id: post.id })
    await hears(anna, 'like', { actors_count: 2 })
    await anna.block(bruno)
    expect(await told(anna, 'like')).toMatchObject([{ who: carla.username, actors_count: 1 }])
    await carla.block(anna)
    expect(await told(anna, 'like')).toEqual([])
    expect(await unread(anna)).toBe(1)
  })

  test('A story that is liked is told of while it lives', async () => {
    const { story } = await anna.callOk('createStory', { image: await createPhoto() })
    await bruno.callOk('likeStory', { story_id: story.id, action: 'like' })
    expect(await hears(anna, 'story_like')).toMatchObject({ who: bruno.username, story_id: story.id })
    await app.db
      .updateTable('stories')
      .set({ expires_at: new Date(0) })
      .where('id', '=', story.id)
      .execute()
    expect(await told(anna, 'story_like')).toEqual([])
  })
})

describe('Settings are asked at the moment of telling', () => {
  test.each([
    ['notify_likes', 'like', (post: number) => bruno.callOk('likePost', { post_id: post })],
    ['notify_comments', 'comment', (post: number) => bruno.callOk('addComment', { post_id: post, text: 'Ciao' })],
    ['notify_follows', 'follow', () => bruno.callOk('requestFollow', { followed_id: anna.id })],
    [
      'notify_spotted',
      'spotted_request',
      (post: number) => bruno.callOk('requestSpotted', { post_id: post, action: 'request' }),
    ],
  ] as const)('%s', async (setting, kind, act) => {
    const post = await anna.createPost('Ciao')
    await sets(anna, { [setting]: 0 })
    await act(post.id)
    await allIsTold()
    expect(await told(anna, kind)).toEqual([])
    expect(await told(anna, 'welcome')).toHaveLength(1)
  })
})

describe('Follows', () => {
  test('Who begins to follow is told of, together with others of the same day', async () => {
    for (const person of [bruno, carla]) await person.callOk('requestFollow', { followed_id: anna.id })
    expect(await hears(anna, 'follow', { actors_count: 2 })).toMatchObject({
      text: 'hanno iniziato a seguirti',
      url: '/notifications',
    })
    await bruno.callOk('unfollow', { followed_id: anna.id })
    expect(await told(anna, 'follow')).toMatchObject([{ who: carla.username, url: `/profile/${carla.id}` }])
  })

  test('A request is told with whether it waits; who is accepted is told so; who is declined is told nothing', async () => {
    await anna.makePrivate()
    for (const person of [bruno, carla]) await person.callOk('requestFollow', { followed_id: anna.id })
    await expect.poll(() => told(anna, 'follow_request'), { timeout: 10_000 }).toHaveLength(2)
    expect(await told(anna, 'follow_request')).toContainEqual(
      expect.objectContaining({ who: bruno.username, text: 'ha chiesto di seguirti', follow_status: 'pending' }),
    )
    await anna.callOk('respondFollowRequest', { requester_id: bruno.id, action: 'accept' })
    await anna.callOk('respondFollowRequest', { requester_id: carla.id, action: 'decline' })
    expect(await hears(bruno, 'follow_accepted')).toMatchObject({ who: anna.username, url: `/profile/${anna.id}` })
    expect(await told(anna, 'follow_request')).toMatchObject([
      { who: bruno.username, text: 'ora ti segue', follow_status: 'accepted' },
    ])
    await allIsTold()
    expect(await told(carla, 'follow_accepted')).toEqual([])
  })

  test('Going public accepts those who wait, and tells them', async () => {
    await anna.makePrivate()
    await bruno.callOk('requestFollow', { followed_id: anna.id })
    await anna.makePublic()
    expect(await hears(bruno, 'follow_accepted')).toMatchObject({ who: anna.username })
  })
})

describe('New posts', () => {
  test('Who follows a place hears of new posts there, told together day by day; not who wrote it, nor who may not see it', async () => {
    const place_id = await app.findPlaceId('Bergamo')
    for (const person of [anna, bruno, carla]) await person.callOk('followPlace', { place_id })
    await bruno.block(anna)
    await anna.createPost('Primo', { location_id: place_id })
    const second = await anna.createPost('Secondo', { location_id: place_id })
    expect(await hears(carla, 'place_post', { post_id: second.id })).toMatchObject({
      who: anna.username,
      location_name: 'Bergamo',
      url: `/comments/${second.id}`,
    })
    await anna.createPost('Per chi mi segue', { location_id: place_id, privacy: 'followers' })
    await allIsTold()
    expect(await told(carla, 'place_post')).toMatchObject([{ post_id: second.id }])
    expect([await told(anna, 'place_post'), await told(bruno, 'place_post')]).toEqual([[], []])
  })

  test('Who asked to hear of posts nearby does, within the radius, by one coarse cell that is kept only meanwhile', async () => {
    await sets(anna, { notify_nearby_posts: 1, notify_radius: 0 })
    await sets(bruno, { notify_nearby_posts: 1, notify_radius: 5000 })
    await anna.callOk('getFeed', { lat: 45.49, lon: 9.24 })
    await bruno.callOk('getFeed', { lat: 45.49, lon: 9.24 })
    await carla.callOk('getFeed', { lat: 45.46, lon: 9.19 })
    const post = await carla.createPost('In piazza')
    expect(await hears(bruno, 'nearby_post')).toMatchObject({ who: carla.username, post_id: post.id })
    await allIsTold()
    expect([await told(anna, 'nearby_post'), await told(carla, 'nearby_post')]).toEqual([[], []])
    const cells = () =>
      app.db.selectFrom('user_cells').select('user_id').where('user_id', 'in', [anna.id, bruno.id, carla.id]).execute()
    expect(await cells()).toHaveLength(2)
    for (const person of [anna, bruno]) await sets(person, { notify_nearby_posts: 0 })
    expect(await cells()).toEqual([])
  })

  test('Posting leaves the telling of many to others: a thousand followers and more are all told once', async () => {
    const place = await app.findPlaceId('Lecce')
    await sql`
      WITH crowd AS (INSERT INTO users (username, email, password_hash) SELECT 'folla_' || n, 'folla_' || n || '@example.it', '-' FROM generate_series(1, 2345) n RETURNING id)
      INSERT INTO place_follows (user_id, place_id) SELECT id, ${place} FROM crowd`.execute(app.db)
    await anna.createPost('Per la folla', { location_id: place })
    const heard = async () =>
      (
        await app.db
          .selectFrom('notifications')
          .where('kind', '=', 'place_post')
          .where('place_id', '=', place)
          .select((row) => row.fn.countAll<number>().as('many'))
          .executeTakeFirstOrThrow()
      ).many
    await expect.poll(heard, { timeout: 20_000 }).toBe(2345)
  })
})

test('A list is read page by page, and nothing twice while more comes', async () => {
  const posts = await Promise.all([1, 2, 3].map((n) => anna.createPost(`Post ${n}`)))
  for (const { id } of posts) await bruno.callOk('likePost', { post_id: id })
  await expect.poll(() => told(anna, 'like'), { timeout: 10_000 }).toHaveLength(3)
  const first = await anna.callOk('getNotifications', { limit: 2 })
  await carla.callOk('requestFollow', { followed_id: anna.id })
  await hears(anna, 'follow')
  const second = await anna.callOk('getNotifications', { limit: 2, cursor: first.next_cursor! })
  const ids = [...first.notifications, ...second.notifications].map(({ id }) => id)
  expect(new Set(ids).size).toBe(4)
  expect(second.next_cursor).toBeNull()
})

test('Who recognises themselves is told of to the author; who is confirmed is told so, until it is taken back', async () => {
  const post = await anna.createPost('Tu con il cappello rosso')
  await bruno.callOk('requestSpotted', { post_id: post.id, action: 'request' })
  expect(await hears(anna, 'spotted_request')).toMatchObject({
    who: bruno.username,
    url: `/spotted-requests/${post.id}`,
  })
  const {
    requests: [request],
  } = await anna.callOk('getSpottedRequests', { post_id: post.id })
  await anna.callOk('updateSpottedRequestStatus', { request_id: request!.request_id, status: 'confirmed' })
  expect(await hears(bruno, 'spotted_confirmed')).toMatchObject({ who: anna.username, url: `/comments/${post.id}` })
  await bruno.callOk('requestSpotted', { post_id: post.id, action: 'withdraw' })
  expect([await told(anna, 'spotted_request'), await told(bruno, 'spotted_confirmed')]).toEqual([[], []])
})

/** So many that a server cannot have told them all before it is killed. */
const crowd = 30_000

test('A server that is killed in the middle of telling a crowd loses nobody and tells nobody twice: another goes on', async () => {
  const shared = await createTestApp()
  try {
    const author = await shared.createUser('autrice')
    const place = await shared.findPlaceId('Lecce')
    await sql`
      WITH crowd AS (INSERT INTO users (username, email, password_hash) SELECT 'folla_' || n, 'folla_' || n || '@example.it', '-' FROM generate_series(1, ${crowd}::int) n RETURNING id)
      INSERT INTO place_follows (user_id, place_id) SELECT id, ${place} FROM crowd`.execute(shared.db)
    const reached = async () =>
      (
        await sql<{
          people: number
        }>`SELECT count(*)::int AS people FROM notifications WHERE kind = 'place_post'`.execute(shared.db)
      ).rows[0]!.people

    await shared.jobs.stop()
    const first = await startServer({ DATABASE_URL: shared.databaseUrl, DATA_DIR: shared.dataDir })
    await author.createPost('Per la folla', { location_id: place })
    await expect.poll(reached, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0)
    await first.kill()
    const before = await reached()
    expect(before).toBeLessThan(crowd)

    const second = await startServer({ DATABASE_URL: shared.databaseUrl, DATA_DIR: shared.dataDir })
    await expect.poll(reached, { timeout: 90_000 }).toBe(crowd)
    const { rows } = await sql<{
      twice: number
    }>`SELECT count(*)::int AS twice FROM (SELECT user_id FROM notifications WHERE kind = 'place_post' GROUP BY user_id HAVING count(*) > 1) x`.execute(
      shared.db,
    )
    expect(rows).toEqual([{ twice: 0 }])
    await second.stop()
  } finally {
    await shared.close()
  }
}, 180_000)
