import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Notification, NotificationKind } from '#contract/notifications.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { avoidHourEnd } from '#server/testing/harness/hour-end.ts'
import { type TestUser, useTestApp, useNewUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { notificationKinds } from './notification-kinds.queries.ts'

const app = useTestApp()
beforeEach(avoidHourEnd)
const [anna, bruno, carla] = useNewUsers(app, 'anna', 'bruno', 'carla')

const list = async (user: TestUser, kind?: NotificationKind): Promise<Notification[]> =>
  (await user.callOk('getNotifications', { limit: 50 })).notifications.filter(
    (one) => kind === undefined || one.kind === kind,
  )
const countUnread = async (user: TestUser) => (await user.callOk('getNotifications', {})).unread_count
/** Waits for a notification, which a job inserts. @returns the newest of its kind. */
const waitFor = async (user: TestUser, kind: NotificationKind, fields: object = {}): Promise<Notification> => {
  await expect.poll(() => list(user, kind)).toContainEqual(expect.objectContaining(fields))
  return (await list(user, kind))[0]!
}
/** Waits until the queue is processed: the welcome of a new account is its last job. */
const waitForAll = async () =>
  void (await waitFor(await app.createUser(`nuova_${randomUUID().slice(0, 8)}`), 'welcome'))
const markAllRead = async (user: TestUser) =>
  user.callOk('markNotificationsRead', { up_to: (await list(user))[0]!.position })
const changeSettings = async (user: TestUser, change: object) =>
  user.callOk('updateUserSettings', { ...(await user.callOk('getUserSettings', {})).settings, ...change })

test('A new account is welcomed, and has one unread notification', async () => {
  const welcome = await waitFor(anna, 'welcome')
  expect(welcome).toMatchObject({ who: '', is_read: false, actors: [], url: '/notifications' })
  expect(await countUnread(anna)).toBe(1)
  expect(await markAllRead(anna)).toMatchObject({ unread_count: 0 })
  expect(await list(anna)).toMatchObject([{ kind: 'welcome', is_read: true }])
})

test('The database takes every kind of notification', async () => {
  const { rows } = await sql<{ kinds: string }>`SELECT pg_get_constraintdef(oid) AS kinds
    FROM pg_constraint WHERE conname = 'notifications_kind_check'`.execute(app.db)
  expect(rows[0]?.kinds.match(/(?<=')\w+(?=')/g)?.toSorted()).toEqual(Object.keys(notificationKinds).toSorted())
})

describe('Likes and comments', () => {
  test('Several likes of a post make one notification, the newest first, without the author’s own like', async () => {
    const post = await anna.createPost('Un tramonto sul Naviglio', { image: await createPhoto() })
    for (const person of [anna, bruno, carla]) await person.callOk('likePost', { post_id: post.id })
    await waitFor(anna, 'like', { actors_count: 2 })
    expect(await list(anna, 'like')).toMatchObject([
      {
        who: `${carla.username} e ${bruno.username}`,
        text: 'hanno messo Mi piace al tuo post',
        post_id: post.id,
        post_text: 'Un tramonto sul Naviglio',
        post_image: post.image_url,
        url: `/post/${post.id}`,
        actors: [{ id: carla.id }, { id: bruno.id }],
      },
    ])
  })

  test('A removed like disappears from the notification; a new like makes it unread again', async () => {
    const post = await anna.createPost('Ciao')
    await bruno.callOk('likePost', { post_id: post.id })
    await waitFor(anna, 'like')
    await markAllRead(anna)
    await carla.callOk('likePost', { post_id: post.id })
    await waitFor(anna, 'like', { actors_count: 2, is_read: false })
    expect(await countUnread(anna)).toBe(1)
    for (const person of [bruno, carla]) await person.callOk('likePost', { post_id: post.id })
    expect(await list(anna, 'like')).toEqual([])
    expect(await countUnread(anna)).toBe(0)
  })

  test('A comment notifies the post’s author with its text, a like of it notifies its author', async () => {
    const post = await anna.createPost('Ciao')
    const { comment } = await bruno.callOk('addComment', { post_id: post.id, text: 'Che luce!' })
    await carla.callOk('likeComment', { comment_id: comment.id })
    expect(await waitFor(anna, 'comment')).toMatchObject({
      who: bruno.username,
      text: 'ha commentato il tuo post',
      comment_text: 'Che luce!',
    })
    expect(await waitFor(bruno, 'comment_like')).toMatchObject({
      who: carla.username,
      comment_text: 'Che luce!',
      post_id: post.id,
    })
    await bruno.callOk('deleteComment', { comment_id: comment.id })
    expect([await list(anna, 'comment'), await list(bruno, 'comment_like')]).toEqual([[], []])
  })

  test('A long text is quoted to the end of a word, and an ellipsis says so', async () => {
    const post = await anna.createPost('Parole belle '.repeat(12))
    await bruno.callOk('addComment', { post_id: post.id, text: `${'a'.repeat(139)} bcd` })
    const { post_text, comment_text } = await waitFor(anna, 'comment')
    expect(post_text).toBe(`${'Parole belle '.repeat(10)}Parole…`)
    expect(comment_text).toBe(`${'a'.repeat(139)}…`)
  })

  test('A block in either direction removes the other from notifications', async () => {
    const post = await anna.createPost('Ciao')
    for (const person of [bruno, carla]) await person.callOk('likePost', { post_id: post.id })
    await waitFor(anna, 'like', { actors_count: 2 })
    await anna.block(bruno)
    expect(await list(anna, 'like')).toMatchObject([{ who: carla.username, actors_count: 1 }])
    await carla.block(anna)
    expect(await list(anna, 'like')).toEqual([])
    expect(await countUnread(anna)).toBe(1)
  })

  test('A like of a story is shown while the story is live', async () => {
    const { story } = await anna.callOk('createStory', { image: await createPhoto() })
    await bruno.callOk('likeStory', { story_id: story.id, action: 'like' })
    expect(await waitFor(anna, 'story_like')).toMatchObject({ who: bruno.username, story_id: story.id })
    await sql`UPDATE stories SET expires_at = ${new Date(0)} WHERE id = ${story.id}`.execute(app.db)
    expect(await list(anna, 'story_like')).toEqual([])
  })
})

describe('A setting decides at the time of the activity', () => {
  test.each([
    ['notify_likes', 'like', (post: number) => bruno.callOk('likePost', { post_id: post })],
    ['notify_comments', 'comment', (post: number) => bruno.callOk('addComment', { post_id: post, text: 'Ciao' })],
    [
      'notify_mentions',
      'comment_mention',
      async () => {
        const { id } = await carla.createPost('Qui')
        await bruno.callOk('addComment', { post_id: id, text: `Ciao @${anna.username}` })
      },
    ],
    ['notify_mentions', 'mention', () => bruno.createPost(`Ciao @${anna.username}`)],
    ['notify_follows', 'follow', () => bruno.callOk('requestFollow', { followed_id: anna.id })],
    [
      'notify_spotted',
      'spotted_request',
      (post: number) => bruno.callOk('requestSpotted', { post_id: post, action: 'request' }),
    ],
  ] as const)('%s turned off suppresses the notification', async (setting, kind, act) => {
    const post = await anna.createPost('Ciao')
    await changeSettings(anna, { [setting]: 0 })
    await act(post.id)
    await waitForAll()
    expect(await list(anna, kind)).toEqual([])
    expect(await list(anna, 'welcome')).toHaveLength(1)
  })
})

describe('Follows', () => {
  test('New followers of a day make one notification', async () => {
    for (const person of [bruno, carla]) await person.callOk('requestFollow', { followed_id: anna.id })
    expect(await waitFor(anna, 'follow', { actors_count: 2 })).toMatchObject({
      follower: null,
      text: 'hanno iniziato a seguirti',
      url: '/notifications',
    })
    await bruno.callOk('unfollow', { followed_id: anna.id })
    expect(await list(anna, 'follow')).toMatchObject([{ who: carla.username, url: `/profile/${carla.id}` }])
    const followersStatus = async () => (await list(anna, 'follow')).map(({ follower }) => follower?.follow_status)
    expect(await followersStatus()).toEqual([null])
    await anna.callOk('requestFollow', { followed_id: carla.id })
    expect(await followersStatus()).toEqual(['accepted'])
  })

  test('A request shows whether it is pending; accepting notifies the requester, declining does not', async () => {
    await anna.makePrivate()
    for (const person of [bruno, carla]) await person.callOk('requestFollow', { followed_id: anna.id })
    await expect.poll(() => list(anna, 'follow_request')).toHaveLength(2)
    expect(await list(anna, 'follow_request')).toContainEqual(
      expect.objectContaining({ who: bruno.username, text: 'ha chiesto di seguirti', follow_status: 'pending' }),
    )
    await anna.callOk('respondFollowRequest', { requester_id: bruno.id, action: 'accept' })
    await anna.callOk('respondFollowRequest', { requester_id: carla.id, action: 'decline' })
    expect(await waitFor(bruno, 'follow_accepted')).toMatchObject({ who: anna.username, url: `/profile/${anna.id}` })
    expect(await list(anna, 'follow_request')).toMatchObject([
      { who: bruno.username, text: 'ora ti segue', follow_status: 'accepted' },
    ])
    await waitForAll()
    expect(await list(carla, 'follow_accepted')).toEqual([])
  })

  test('Going public accepts pending requests and notifies the requesters', async () => {
    await anna.makePrivate()
    await bruno.callOk('requestFollow', { followed_id: anna.id })
    await anna.makePublic()
    expect(await waitFor(bruno, 'follow_accepted')).toMatchObject({ who: anna.username })
  })
})

describe('New posts', () => {
  test('Posts at a place notify its followers once a day, except the author and who may not see them', async () => {
    const place_id = await app.findPlaceId('Bergamo')
    for (const person of [anna, bruno, carla]) await person.callOk('followPlace', { place_id })
    await bruno.block(anna)
    await anna.createPost('Primo', { location_id: place_id })
    const second = await anna.createPost('Secondo', { location_id: place_id })
    expect(await waitFor(carla, 'place_post', { post_id: second.id })).toMatchObject({
      who: anna.username,
      location_name: 'Bergamo',
      url: `/post/${second.id}`,
    })
    await anna.createPost('Per chi mi segue', { location_id: place_id, privacy: 'followers' })
    await waitForAll()
    expect(await list(carla, 'place_post')).toMatchObject([{ post_id: second.id }])
    expect([await list(anna, 'place_post'), await list(bruno, 'place_post')]).toEqual([[], []])
  })

  test('Posts nearby notify within the chosen distance, by a coarse cell stored only while the setting is on', async () => {
    await changeSettings(anna, { notify_nearby_posts: 1, notify_radius: 3000 })
    await changeSettings(bruno, { notify_nearby_posts: 1, notify_radius: 5000 })
    // 6 km from the station.
    await anna.callOk('recordNearbyCell', { lat: 45.52, lon: 9.26 })
    await bruno.callOk('recordNearbyCell', { lat: 45.52, lon: 9.26 })
    await carla.callOk('recordNearbyCell', { lat: 45.46, lon: 9.19 })
    const post = await carla.createPost('In stazione', { location_id: await app.findPlaceId('Milano Centrale') })
    expect(await waitFor(bruno, 'nearby_post')).toMatchObject({ who: carla.username, post_id: post.id })
    await waitForAll()
    expect([await list(anna, 'nearby_post'), await list(carla, 'nearby_post')]).toEqual([[], []])
    const cells = () =>
      sql<{
        user_id: number
      }>`SELECT user_id FROM user_cells WHERE user_id = ANY(${[anna.id, bruno.id, carla.id]})`.all(app.db)
    expect(await cells()).toHaveLength(2)
    for (const person of [anna, bruno]) await changeSettings(person, { notify_nearby_posts: 0 })
    expect(await cells()).toEqual([])
  })

  test('Opening the feed stores no cell, since another site can send somebody to it', async () => {
    await changeSettings(bruno, { notify_nearby_posts: 1 })
    await bruno.callOk('getFeed', { lat: 45.49, lon: 9.24 })
    for (const where of ['45.49_9.24', '41.90_12.49'])
      await bruno.request('/feed', { headers: { cookie: `${bruno.cookie()}; where=${where}` } })
    expect((await bruno.request('/api/user/record_nearby_cell.php?lat=45.49&lon=9.24')).status).toBe(405)
    const elsewhere = await bruno.request('/api/user/record_nearby_cell.php', {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example' },
      body: new URLSearchParams({ lat: '45.49', lon: '9.24' }),
    })
    expect(elsewhere.status).toBe(403)
    const cells = await sql<{ c7: string }>`SELECT c7 FROM user_cells WHERE user_id = ${bruno.id}`.all(app.db)
    expect(cells).toEqual([])
  })

  test('A cell is stored without the setting for nobody, and replaced when somebody moves on', async () => {
    const findCell = async () =>
      (await sql<{ c7: string }>`SELECT c7 FROM user_cells WHERE user_id = ${bruno.id}`.all(app.db))[0]?.c7
    await bruno.callOk('recordNearbyCell', { lat: 45.49, lon: 9.24 })
    expect(await findCell()).toBeUndefined()
    await changeSettings(bruno, { notify_nearby_posts: 1 })
    await bruno.callOk('recordNearbyCell', { lat: 45.49, lon: 9.24 })
    const first = await findCell()
    await bruno.callOk('recordNearbyCell', {})
    expect(await findCell()).toBe(first)
    await bruno.callOk('recordNearbyCell', { lat: 41.9, lon: 12.49 })
    expect(await findCell()).not.toBe(first)
  })

  test('Many posts nearby of one day are one notification for each place', async () => {
    const places = await Promise.all([
      app.findPlaceId('Castello Sforzesco', 'Milano'),
      app.findPlaceId('Teatro alla Scala', 'Milano'),
    ])
    await changeSettings(bruno, { notify_nearby_posts: 1, notify_radius: 1000 })
    await bruno.callOk('recordNearbyCell', { lat: 45.46, lon: 9.19 })
    const postEverywhere = async (text: string) => {
      for (let round = 1; round <= 3; round++)
        for (const location_id of places) await anna.createPost(`${text} ${round}`, { location_id })
      const last = await carla.createPost(`${text} anch’io`, { location_id: places[1]! })
      await waitFor(bruno, 'nearby_post', { post_id: last.id })
      await waitForAll()
      return last
    }
    // Jobs of posts that were published together run in any order: the list is compared by its texts.
    const listNearby = async () =>
      (await list(bruno, 'nearby_post')).toSorted((one, other) => (one.text < other.text ? -1 : 1))
    await postEverywhere('Prima')
    expect(await listNearby()).toMatchObject([
      {
        who: anna.username,
        text: 'ha pubblicato vicino a te (\u2068Castello Sforzesco\u2069)',
        post_text: 'Prima 3',
      },
      {
        who: `${carla.username} e ${anna.username}`,
        text: 'hanno pubblicato vicino a te (\u2068Teatro alla Scala\u2069)',
        post_text: 'Prima anch’io',
        url: `/location/${places[1]}`,
      },
    ])
    const hidden = await anna.createPost('Per chi mi segue', { location_id: places[0]!, privacy: 'followers' })
    await waitForAll()
    expect((await list(bruno, 'nearby_post')).map(({ post_id }) => post_id)).not.toContain(hidden.id)
    await anna.callOk('deletePost', { post_id: (await listNearby())[0]!.post_id! })
    expect((await listNearby())[0]).toMatchObject({ post_text: 'Prima 2' })
  })

  test('A post notifies 2,345 followers of its place, each once', async () => {
    const place = await app.findPlaceId('Lecce')
    await sql`
      WITH audience AS (
        INSERT INTO users (username, email, password_hash)
        SELECT 'folla_' || n, 'folla_' || n || '@example.it', '-' FROM generate_series(1, 2345) n RETURNING id
      )
      INSERT INTO place_follows (user_id, place_id) SELECT id, ${place} FROM audience`.execute(app.db)
    await anna.createPost('Per la folla', { location_id: place })
    const countNotified = async () =>
      (
        await sql<{
          count: number
        }>`SELECT count(*) AS count FROM notifications WHERE kind = 'place_post' AND place_id = ${place}`.one(app.db)
      ).count
    await expect.poll(countNotified).toBe(2345)
  })
})

test('Pages of notifications repeat nothing while new ones arrive', async () => {
  const posts = await Promise.all([1, 2, 3].map((n) => anna.createPost(`Post ${n}`)))
  for (const { id } of posts) await bruno.callOk('likePost', { post_id: id })
  await expect.poll(() => list(anna, 'like')).toHaveLength(3)
  const first = await anna.callOk('getNotifications', { limit: 2 })
  await carla.callOk('requestFollow', { followed_id: anna.id })
  await waitFor(anna, 'follow')
  const second = await anna.callOk('getNotifications', { limit: 2, cursor: first.next_cursor! })
  const ids = [...first.notifications, ...second.notifications].map(({ id }) => id)
  expect(new Set(ids).size).toBe(4)
  expect(second.next_cursor).toBeNull()
})

test('A Spotted request notifies the author, its confirmation the requester, until it is withdrawn', async () => {
  const post = await anna.createPost('Tu con il cappello rosso')
  await bruno.callOk('requestSpotted', { post_id: post.id, action: 'request' })
  expect(await waitFor(anna, 'spotted_request')).toMatchObject({
    who: bruno.username,
    url: `/spotted-requests/${post.id}`,
  })
  const {
    requests: [request],
  } = await anna.callOk('getSpottedRequests', { post_id: post.id })
  await anna.callOk('updateSpottedRequestStatus', { request_id: request!.request_id, status: 'confirmed' })
  expect(await waitFor(bruno, 'spotted_confirmed')).toMatchObject({
    who: anna.username,
    url: `/post/${post.id}#trovati`,
  })
  await bruno.callOk('requestSpotted', { post_id: post.id, action: 'withdraw' })
  expect([await list(anna, 'spotted_request'), await list(bruno, 'spotted_confirmed')]).toEqual([[], []])
})
