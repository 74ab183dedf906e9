import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestWorld, type TestUser, type TestWorld } from '#server/testing/fixtures/test-world.ts'
import { type PostMutation, createPostMutationBatcher } from './posts.batches.ts'

// What many do to posts at the same moment shares a transaction; nobody may notice.

let world: TestWorld
let author: TestUser
let crowd: TestUser[]
beforeAll(async () => {
  world = await createTestWorld()
  author = await world.createUser('autrice')
  crowd = await Promise.all(Array.from({ length: 24 }, (_, at) => world.createUser(`folla${at}`)))
})
afterAll(() => world.close())

/** Does nothing to posts, and tells who did in which transaction. */
function touching() {
  const transactions: number[][] = []
  const touch = createPostMutationBatcher<PostMutation, PostMutation>(world.db, async (_trx, deeds) => {
    transactions.push(deeds.map(({ viewerId }) => viewerId))
    return deeds
  })
  return { touch, transactions }
}

test('All who like the same post at the same moment are counted, and so is who likes twice', async () => {
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

test('Who may not see a post is told so among many who may', async () => {
  const { id } = await author.createPost('Non per tutti')
  const [shut, ...others] = crowd as [TestUser, ...TestUser[]]
  await author.callOk('blockUser', { blocked_id: shut.id })
  const answers = await Promise.all(
    [shut, ...others].map((person) => person.call('addComment', { post_id: id, text: `Da ${person.id}` })),
  )
  expect(answers.map(({ status }) => status)).toEqual([404, ...others.map(() => 200)])
  const { comments } = await author.callOk('getComments', { post_id: id, limit: 50 })
  expect(comments.map(({ user_id, text }) => `${user_id}: ${text}`).toSorted()).toEqual(
    others.map((person) => `${person.id}: Da ${person.id}`).toSorted(),
  )
})

test('A post that somebody else holds keeps those waiting who like it, and nobody else', async () => {
  const [held, free] = [(await author.createPost('Tenuto')).id, (await author.createPost('Libero')).id]
  const [first, second, third] = crowd.slice(1) as [TestUser, TestUser, TestUser]
  const { touch, transactions } = touching()
  let waiting: Promise<PostMutation> | undefined
  await world.db.transaction().execute(async (trx) => {
    await trx.selectFrom('posts').select('id').where('id', '=', held).forUpdate().execute()
    waiting = touch({ viewerId: first.id, postId: held })
    await Promise.all([second, third].map((person) => touch({ viewerId: person.id, postId: free })))
    expect(transactions).toEqual([[second.id, third.id]])
  })
  await waiting
  expect(transactions).toEqual([[second.id, third.id], [first.id]])
})

test('What somebody does twice to a post is done one after the other', async () => {
  const { id } = await author.createPost('Due volte')
  const [first, second] = crowd.slice(1) as [TestUser, TestUser]
  const { touch, transactions } = touching()
  await Promise.all([first, second, first].map((person) => touch({ viewerId: person.id, postId: id })))
  expect(transactions).toEqual([[first.id, second.id], [first.id]])
})

test('What the database refuses to one is refused to nobody else', async () => {
  await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.text = 'Veleno' THEN RAISE EXCEPTION 'no'; END IF; RETURN NEW; END $$`.execute(
    world.db,
  )
  await sql`CREATE TRIGGER refuse BEFORE INSERT ON comments FOR EACH ROW EXECUTE FUNCTION refuse()`.execute(world.db)
  const { id } = await author.createPost('Commentate')
  const others = crowd.slice(1)
  const answers = await Promise.all(
    others.map((person, at) => person.call('addComment', { post_id: id, text: at === 5 ? 'Veleno' : 'Miele' })),
  )
  expect(answers.map(({ status }) => status)).toEqual(others.map((_, at) => (at === 5 ? 500 : 200)))
  const { comments } = await author.callOk('getComments', { post_id: id, limit: 50 })
  expect(comments.map(({ text }) => text)).toEqual(others.slice(1).map(() => 'Miele'))
  const [counted] = await world.db.selectFrom('posts').select('comments_count').where('id', '=', id).execute()
  expect(counted?.comments_count).toBe(others.length - 1)
})
