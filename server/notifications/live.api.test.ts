import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announce } from '#server/platform/live.ts'
import { listens, type OpenPage } from '#server/testing/harness/event-stream-client.ts'
import { startServer, type ServerProcess } from '#server/testing/harness/server-process.ts'
import { createTestWorld, type TestWorld } from '#server/testing/fixtures/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const hears = (page: OpenPage, event: string, like: object) =>
  expect.poll(() => page.of(event), { timeout: 10_000 }).toContainEqual(expect.objectContaining(like))

test('Who is not signed in is told nothing', async () => {
  expect((await world.visitor().request('/api/events')).status).toBe(401)
})

describe('A page that is open', () => {
  test('knows at once how many are unread, and sees the number rise without asking', async () => {
    const [anna, bruno] = [await world.person('anna'), await world.person('bruno')]
    const page = await listens(anna)
    await hears(page, 'unread', { unread_count: 1 })
    const post = await anna.publishes('Ciao')
    await bruno.gets('likePost', { post_id: post.id })
    await hears(page, 'notification', { kind: 'like', who: 'bruno' })
    await hears(page, 'unread', { unread_count: 2 })
  })

  test('is told what it missed when it comes back with the last id it heard', async () => {
    const [anna, bruno, carla] = [
      await world.person('anna.b'),
      await world.person('bruno.b'),
      await world.person('carla.b'),
    ]
    const before = await listens(anna)
    await bruno.gets('requestFollow', { followed_id: anna.id })
    await hears(before, 'notification', { kind: 'follow' })
    const { id } = before.heard.findLast(({ event }) => event === 'notification')!
    before.close()
    const post = await anna.publishes('Ciao')
    await carla.gets('addComment', { post_id: post.id, text: 'Eccomi' })
    await expect
      .poll(async () => (await anna.gets('getNotifications', {})).notifications[0]?.kind, { timeout: 10_000 })
      .toBe('comment')
    const after = await listens(anna, '', { 'last-event-id': id! })
    await hears(after, 'notification', { kind: 'comment', comment_text: 'Eccomi' })
    const again = await listens(anna, `?after=${id}`)
    await hears(again, 'notification', { kind: 'comment', comment_text: 'Eccomi' })
  })

  test('sees the posts that it shows move, at once and later, and none that it may not see', async () => {
    const [anna, bruno, carla] = [
      await world.person('anna.c'),
      await world.person('bruno.c'),
      await world.person('carla.c'),
    ]
    const post = await anna.publishes('Per tutti')
    const hidden = await anna.publishes('Per chi mi segue', { privacy: 'followers' })
    const page = await listens(bruno, `?posts=${post.id},${hidden.id}`)
    await hears(page, 'post', { id: post.id, likes_count: 0 })
    for (const { id } of [post, hidden]) await anna.gets('likePost', { post_id: id })
    await hears(page, 'post', { id: post.id, likes_count: 1 })
    await anna.gets('addComment', { post_id: post.id, text: 'Ciao' })
    await hears(page, 'post', { id: post.id, comments_count: 1 })
    await anna.blocks(bruno)
    await carla.gets('likePost', { post_id: post.id })
    const other = await listens(carla, `?posts=${post.id}`)
    await hears(other, 'post', { likes_count: 2 })
    expect(page.of('post').filter(({ id, likes_count }) => id === hidden.id || likes_count === 2)).toEqual([])
  })

  test('is told no more once its session has ended', async () => {
    const [anna, bruno] = [await world.person('anna.d'), await world.person('bruno.d')]
    const page = await listens(anna)
    await anna.gets('logout', {})
    await bruno.gets('requestFollow', { followed_id: anna.id })
    await expect.poll(page.ended, { timeout: 10_000 }).toBe(true)
    expect(page.of('notification').filter(({ kind }) => kind !== 'welcome')).toEqual([])
  })

  test('is told nothing that is read after its session has ended', async () => {
    const [anna, bruno] = [await world.person('anna.ended'), await world.person('bruno.ended')]
    const page = await listens(anna)
    await hears(page, 'unread', { unread_count: 1 })
    const readers = () =>
      sql<{
        waiting: number
      }>`SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = 'notifications'::regclass`.execute(
        world.db,
      )
    await world.db.transaction().execute(async (locking) => {
      await sql`LOCK TABLE notifications`.execute(locking)
      await announce(world.db, { users: [anna.id] })
      await expect.poll(async () => (await readers()).rows[0]?.waiting, { timeout: 10_000 }).toBeGreaterThan(0)
      await world.db.deleteFrom('sessions').where('user_id', '=', anna.id).execute()
      await locking
        .insertInto('notifications')
        .values({ user_id: anna.id, kind: 'follow', actor_id: bruno.id })
        .execute()
    })
    await expect.poll(page.ended, { timeout: 10_000 }).toBe(true)
    expect(page.of('notification').filter(({ kind }) => kind === 'follow')).toEqual([])
  })

  test('asks for nonsense, and is told nothing of it', async () => {
    const anna = await world.person('anna.e')
    const page = await listens(anna, `?posts=x,,-1,9e99,${'1,'.repeat(500)}&after=NaN`)
    await hears(page, 'unread', {})
    expect(page.of('post')).toEqual([])
  })

  test('is one of twelve: the oldest of one person ends when there is one more', async () => {
    const anna = await world.person('anna.f')
    const first = await listens(anna)
    for (let n = 0; n < 12; n++) await listens(anna)
    await expect.poll(first.ended, { timeout: 10_000 }).toBe(true)
  })
})

describe('Two servers on one database', () => {
  let other: ServerProcess
  beforeAll(async () => {
    other = await startServer({ DATABASE_URL: world.databaseUrl, DATA_DIR: world.dataDir })
  })
  afterAll(() => other.stop())

  test('What happens at one is told by the other, whichever does the work', async () => {
    const [anna, bruno] = [await world.person('anna.g'), await world.person('bruno.g')]
    const post = await anna.publishes('Ciao')
    const here = await listens(anna, `?posts=${post.id}`)
    const there = await listens(anna, `?posts=${post.id}`, {}, other.url)
    await bruno.gets('likePost', { post_id: post.id })
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
