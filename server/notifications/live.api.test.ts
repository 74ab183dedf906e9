import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announce } from '#server/platform/live/announce.ts'
import { openEventStream, type EventStream } from '#server/testing/harness/event-stream.ts'
import { startServer, type ServerProcess } from '#server/testing/harness/server-process.ts'
import { createTestApp, type TestApp } from '#server/testing/fixtures/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const hears = (page: EventStream, event: string, like: object) =>
  expect.poll(() => page.dataOf(event), { timeout: 10_000 }).toContainEqual(expect.objectContaining(like))

test('Who is not signed in is told nothing', async () => {
  expect((await app.createVisitor().request('/api/events')).status).toBe(401)
})

describe('A page that is open', () => {
  test('knows at once how many are unread, and sees the number rise without asking', async () => {
    const [anna, bruno] = [await app.createUser('anna'), await app.createUser('bruno')]
    const page = await openEventStream(anna)
    await hears(page, 'unread', { unread_count: 1 })
    const post = await anna.createPost('Ciao')
    await bruno.callOk('likePost', { post_id: post.id })
    await hears(page, 'notification', { kind: 'like', who: 'bruno' })
    await hears(page, 'unread', { unread_count: 2 })
  })

  test('is told what it missed when it comes back with the last id it heard', async () => {
    const [anna, bruno, carla] = [
      await app.createUser('anna.b'),
      await app.createUser('bruno.b'),
      await app.createUser('carla.b'),
    ]
    const before = await openEventStream(anna)
    await bruno.callOk('requestFollow', { followed_id: anna.id })
    await hears(before, 'notification', { kind: 'follow' })
    const { id } = before.events.findLast(({ event }) => event === 'notification')!
    before.close()
    const post = await anna.createPost('Ciao')
    await carla.callOk('addComment', { post_id: post.id, text: 'Eccomi' })
    await expect
      .poll(async () => (await anna.callOk('getNotifications', {})).notifications[0]?.kind, { timeout: 10_000 })
      .toBe('comment')
    const after = await openEventStream(anna, '', { 'last-event-id': id! })
    await hears(after, 'notification', { kind: 'comment', comment_text: 'Eccomi' })
    const again = await openEventStream(anna, `?after=${id}`)
    await hears(again, 'notification', { kind: 'comment', comment_text: 'Eccomi' })
  })

  test('sees the posts that it shows move, at once and later, and none that it may not see', async () => {
    const [anna, bruno, carla] = [
      await app.createUser('anna.c'),
      await app.createUser('bruno.c'),
      await app.createUser('carla.c'),
    ]
    const post = await anna.createPost('Per tutti')
    const hidden = await anna.createPost('Per chi mi segue', { privacy: 'followers' })
    const page = await openEventStream(bruno, `?posts=${post.id},${hidden.id}`)
    await hears(page, 'post', { id: post.id, likes_count: 0 })
    for (const { id } of [post, hidden]) await anna.callOk('likePost', { post_id: id })
    await hears(page, 'post', { id: post.id, likes_count: 1 })
    await anna.callOk('addComment', { post_id: post.id, text: 'Ciao' })
    await hears(page, 'post', { id: post.id, comments_count: 1 })
    await anna.block(bruno)
    await carla.callOk('likePost', { post_id: post.id })
    const other = await openEventStream(carla, `?posts=${post.id}`)
    await hears(other, 'post', { likes_count: 2 })
    expect(page.dataOf('post').filter(({ id, likes_count }) => id === hidden.id || likes_count === 2)).toEqual([])
  })

  test('is told no more once its session has ended', async () => {
    const [anna, bruno] = [await app.createUser('anna.d'), await app.createUser('bruno.d')]
    const page = await openEventStream(anna)
    await anna.callOk('logout', {})
    await bruno.callOk('requestFollow', { followed_id: anna.id })
    await expect.poll(page.hasEnded, { timeout: 10_000 }).toBe(true)
    expect(page.dataOf('notification').filter(({ kind }) => kind !== 'welcome')).toEqual([])
  })

  test('is told nothing that is read after its session has ended', async () => {
    const [anna, bruno] = [await app.createUser('anna.ended'), await app.createUser('bruno.ended')]
    const page = await openEventStream(anna)
    await hears(page, 'unread', { unread_count: 1 })
    const readers = () =>
      sql<{
        waiting: number
      }>`SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = 'notifications'::regclass`.execute(
        app.db,
      )
    await app.db.transaction().execute(async (locking) => {
      await sql`LOCK TABLE notifications`.execute(locking)
      await announce(app.db, { userIds: [anna.id] })
      await expect.poll(async () => (await readers()).rows[0]?.waiting, { timeout: 10_000 }).toBeGreaterThan(0)
      await app.db.deleteFrom('sessions').where('user_id', '=', anna.id).execute()
      await locking
        .insertInto('notifications')
        .values({ user_id: anna.id, kind: 'follow', actor_id: bruno.id })
        .execute()
    })
    await expect.poll(page.hasEnded, { timeout: 10_000 }).toBe(true)
    expect(page.dataOf('notification').filter(({ kind }) => kind === 'follow')).toEqual([])
  })

  test('asks for nonsense, and is told nothing of it', async () => {
    const anna = await app.createUser('anna.e')
    const page = await openEventStream(anna, `?posts=x,,-1,9e99,${'1,'.repeat(500)}&after=NaN`)
    await hears(page, 'unread', {})
    expect(page.dataOf('post')).toEqual([])
  })

  test('is one of twelve: the oldest of one person ends when there is one more', async () => {
    const anna = await app.createUser('anna.f')
    const first = await openEventStream(anna)
    for (let n = 0; n < 12; n++) await openEventStream(anna)
    await expect.poll(first.hasEnded, { timeout: 10_000 }).toBe(true)
  })
})

describe('Two servers on one database', () => {
  let other: ServerProcess
  beforeAll(async () => {
    other = await startServer({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
  })
  afterAll(() => other.stop())

  test('What happens at one is told by the other, whichever does the work', async () => {
    const [anna, bruno] = [await app.createUser('anna.g'), await app.createUser('bruno.g')]
    const post = await anna.createPost('Ciao')
    const here = await openEventStream(anna, `?posts=${post.id}`)
    const there = await openEventStream(anna, `?posts=${post.id}`, {}, other.url)
    await bruno.callOk('likePost', { post_id: post.id })
    for (const page of [here, there]) {
      await hears(page, 'notification', { kind: 'like' })
      await hears(page, 'post', { id: post.id, likes_count: 1 })
    }
    await bruno.request(`${other.url}/api/posts/like_post.php`, {
      method: 'POST',
      body: JSON.stringify({ post_id: post.id }),
      headers: { 'content-type': 'application/json' },
    })
    for (const page of [here, there]) await hears(page, 'post', { id: post.id, likes_count: 0 })
  })
})
