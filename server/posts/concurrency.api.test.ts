import { beforeAll, expect, test } from 'vitest'
import { type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp()
const [author] = useUsers(app, 'autrice')
let users: TestUser[]
beforeAll(async () => {
  users = await Promise.all(Array.from({ length: 24 }, (_, index) => app.createUser(`folla${index}`)))
})

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

test('A person who may not see a post cannot like it, while others can at the same moment', async () => {
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

test('Concurrent comments are all stored and counted', async () => {
  const { id } = await author.createPost('Commentate')
  const authors = users.slice(1)
  const replies = await Promise.all(
    authors.map((person) => person.callOk('addComment', { post_id: id, text: `Da ${person.id}` })),
  )
  expect(replies.map(({ comment }) => comment.text)).toEqual(authors.map((person) => `Da ${person.id}`))
  const post = await sql<{ comments_count: number }>`SELECT comments_count FROM posts WHERE id = ${id}`.first(app.db)
  expect(post?.comments_count).toBe(authors.length)
})
