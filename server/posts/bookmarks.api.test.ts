import { expect, test } from 'vitest'
import { bookmarksLimit } from '#contract/limits.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { duomo, type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { sql } from '#server/testing/sql.ts'
import { findBookmarks } from './bookmarks.queries.ts'

const app = useTestApp()
const [alice, bruno] = useUsers(app, 'alice', 'bruno')

const findTexts = async (user: TestUser, input = {}) =>
  (await user.callOk('getBookmarks', input)).posts.map(({ text }) => text)

test('Bruno finds what he has saved, the last saved first, page after page, each once', async () => {
  const posts = []
  for (const number of [1, 2, 3, 4, 5]) posts.push(await alice.createPost(`Da tenere ${number}`))
  for (const index of [3, 0, 4, 1, 2]) await bruno.callOk('bookmarkPost', { post_id: posts[index]!.id })
  await bruno.callOk('bookmarkPost', { post_id: posts[3]!.id })
  const order = [3, 2, 5, 1, 4].map((number) => `Da tenere ${number}`)
  expect(await findTexts(bruno)).toEqual(order)
  const paged: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await bruno.callOk('getBookmarks', { limit: 2, ...(cursor && { cursor }) })
    paged.push(...page.posts.map(({ text }) => text))
    cursor = page.next_cursor
  } while (cursor)
  expect(paged).toEqual(order)
  expect((await bruno.call('getBookmarks', { cursor: 'x' })).status).toBe(400)

  await bruno.callOk('unbookmarkPost', { post_id: posts[4]!.id })
  await bruno.callOk('unbookmarkPost', { post_id: posts[4]!.id })
  expect(await findTexts(bruno)).toEqual(order.filter((text) => text !== 'Da tenere 5'))
})

test('Only Bruno learns that he has saved a post, in every list that shows it to him', async () => {
  const post = await alice.createPost('Salvato in segreto #segreto')
  const shown = async (user: TestUser) => [
    (await user.callOk('getPost', { post_id: post.id })).post,
    (await user.callOk('getFeed', duomo)).posts.find(({ id }) => id === post.id),
    (await user.callOk('getProfile', { user_id: alice.id })).posts.find(({ id }) => id === post.id),
    (await user.callOk('getHashtagPosts', { tag: 'segreto' })).posts[0],
  ]
  const before = await shown(alice)
  await bruno.callOk('bookmarkPost', { post_id: post.id })
  for (const one of await shown(bruno)) expect(one).toMatchObject({ id: post.id, user_bookmarked: true })
  expect(await shown(alice)).toEqual(before)
  for (const one of before) expect(one).toMatchObject({ user_bookmarked: false })
  await bruno.callOk('likePost', { post_id: post.id })
  const findKinds = async () => (await alice.callOk('getNotifications', {})).notifications.map(({ kind }) => kind)
  await expect.poll(findKinds).toEqual(['like', 'welcome'])
  const visitor = app.createVisitor()
  expect((await visitor.callOk('getPost', { post_id: post.id })).post.user_bookmarked).toBe(false)
  for (const name of ['bookmarkPost', 'unbookmarkPost'] as const)
    expect((await visitor.call(name, { post_id: post.id })).status).toBe(401)
  expect((await visitor.call('getBookmarks', {})).status).toBe(401)
})

test('A saved post that becomes invisible is left out, and is there again when it is visible', async () => {
  const carla = await app.createUser('carla')
  const dora = await app.createUser('dora')
  const post = await carla.createPost('Prima per tutti')
  const other = await carla.createPost('Da eliminare')
  for (const { id } of [post, other]) await dora.callOk('bookmarkPost', { post_id: id })
  await carla.callOk('deletePost', { post_id: other.id })
  expect(await findTexts(dora)).toEqual(['Prima per tutti'])
  await carla.callOk('editPost', { post_id: post.id, text: 'Solo follower', privacy: 'followers' })
  expect(await dora.callOk('getBookmarks', {})).toEqual({ success: true, posts: [], next_cursor: null })
  await dora.follow(carla)
  expect(await findTexts(dora)).toEqual(['Solo follower'])
  await carla.block(dora)
  expect(await findTexts(dora)).toEqual([])
  expect((await dora.call('bookmarkPost', { post_id: post.id })).status).toBe(404)
  // It can be removed all the same, and then is as unknown as any other.
  await dora.callOk('unbookmarkPost', { post_id: post.id })
  expect((await dora.call('unbookmarkPost', { post_id: post.id })).status).toBe(404)
})

test('Bruno cannot save a post that he may not see, and an account has room for 5,000', async () => {
  const emma = await app.createUser('emma')
  const hidden = await emma.createPost('Solo per pochi', { privacy: 'followers' })
  expect((await bruno.call('bookmarkPost', { post_id: hidden.id })).status).toBe(404)
  const saved = await alice.createPost('Il primo')
  await emma.callOk('bookmarkPost', { post_id: saved.id })
  const { place_id } = await sql<{ place_id: number }>`SELECT place_id FROM posts`.one(app.db)
  await sql`
    INSERT INTO posts (author_id, place_id, latitude, longitude, c4, c5, text)
    SELECT ${alice.id}, ${place_id}, 45, 9, 0, 0, 'x' FROM generate_series(1, ${bookmarksLimit - 1}::int)`.execute(
    app.db,
  )
  await sql`INSERT INTO bookmarks (user_id, post_id) SELECT ${emma.id}, id FROM posts WHERE text = 'x'`.execute(app.db)
  const another = await alice.createPost('Uno di troppo')
  expect(await emma.call('bookmarkPost', { post_id: another.id })).toMatchObject({
    status: 409,
    body: { error: 'Puoi salvare al massimo 5.000 post: togline qualcuno per fare posto.' },
  })
  await emma.callOk('bookmarkPost', { post_id: saved.id })
  await emma.callOk('unbookmarkPost', { post_id: saved.id })
  const results = await Promise.all([saved, another].map(({ id }) => emma.call('bookmarkPost', { post_id: id })))
  expect(results.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])

  await sql`VACUUM ANALYZE`.execute(app.db)
  const page = { before: Number.MAX_SAFE_INTEGER, limit: 11, offset: 0 }
  const plan = await inTransaction(app.db, async (trx) => {
    await findBookmarks(trx, { viewerId: emma.id, ...page })
    return explainPrepared(trx, 'SELECT b.id, b.post_id', [emma.id, page.before, page.limit, page.offset])
  })
  expect(plan.map((node) => node['Index Name'])).toContain('bookmarks_newest')
  expect(plan.map((node) => node['Node Type'])).not.toContain('Sort')
})
