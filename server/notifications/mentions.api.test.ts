import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { NotificationKind } from '#contract/notifications.ts'
import { type TestUser, useTestApp, useNewUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp()
const [anna, bruno, carla] = useNewUsers(app, 'anna', 'bruno', 'carla')

const list = async (user: TestUser, kind: NotificationKind) =>
  (await user.callOk('getNotifications', { limit: 50 })).notifications.filter((one) => one.kind === kind)
const expectCount = (user: TestUser, kind: NotificationKind, count: number) =>
  expect.poll(() => list(user, kind)).toHaveLength(count)
/** Waits until the queue is processed: the welcome of a new account is its last job. */
async function waitForAll() {
  const last = await app.createUser(`ultima_${randomUUID().slice(0, 8)}`)
  await expectCount(last, 'welcome', 1)
}
const edit = (author: TestUser, post_id: number, text: string, privacy: 'public' | 'followers' = 'public') =>
  author.callOk('editPost', { post_id, text, privacy })

test('Bruno mentions Anna in a post: she is notified, and a person who mentions themselves is not', async () => {
  const post = await bruno.createPost(`Con @${anna.username.toUpperCase()}. E @${bruno.username}, @nessuno_qui!`)
  await expectCount(anna, 'mention', 1)
  expect((await list(anna, 'mention'))[0]).toMatchObject({
    who: bruno.username,
    text: 'ti ha menzionato in un post',
    url: `/post/${post.id}`,
    post_text: post.text,
  })
  await waitForAll()
  expect(await list(bruno, 'mention')).toEqual([])
})

test('A person who may not see the post is not notified before its author shows it', async () => {
  await carla.follow(bruno)
  const text = `Solo noi @${anna.username} @${carla.username}`
  const { id } = await bruno.createPost(text, { privacy: 'followers' })
  await expectCount(carla, 'mention', 1)
  await waitForAll()
  expect(await list(anna, 'mention')).toEqual([])
  await edit(bruno, id, text)
  await expectCount(anna, 'mention', 1)
  expect(await list(carla, 'mention')).toHaveLength(1)
  await edit(bruno, id, text, 'followers')
  expect(await list(anna, 'mention')).toEqual([])
})

test('A block in either direction keeps a mention from notifying', async () => {
  await anna.block(bruno)
  await bruno.block(carla)
  const text = `@${anna.username} @${carla.username}`
  await bruno.createPost(text)
  const { id } = await (await app.createUser('dario')).createPost('Di un altro')
  await bruno.callOk('addComment', { post_id: id, text })
  await waitForAll()
  for (const person of [anna, carla])
    expect([...(await list(person, 'mention')), ...(await list(person, 'comment_mention'))]).toEqual([])
})

test('A post notifies each person once, however often it is edited; a removed mention notifies nobody', async () => {
  const named = `Ciao @${anna.username}`
  const { id } = await bruno.createPost(named)
  await expectCount(anna, 'mention', 1)
  const { position } = (await list(anna, 'mention'))[0]!
  await anna.callOk('markNotificationsRead', { up_to: position })
  await edit(bruno, id, 'Ciao')
  expect(await list(anna, 'mention')).toEqual([])
  for (const text of [`${named}!`, 'No', `${named}?`]) await edit(bruno, id, text)
  await waitForAll()
  expect(await list(anna, 'mention')).toMatchObject([{ position, is_read: true }])
})

test('A post notifies at most ten people, and twenty with all edits', async () => {
  const people = await Promise.all(Array.from({ length: 24 }, (_, n) => app.createUser(`p${n}`)))
  const textFor = (from: number) =>
    people
      .slice(from, from + 12)
      .map(({ username }) => `@${username}`)
      .join(' ')
  const countNotified = async () =>
    (await sql<{ user_id: number }>`SELECT user_id FROM post_mentions WHERE post_id = ${id}`.all(app.db)).length
  const { id } = await bruno.createPost(textFor(0))
  expect(await countNotified()).toBe(10)
  await edit(bruno, id, textFor(8))
  await edit(bruno, id, textFor(16))
  expect(await countNotified()).toBe(20)
})

test('Mentions in comments share one notification, and a comment notifies only once', async () => {
  const { id } = await bruno.createPost('Commentate')
  const text = `Vero @${anna.username}? E tu @${bruno.username}?`
  const { comment } = await carla.callOk('addComment', { post_id: id, text })
  await expectCount(anna, 'comment_mention', 1)
  expect((await list(anna, 'comment_mention'))[0]).toMatchObject({
    who: carla.username,
    text: 'ti ha menzionato in un commento',
    url: `/comments/${id}`,
    comment_text: text,
  })
  // Bruno is notified of the comment on his post.
  await expectCount(bruno, 'comment', 1)
  const reply = await bruno.callOk('addComment', {
    post_id: id,
    text: `@${anna.username} @${carla.username} sì`,
    reply_to: comment.id,
  })
  await expect
    .poll(async () => (await list(anna, 'comment_mention'))[0])
    .toMatchObject({
      actors_count: 2,
      text: 'ti hanno menzionato nei commenti',
    })
  await waitForAll()
  expect(await list(bruno, 'comment_mention')).toEqual([])
  expect(await list(carla, 'comment_mention')).toEqual([])
  await anna.block(carla)
  // With the comment of somebody who is blocked, the replies to it are hidden too.
  expect(await list(anna, 'comment_mention')).toEqual([])
  expect(reply.comment.reply_to).toBe(comment.id)
})
