import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { openEventStream } from '#server/testing/harness/event-stream.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'

// Clocks are set while people go on: the server's, or the database's, from which ids and their order come.

let app: TestApp
let anna: TestUser
let bruno: TestUser
beforeEach(async () => {
  app = await createTestApp()
  ;[anna, bruno] = [await app.createUser('anna'), await app.createUser('bruno')]
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const hour = 60 * 60 * 1000
/** The server's clock only: timers go on as they were. */
const setServerClock = (by: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by })

/** The database's clock, as far as ids come from it: as in migration 0001, so many milliseconds later. */
async function setDatabaseClock(by: number): Promise<void> {
  const id = sql`(((extract(epoch FROM born) * 1000)::bigint + ${sql.lit(by)} - 1577836800000) << 12)`
  await sql`CREATE OR REPLACE FUNCTION time_ordered_id(born timestamptz DEFAULT clock_timestamp()) RETURNS bigint LANGUAGE sql VOLATILE RETURN ${id} | nextval('time_ordered_id_tail')`.execute(
    app.db,
  )
  await sql`CREATE OR REPLACE FUNCTION first_id_at(born timestamptz) RETURNS bigint LANGUAGE sql STABLE RETURN ${id}`.execute(
    app.db,
  )
}

/** Bruno likes what Anna has just posted, and her open page hears of it; then everything is where it belongs. */
async function lifeGoesOn(text: string): Promise<number> {
  const page = await openEventStream(anna)
  const post = await anna.createPost(text)
  await bruno.callOk('likePost', { post_id: post.id })
  const { comment } = await bruno.callOk('addComment', { post_id: post.id, text: `Letto: ${text}` })
  await expect
    .poll(() => page.dataOf('notification'), { timeout: 15_000 })
    .toContainEqual(expect.objectContaining({ kind: 'comment', comment_text: `Letto: ${text}` }))
  expect((await anna.callOk('getComments', { post_id: post.id })).comments.map(({ id }) => id)).toEqual([comment.id])
  expect((await app.createVisitor().call('login', { email: 'anna@example.it', password })).status).toBe(200)
  await expectCountersToMatchRows(app.db)
  return post.id
}

/** All of Anna's posts, two a page, newest first. */
async function pagesOf(person: TestUser): Promise<number[]> {
  const ids: number[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Awaited<ReturnType<typeof person.callOk<'getFeed'>>> = await person.callOk('getFeed', {
      limit: 2,
      ...(cursor && { cursor }),
    })
    ids.push(...page.posts.map(({ id }) => id))
    cursor = page.next_cursor
  }
  return ids
}

test.each([
  ['forward', hour],
  ['back', -hour],
  ['a day forward', 24 * hour],
  ['a day back', -24 * hour],
])('The server’s clock goes %s: sessions hold, and open pages hear what happens', async (_way, by) => {
  const before = await lifeGoesOn('Prima')
  const page = await openEventStream(anna)
  setServerClock(by)
  const after = await lifeGoesOn('Dopo')
  // So does the page that was open before.
  await expect.poll(() => page.dataOf('notification').length, { timeout: 15_000 }).toBeGreaterThan(0)
  setServerClock(-by)
  const again = await lifeGoesOn('Di nuovo')
  expect(new Set(await pagesOf(bruno))).toEqual(new Set([before, after, again]))
})

test('An id that was given already, before the clock was set back, is not given again', async () => {
  const taken = await anna.createPost('Prima')
  await sql`CREATE SEQUENCE given`.execute(app.db)
  // The first of the next three is the one of the post that is there.
  await sql`CREATE OR REPLACE FUNCTION time_ordered_id(born timestamptz DEFAULT clock_timestamp()) RETURNS bigint LANGUAGE sql VOLATILE RETURN ${sql.lit(taken.id)} - 1 + nextval('given')`.execute(
    app.db,
  )
  const post = await anna.createPost('Dopo')
  expect(post.id).toBeGreaterThan(taken.id)
  expect(await pagesOf(bruno)).toEqual([post.id, taken.id])
})

test.each([
  ['forward', hour],
  ['back', -hour],
])(
  'The database’s clock goes %s: nothing is lost or doubled, page by page, and open pages hear what happens',
  async (_way, by) => {
    const ids = [await lifeGoesOn('Prima')]
    await setDatabaseClock(by)
    for (const text of ['Dopo', 'E dopo']) ids.push(await lifeGoesOn(text))
    await setDatabaseClock(0)
    for (const text of ['Poi', 'E poi']) ids.push(await lifeGoesOn(text))
    const paged = await pagesOf(bruno)
    expect(paged).toEqual(ids.toSorted((one, other) => other - one))
  },
)
