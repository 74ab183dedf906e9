import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { openEventStream } from '#server/testing/harness/event-stream.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

// The server's clock, or the database's, from which ids and their order come, is set while people use the app.

let app: TestApp
let anna: TestUser
let bruno: TestUser
beforeEach(async () => {
  app = await createTestApp()
  anna = await app.createUser('anna')
  bruno = await app.createUser('bruno')
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const hourMs = 60 * 60 * 1000
/** Sets the server's clock only; timers are not affected. */
const setServerClock = (offsetMs: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offsetMs })

/** Sets the database's clock for ids: its functions of ids with an offset. */
async function setDatabaseClock(offsetMs: number): Promise<void> {
  const id = sql`(((extract(epoch FROM born) * 1000)::bigint + ${sql.raw(String(offsetMs))} - 1577836800000) << 12)`
  await sql`
    CREATE OR REPLACE FUNCTION time_ordered_id(born timestamptz DEFAULT clock_timestamp())
    RETURNS bigint LANGUAGE sql VOLATILE RETURN ${id} | nextval('time_ordered_id_tail')`.execute(app.db)
  await sql`
    CREATE OR REPLACE FUNCTION first_id_at(born timestamptz)
    RETURNS bigint LANGUAGE sql STABLE RETURN ${id}`.execute(app.db)
}

/**
 * Anna posts, Bruno likes and comments, and her open page receives the notification; then lists, sign-in and counters
 * are as they should be.
 */
async function expectAppToWork(text: string): Promise<number> {
  const page = await openEventStream(anna)
  const post = await anna.createPost(text)
  await bruno.callOk('likePost', { post_id: post.id })
  const { comment } = await bruno.callOk('addComment', { post_id: post.id, text: `Letto: ${text}` })
  await expect
    .poll(() => page.dataOf('notification'))
    .toContainEqual(expect.objectContaining({ kind: 'comment', comment_text: `Letto: ${text}` }))
  expect((await anna.callOk('getComments', { post_id: post.id })).comments.map(({ id }) => id)).toEqual([comment.id])
  expect((await app.createVisitor().call('login', { email: 'anna@example.it', password })).status).toBe(200)
  await expectCountersToMatchRows(app.db)
  return post.id
}

/** Returns the ids of a user's whole feed, read in pages of two. */
async function readFeed(user: TestUser): Promise<number[]> {
  const ids: number[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Awaited<ReturnType<typeof user.callOk<'getFeed'>>> = await user.callOk('getFeed', {
      limit: 2,
      ...(cursor && { cursor }),
    })
    ids.push(...page.posts.map(({ id }) => id))
    cursor = page.next_cursor
  }
  return ids
}

test.each([
  ['an hour forward', hourMs],
  ['an hour back', -hourMs],
  ['a day forward', 24 * hourMs],
  ['a day back', -24 * hourMs],
])('When the server’s clock is set %s, sessions stay valid and open pages get updates', async (_change, offsetMs) => {
  const before = await expectAppToWork('Prima')
  const page = await openEventStream(anna)
  setServerClock(offsetMs)
  const after = await expectAppToWork('Dopo')
  // The page that was open before gets them, too.
  await expect.poll(() => page.dataOf('notification').length).toBeGreaterThan(0)
  setServerClock(-offsetMs)
  const again = await expectAppToWork('Di nuovo')
  expect(new Set(await readFeed(bruno))).toEqual(new Set([before, after, again]))
})

test('After the clock was set back, no id is used a second time', async () => {
  const taken = await anna.createPost('Prima')
  await sql`CREATE SEQUENCE given`.execute(app.db)
  // The first of these ids is that of the existing post.
  await sql`
    CREATE OR REPLACE FUNCTION time_ordered_id(born timestamptz DEFAULT clock_timestamp())
    RETURNS bigint LANGUAGE sql VOLATILE RETURN ${sql.raw(String(taken.id))} - 1 + nextval('given')`.execute(app.db)
  const post = await anna.createPost('Dopo')
  expect(post.id).toBeGreaterThan(taken.id)
  expect(await readFeed(bruno)).toEqual([post.id, taken.id])
})

test.each([
  ['an hour forward', hourMs],
  ['an hour back', -hourMs],
])(
  'When the database’s clock is set %s, pages miss and repeat no post, and open pages get updates',
  async (_change, offsetMs) => {
    const ids = [await expectAppToWork('Prima')]
    await setDatabaseClock(offsetMs)
    for (const text of ['Dopo', 'E dopo']) ids.push(await expectAppToWork(text))
    await setDatabaseClock(0)
    for (const text of ['Poi', 'E poi']) ids.push(await expectAppToWork(text))
    const paged = await readFeed(bruno)
    expect(paged).toEqual(ids.toSorted((one, other) => other - one))
  },
)
