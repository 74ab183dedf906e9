import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { type AuthorizedMutation, createPostMutationBatcher, type PostMutation } from './posts.batches.ts'

// Concurrent likes, and concurrent comments, share a transaction; the result is the same as if each had its own.

const app = useTestApp()
const [author] = useUsers(app, 'autrice')
let users: TestUser[]
beforeAll(async () => {
  users = await Promise.all(Array.from({ length: 24 }, (_, index) => app.createUser(`folla${index}`)))
})

/** A batcher that changes nothing, and records the viewers of each transaction. */
function createRecorder() {
  const transactions: number[][] = []
  const mutate = createPostMutationBatcher(app.db, async (_trx, mutations: AuthorizedMutation<PostMutation>[]) => {
    transactions.push(mutations.map(({ viewerId }) => viewerId))
    return mutations
  })
  return { mutate, transactions }
}

test('Concurrent likes of a post are all counted, and a second like by the same person removes the first', async () => {
  const { id } = await author.createPost('Piace a tutti')
  const states = await Promise.all(users.map((person) => person.callOk('likePost', { post_id: id })))
  expect(states.every(({ user_liked }) => user_liked)).toBe(true)
  expect(Math.max(...states.map(({ likes_count }) => likes_count))).toBe(users.length)
  const again = await Promise.all(
    users.flatMap((person) => [person.callOk('likePost', { post_id: id }), person.callOk('likePost', { post_id: id })]),
  )
  expect(again.filter(({ user_liked }) => user_liked)).toHaveLength(users.length)
  const { likes } = await author.callOk('getLikes', { post_id: id, limit: 50 })
  expect(likes.map((like) => like.id).toSorted((a, b) => a - b)).toEqual(
    users.map((person) => person.id).toSorted((a, b) => a - b),
  )
})

test('A person who may not see a post cannot like it, while others in the same batch can', async () => {
  const { id } = await author.createPost('Non per tutti')
  const [blocked, ...others] = users as [TestUser, ...TestUser[]]
  await author.callOk('blockUser', { blocked_id: blocked.id })
  const replies = await Promise.all([blocked, ...others].map((person) => person.call('likePost', { post_id: id })))
  expect(replies.map(({ status }) => status)).toEqual([404, ...others.map(() => 200)])
  const { likes } = await author.callOk('getLikes', { post_id: id, limit: 50 })
  expect(likes.map((like) => like.id).toSorted((a, b) => a - b)).toEqual(
    others.map((person) => person.id).toSorted((a, b) => a - b),
  )
})

test('A locked post delays its own likes only', async () => {
  const lockedId = (await author.createPost('Tenuto')).id
  const freeId = (await author.createPost('Libero')).id
  const [first, second, third] = users.slice(1) as [TestUser, TestUser, TestUser]
  const { mutate, transactions } = createRecorder()
  let waiting: Promise<unknown> | undefined
  await app.db.transaction().execute(async (trx) => {
    await trx.selectFrom('posts').select('id').where('id', '=', lockedId).forUpdate().execute()
    waiting = mutate({ viewerId: first.id, postId: lockedId })
    await Promise.all([second, third].map((person) => mutate({ viewerId: person.id, postId: freeId })))
    expect(transactions).toEqual([[second.id, third.id]])
  })
  await waiting
  expect(transactions).toEqual([[second.id, third.id], [first.id]])
})

test('Two likes by the same person on a post run one after the other', async () => {
  const { id } = await author.createPost('Due volte')
  const [first, second] = users.slice(1) as [TestUser, TestUser]
  const { mutate, transactions } = createRecorder()
  await Promise.all([first, second, first].map((person) => mutate({ viewerId: person.id, postId: id })))
  expect(transactions).toEqual([[first.id, second.id], [first.id]])
})

test('If the database refuses the like of one person, the others in the batch succeed', async () => {
  const [refused, ...others] = users.slice(1) as [TestUser, ...TestUser[]]
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
  const authors = users.slice(1)
  const replies = await Promise.all(
    authors.map((person) => person.callOk('addComment', { post_id: id, text: `Da ${person.id}` })),
  )
  expect(replies.map(({ comment }) => comment.text)).toEqual(authors.map((person) => `Da ${person.id}`))
  const post = await app.db.selectFrom('posts').select('comments_count').where('id', '=', id).executeTakeFirst()
  expect(post?.comments_count).toBe(authors.length)
})
