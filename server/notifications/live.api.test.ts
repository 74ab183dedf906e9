import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'
import { openEventStream, type EventStream } from '#server/testing/harness/event-stream.ts'
import { startServer, type ServerProcess } from '#server/testing/harness/server-process.ts'
import { useTestApp } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp()

const expectEvent = (page: EventStream, event: string, fields: object) =>
  expect.poll(() => page.dataOf(event)).toContainEqual(expect.objectContaining(fields))

test('A signed-out visitor cannot open the event stream', async () => {
  expect((await app.createVisitor().request('/api/events')).status).toBe(401)
})

describe('An open page', () => {
  test('gets the number of unread notifications at its start and when it changes', async () => {
    const anna = await app.createUser('anna')
    const bruno = await app.createUser('bruno')
    const page = await openEventStream(anna)
    await expectEvent(page, 'unread', { unread_count: 1 })
    const post = await anna.createPost('Ciao')
    await bruno.callOk('likePost', { post_id: post.id })
    await expectEvent(page, 'notification', { kind: 'like', who: 'bruno' })
    await expectEvent(page, 'unread', { unread_count: 2 })
  })

  test('gets the notifications it missed when it reconnects with the last event id', async () => {
    const anna = await app.createUser('anna.b')
    const bruno = await app.createUser('bruno.b')
    const carla = await app.createUser('carla.b')
    const before = await openEventStream(anna)
    await bruno.callOk('requestFollow', { followed_id: anna.id })
    await expectEvent(before, 'notification', { kind: 'follow' })
    const { id } = before.events.findLast(({ event }) => event === 'notification')!
    before.close()
    const post = await anna.createPost('Ciao')
    await carla.callOk('addComment', { post_id: post.id, text: 'Eccomi' })
    await expect.poll(async () => (await anna.callOk('getNotifications', {})).notifications[0]?.kind).toBe('comment')
    const after = await openEventStream(anna, '', { 'last-event-id': id! })
    await expectEvent(after, 'notification', { kind: 'comment', comment_text: 'Eccomi' })
    const again = await openEventStream(anna, `?after=${id}`)
    await expectEvent(again, 'notification', { kind: 'comment', comment_text: 'Eccomi' })
  })

  test('gets what it missed from a stream that ends at once, where streams are held back', async () => {
    const anna = await app.createUser('anna.once')
    const bruno = await app.createUser('bruno.once')
    const before = await openEventStream(anna, '?once=1')
    await expect.poll(before.hasEnded).toBe(true)
    expect(before.events.at(-1)?.event).toBe('chat')
    await bruno.callOk('requestFollow', { followed_id: anna.id })
    await expect.poll(async () => (await anna.callOk('getNotifications', {})).notifications[0]?.kind).toBe('follow')
    const after = await openEventStream(anna, '?once=1&after=1')
    await expectEvent(after, 'notification', { kind: 'follow', who: 'bruno.once' })
    await expect.poll(after.hasEnded).toBe(true)
  })

  test('gets the changed counts of its visible posts, and of no hidden one', async () => {
    const anna = await app.createUser('anna.c')
    const bruno = await app.createUser('bruno.c')
    const carla = await app.createUser('carla.c')
    const post = await anna.createPost('Per tutti')
    const hidden = await anna.createPost('Per chi mi segue', { privacy: 'followers' })
    const page = await openEventStream(bruno, `?posts=${post.id},${hidden.id}`)
    await expectEvent(page, 'post', { id: post.id, likes_count: 0 })
    for (const { id } of [post, hidden]) await anna.callOk('likePost', { post_id: id })
    await expectEvent(page, 'post', { id: post.id, likes_count: 1 })
    await anna.callOk('addComment', { post_id: post.id, text: 'Ciao' })
    await expectEvent(page, 'post', { id: post.id, comments_count: 1 })
    await anna.block(bruno)
    await carla.callOk('likePost', { post_id: post.id })
    const other = await openEventStream(carla, `?posts=${post.id}`)
    await expectEvent(other, 'post', { likes_count: 2 })
    expect(page.dataOf('post').filter(({ id, likes_count }) => id === hidden.id || likes_count === 2)).toEqual([])
  })

  test('gets no event after its session has ended', async () => {
    const anna = await app.createUser('anna.d')
    const bruno = await app.createUser('bruno.d')
    const page = await openEventStream(anna)
    await anna.callOk('logout', {})
    await bruno.callOk('requestFollow', { followed_id: anna.id })
    await expect.poll(page.hasEnded).toBe(true)
    expect(page.dataOf('notification').filter(({ kind }) => kind !== 'welcome')).toEqual([])
  })

  test('gets nothing that was read from the database after its session ended', async () => {
    const anna = await app.createUser('anna.ended')
    const bruno = await app.createUser('bruno.ended')
    const page = await openEventStream(anna)
    await expectEvent(page, 'unread', { unread_count: 1 })
    const countWaitingReaders = async () => {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM pg_locks
        WHERE NOT granted AND relation = 'notifications'::regclass`.execute(app.db)
      return rows[0]?.count
    }
    await inTransaction(app.db, async (locking) => {
      await sql`LOCK TABLE notifications`.execute(locking)
      await announce(app.db, { userIds: [anna.id] })
      await expect.poll(countWaitingReaders).toBeGreaterThan(0)
      await sql`DELETE FROM sessions WHERE user_id = ${anna.id}`.execute(app.db)
      await sql`INSERT INTO notifications (user_id, kind, actor_id) VALUES (${anna.id}, 'follow', ${bruno.id})`.execute(
        locking,
      )
    })
    await expect.poll(page.hasEnded).toBe(true)
    expect(page.dataOf('notification').filter(({ kind }) => kind === 'follow')).toEqual([])
  })

  test('gets no counts of posts after its session has run out by itself', async () => {
    const anna = await app.createUser('anna.expired')
    const bruno = await app.createUser('bruno.expired')
    const post = await bruno.createPost('Ciao')
    const page = await openEventStream(anna, `?posts=${post.id}`)
    await expectEvent(page, 'post', { id: post.id, likes_count: 0 })
    await sql`UPDATE sessions SET expires_at = ${new Date(Date.now() - 1000)} WHERE user_id = ${anna.id}`.execute(
      app.db,
    )
    const other = await openEventStream(bruno, `?posts=${post.id}`)
    await bruno.callOk('likePost', { post_id: post.id })
    await expectEvent(other, 'post', { id: post.id, likes_count: 1 })
    await expect.poll(page.hasEnded).toBe(true)
    expect(page.dataOf('post').filter(({ likes_count }) => likes_count === 1)).toEqual([])
  })

  test('gets nothing about invalid post ids', async () => {
    const anna = await app.createUser('anna.e')
    const page = await openEventStream(anna, `?posts=x,,-1,9e99,${'1,'.repeat(500)}&after=NaN`)
    await expectEvent(page, 'unread', {})
    expect(page.dataOf('post')).toEqual([])
  })

  test('ends when its user opens the thirteenth', async () => {
    const anna = await app.createUser('anna.f')
    const first = await openEventStream(anna)
    for (let n = 0; n < 12; n++) await openEventStream(anna)
    await expect.poll(first.hasEnded).toBe(true)
  })
})

describe('Two servers on one database', () => {
  let other: ServerProcess
  beforeAll(async () => {
    other = await startServer({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
  })
  afterAll(() => other.stop())

  test('An action on one reaches the pages of the other, whichever runs the job', async () => {
    const anna = await app.createUser('anna.g')
    const bruno = await app.createUser('bruno.g')
    const post = await anna.createPost('Ciao')
    const here = await openEventStream(anna, `?posts=${post.id}`)
    const there = await openEventStream(anna, `?posts=${post.id}`, {}, other.url)
    await bruno.callOk('likePost', { post_id: post.id })
    for (const page of [here, there]) {
      await expectEvent(page, 'notification', { kind: 'like' })
      await expectEvent(page, 'post', { id: post.id, likes_count: 1 })
    }
    await bruno.request(`${other.url}/api/posts/like_post.php`, {
      method: 'POST',
      body: JSON.stringify({ post_id: post.id }),
      headers: { 'content-type': 'application/json' },
    })
    for (const page of [here, there]) await expectEvent(page, 'post', { id: post.id, likes_count: 0 })
  })
})
