import { expect, test } from 'vitest'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'

const app = useTestApp()
const [alice, bruno] = useUsers(app, 'alice', 'bruno')

test('Bruno comments on Alice’s post; she sees the comment, and the post counts it', async () => {
  const { id } = await alice.createPost('Ciao')
  const { message, comment, comments_count } = await bruno.callOk('addComment', {
    post_id: id,
    user_id: null,
    text: '  Ciao a te  ',
  })
  expect(message).toBe('Commento aggiunto')
  expect(comments_count).toBe(1)
  expect(comment).toMatchObject({
    user_id: bruno.id,
    username: 'bruno',
    text: 'Ciao a te',
    user_liked: false,
    likes_count: 0,
  })
  expect((await alice.callOk('getComments', { post_id: id })).comments).toEqual([
    { ...comment, replies_count: 0, replies: [] },
  ])
  const [post] = (await bruno.callOk('getFeed', {})).posts
  expect(post).toMatchObject({ id, comments_count: 1, user_commented: true })
})

test('Alice likes a comment and removes the like', async () => {
  const { id } = await alice.createPost('Ciao')
  const { comment } = await bruno.callOk('addComment', { post_id: id, text: 'Bello' })
  expect(await alice.callOk('likeComment', { comment_id: comment.id })).toEqual({
    success: true,
    message: 'Like aggiunto',
    user_liked: true,
    likes_count: 1,
  })
  expect((await alice.callOk('getComments', { post_id: id })).comments[0]).toMatchObject({
    user_liked: true,
    likes_count: 1,
  })
  expect(await alice.callOk('likeComment', { comment_id: comment.id })).toEqual({
    success: true,
    message: 'Like rimosso',
    user_liked: false,
    likes_count: 0,
  })
})

test('Only its author can delete a comment', async () => {
  const { id } = await alice.createPost('Ciao')
  const { comment } = await bruno.callOk('addComment', { post_id: id, text: 'Bello' })
  expect(await alice.call('deleteComment', { comment_id: comment.id })).toMatchObject({
    status: 403,
    body: { error: 'Puoi eliminare solo i tuoi commenti.' },
  })
  expect(await bruno.callOk('deleteComment', { comment_id: comment.id })).toEqual({
    success: true,
    message: 'Commento rimosso',
    comments_count: 0,
  })
  expect((await bruno.call('deleteComment', { comment_id: comment.id })).status).toBe(404)
})

test('Pages of comments go from the newest to the oldest, also when new ones arrive in between', async () => {
  const { id } = await alice.createPost('Ciao')
  for (const text of ['uno', 'due', 'tre', 'quattro']) await bruno.callOk('addComment', { post_id: id, text })
  const first = await alice.callOk('getComments', { post_id: id, limit: 2 })
  await bruno.callOk('addComment', { post_id: id, text: 'cinque' })
  const second = await alice.callOk('getComments', { post_id: id, limit: 2, cursor: first.next_cursor ?? '' })
  expect([...first.comments, ...second.comments].map(({ text }) => text)).toEqual(['quattro', 'tre', 'due', 'uno'])
})
