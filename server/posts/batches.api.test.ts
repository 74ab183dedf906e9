import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'
import { type AuthorizedMutation, createPostMutationBatcher, type PostMutation } from './posts.batches.ts'

// Concurrent likes, and concurrent comments, share a transaction; the result is the same as if each had its own.

let app: TestApp
let author: TestUser
let crowd: TestUser[]
beforeAll(async () => {
  app = await createTestApp()
  author = await app.createUser('autrice')
  crowd = await Promise.all(Array.from({ length: 24 }, (_, at) => app.createUser(`folla${at}`)))
})
afterAll(() => app.close())

/** A batcher that changes nothing, and records the viewers of each transaction. */
function touching() {
  const transactions: number[][] = []
  const touch = createPostMutationBatcher(app.db, async (_trx, mutations: AuthorizedMutation<PostMutation>[]) => {
    transactions.push(mutations.map(({ viewerId }) => viewerId))
    return mutations
  })
  return { touch, transactions }
}

test('Concurrent likes of a post are all counted, and a second like of the same person removes the first', async () => {
  const { id } = await author.createPost('Piace a tutti')
  const states = await Promise.all(crowd.map((person) => person.callOk('likePost', { post_id: id })))
  expect(states.every(({ user_liked }) => user_liked)).toBe(true)
  expect(Math.max(...states.map(({ likes_count }) => likes_count))).toBe(crowd.length)
  const again = await Promise.all(
    crowd.flatMap((person) => [person.callOk('likePost', { post_id: id }), person.callOk('likePost', { post_id: id })]),
  )
  expect(again.filter(({ user_liked }) => user_liked)).toHaveLength(crowd.length)
  const { likes } = await author.callOk('getLikes', { post_id: id, limit: 50 })
  expect(likes.map((like) => like.id).toSorted((a, b) => a - b)).toEqual(
    crowd.map((person) => person.id).toSorted((a, b) => a - b),
  )
})

test('A person who may not see a post cannot like it, while others in the same batch can', async () => {
  const { id } = await author.createPost('Non per tutti')
  const [blocked, ...others] = crowd as [TestUser, ...TestUser[]]
  await author.callOk('blockUser', { blocked_id: blocked.id })
  const replies = await Promise.all([blocked, ...others].map((person) => person.call('likePost', { post_id: id })))
  expect(replies.map(({ status }) => status)).toEqual([404, ...others.map(() => 200)])
  const { likes } = await author.callOk('getLikes', { post_id: id, limit: 50 })
  expect(likes.map((like) => like.id).toSorted((a, b) => a - b)).toEqual(
    others.map((person) => person.id).toSorted((a, b) => a - b),
  )
})

test('A locked post delays its own likes only', async () => {
  const [held, free] = [(await author.createPost('Tenuto')).id, (await author.createPost('Libero')).id]
  const [first, second, third] = crowd.slice(1) as [TestUser, TestUser, TestUser]
  const { touch, transactions } = touching()
  let waiting: Promise<unknown> | undefined
  await app.db.transaction().execute(async (trx) => {
    await trx.selectFrom('posts').select('id').where('id', '=', held).forUpdate().execute()
    waiting = touch({ viewerId: first.id, postId: held })
    await Promise.all([second, third].map((person) => touch({ viewerId: person.id, postId: free })))
    expect(transactions).toEqual([[second.id, third.id]])
  })
  await waiting
  expect(transactions).toEqual([[second.id, third.id], [first.id]])
})

test('Two likes of the same person on a post run one after the other', async () => {
  const { id } = await author.createPost('Due volte')
  const [first, second] = crowd.slice(1) as [TestUser, TestUser]
  const { touch, transactions } = touching()
  await Promise.all([first, second, first].map((person) => touch({ viewerId: person.id, postId: id })))
  expect(transactions).toEqual([[first.id, second.id], [first.id]])
})

test('If the database refuses the like of one person, the others in the batch succeed', async () => {
  const [refused, ...others] = crowd.slice(1) as [TestUser, ...TestUser[]]
  await sql
    .raw(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.user_id = ${refused.id} THEN RAISE EXCEPTION 'no'; END IF; RETURN NEW; END $$`,
    )
    .execute(app.db)
  await sql`CREATE TRIGGER refuse BEFORE INSERT ON post_likes FOR EACH ROW EXECUTE FUNCTION refuse()`.execute(app.db)
  const { id } = await author.createPost('Quasi tutti')
  const replies = await Promise.all([refused, ...others].map((person) => person.call('likePost', { post_id: id })))
  expect(replies.map(({ status }) => status)).toEqual([500, ...others.map(() => 200)])
  const post = await app.db.selectFrom('posts').select('likes_count').where('id', '=', id).executeTakeFirst()
  expect(post?.likes_count).toBe(others.length)
})

test('Concurrent comments are all stored and counted', async () => {
  const { id } = await author.createPost('Commentate')
  const people = crowd.slice(1)
  const replies = await Promise.all(
    people.map((person) => person.callOk('addComment', { post_id: id, text: `Da ${person.id}` })),
  )
  expect(replies.map(({ comment }) => comment.text)).toEqual(people.map((person) => `Da ${person.id}`))
  const post = await app.db.selectFrom('posts').select('comments_count').where('id', '=', id).executeTakeFirst()
  expect(post?.comments_count).toBe(people.length)
})
