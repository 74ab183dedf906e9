import { describe, expect, test } from 'vitest'
import { repliesLimit } from '#contract/limits.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { type TestUser, useTestApp, useNewUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp()
const [alice, bruno, carla] = useNewUsers(app, 'alice', 'bruno', 'carla')
let accounts = 0

const commentOn = async (user: TestUser, post_id: number, text: string, reply_to?: number) =>
  (await user.callOk('addComment', { post_id, text, reply_to })).comment
const threadsOf = async (user: TestUser, post_id: number) => (await user.callOk('getComments', { post_id })).comments

test('Carla replies to Bruno’s comment: it is shown below it, and the post counts both', async () => {
  const { id } = await alice.createPost('Ciao')
  const comment = await commentOn(bruno, id, 'Io c’ero')
  const { comment: reply, comments_count } = await carla.callOk('addComment', {
    post_id: id,
    text: 'Anch’io',
    reply_to: comment.id,
  })
  expect(reply).toMatchObject({ text: 'Anch’io', reply_to: comment.id })
  expect(comments_count).toBe(2)
  expect(await threadsOf(alice, id)).toEqual([{ ...comment, replies_count: 1, replies: [reply] }])
  await expectCountersToMatchRows(app.db)
})

test('A comment shows its two newest replies, oldest first, and how many there are; pages hold them all', async () => {
  const { id } = await alice.createPost('Ciao')
  const comment = await commentOn(bruno, id, 'Chi viene?')
  for (const text of ['uno', 'due', 'tre', 'quattro', 'cinque']) await commentOn(carla, id, text, comment.id)
  const [thread] = await threadsOf(alice, id)
  expect(thread?.replies.map(({ text }) => text)).toEqual(['quattro', 'cinque'])
  expect(thread?.replies_count).toBe(5)
  const first = await app.createVisitor().callOk('getReplies', { comment_id: comment.id, limit: 3 })
  await commentOn(carla, id, 'sei', comment.id)
  const second = await app
    .createVisitor()
    .callOk('getReplies', { comment_id: comment.id, limit: 3, cursor: first.next_cursor ?? '' })
  expect([...first.replies, ...second.replies].map(({ text }) => text)).toEqual([
    'cinque',
    'quattro',
    'tre',
    'due',
    'uno',
  ])
  expect(second.next_cursor).toBeNull()
})

test('A comment has 500 replies at most, also for two who reply at once', async () => {
  const { id } = await alice.createPost('Ciao')
  const comment = await commentOn(bruno, id, 'Chi viene?')
  await sql`
    INSERT INTO comments (id, post_id, author_id, text, reply_to)
    SELECT time_ordered_id(now() - n * interval '1 s'), ${id}, ${carla.id}, 'Io', ${comment.id}
    FROM generate_series(1, ${repliesLimit - 1}::int) n`.execute(app.db)
  await sql`UPDATE posts SET comments_count = comments_count + ${repliesLimit - 1} WHERE id = ${id}`.execute(app.db)
  const reply = (user: TestUser) => user.call('addComment', { post_id: id, text: 'Anch’io', reply_to: comment.id })
  const replies = await Promise.all([reply(alice), reply(carla)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect((await reply(alice)).body.error).toBe('A questo commento ci sono già 500 risposte: scrivi un nuovo commento.')
  expect((await threadsOf(alice, id))[0]?.replies_count).toBe(repliesLimit)
  expect((await alice.call('addComment', { post_id: id, text: 'Allora qui' })).status).toBe(200)
})

test('Nobody replies to a reply, to a comment of another post, or to one that does not exist', async () => {
  const { id } = await alice.createPost('Ciao')
  const other = await alice.createPost('Altro')
  const comment = await commentOn(bruno, id, 'Uno')
  const reply = await commentOn(carla, id, 'Due', comment.id)
  expect(await alice.call('addComment', { post_id: id, text: 'Tre', reply_to: reply.id })).toMatchObject({
    status: 400,
    body: { error: 'Si può rispondere a un commento, non a una risposta.' },
  })
  for (const [post_id, reply_to] of [
    [other.id, comment.id],
    [id, 123_456],
  ] as const)
    expect((await alice.call('addComment', { post_id, text: 'Tre', reply_to })).status).toBe(404)
  expect((await alice.callOk('getPost', { post_id: id })).post.comments_count).toBe(2)
})

test('The database refuses replies to replies, replies across posts, and comments that move', async () => {
  const { id } = await alice.createPost('Ciao')
  const other = await alice.createPost('Altro')
  const comment = await commentOn(bruno, id, 'Uno')
  const reply = await commentOn(carla, id, 'Due', comment.id)
  const rejection = /a reply belongs to a comment of the same post/
  for (const [post_id, reply_to] of [
    [id, reply.id],
    [other.id, comment.id],
  ] as const)
    await expect(
      sql`INSERT INTO comments (id, post_id, reply_to, author_id, text) VALUES (1, ${post_id}, ${reply_to}, ${alice.id}, 'x')`.execute(
        app.db,
      ),
    ).rejects.toThrow(rejection)
  for (const change of [sql`post_id = ${other.id}`, sql`reply_to = ${reply.id}`])
    await expect(sql`UPDATE comments SET ${change} WHERE id = ${comment.id}`.execute(app.db)).rejects.toThrow(rejection)
})

test('A comment is deleted with its replies, which its author could not delete alone', async () => {
  const { id } = await alice.createPost('Ciao')
  const comment = await commentOn(bruno, id, 'Uno')
  const reply = await commentOn(carla, id, 'Due', comment.id)
  await commentOn(alice, id, 'Tre', comment.id)
  await commentOn(alice, id, 'Altro')
  expect((await bruno.call('deleteComment', { comment_id: reply.id })).status).toBe(403)
  expect(await carla.callOk('deleteComment', { comment_id: reply.id })).toMatchObject({ comments_count: 3 })
  expect(await bruno.callOk('deleteComment', { comment_id: comment.id })).toMatchObject({ comments_count: 1 })
  expect((await threadsOf(alice, id)).map(({ text }) => text)).toEqual(['Altro'])
  await expectCountersToMatchRows(app.db)
})

test('With Bruno’s account the replies to his comments go, and his replies to others; the counters stay true', async () => {
  const { id } = await alice.createPost('Ciao')
  const his = await commentOn(bruno, id, 'Mio')
  await commentOn(carla, id, 'A lui', his.id)
  const hers = await commentOn(carla, id, 'Suo')
  await commentOn(bruno, id, 'A lei', hers.id)
  await bruno.callOk('deleteAccount', { password })
  expect(await threadsOf(alice, id)).toEqual([{ ...hers, replies_count: 0, replies: [] }])
  expect((await alice.callOk('getPost', { post_id: id })).post.comments_count).toBe(1)
  await expectCountersToMatchRows(app.db)
})

test('Replies arriving while the comment is deleted leave true counters', async () => {
  const { id } = await alice.createPost('Ciao')
  const comment = await commentOn(bruno, id, 'Uno')
  const replies = Array.from({ length: 12 }, (_, index) =>
    (index % 2 ? alice : carla).call('addComment', { post_id: id, text: 'Sì', reply_to: comment.id }),
  )
  const deletion = bruno.call('deleteComment', { comment_id: comment.id })
  expect((await deletion).status).toBe(200)
  for (const { status } of await Promise.all(replies)) expect([200, 404]).toContain(status)
  expect(await threadsOf(alice, id)).toEqual([])
  await expectCountersToMatchRows(app.db)
})

describe('With a block between Bruno and Carla', () => {
  test('his replies disappear for her and are not counted', async () => {
    const { id } = await alice.createPost('Ciao')
    const comment = await commentOn(alice, id, 'Uno')
    const reply = await commentOn(bruno, id, 'Da lui', comment.id)
    await bruno.block(carla)
    expect(await threadsOf(carla, id)).toEqual([{ ...comment, replies_count: 0, replies: [] }])
    expect((await carla.callOk('getReplies', { comment_id: comment.id })).replies).toEqual([])
    expect((await carla.call('likeComment', { comment_id: reply.id })).status).toBe(404)
    expect((await threadsOf(alice, id))[0]?.replies_count).toBe(1)
  })

  test('the replies of others to his comments disappear with the comments', async () => {
    const { id } = await alice.createPost('Ciao')
    const comment = await commentOn(bruno, id, 'Mio')
    const reply = await commentOn(alice, id, 'A lui', comment.id)
    await carla.block(bruno)
    expect(await threadsOf(carla, id)).toEqual([])
    for (const status of [
      (await carla.call('getReplies', { comment_id: comment.id })).status,
      (await carla.call('likeComment', { comment_id: reply.id })).status,
      (await carla.call('report', { target_type: 'comment', target_id: reply.id, reason: 'spam', text: '' })).status,
      (await carla.call('addComment', { post_id: id, text: 'Ciao', reply_to: comment.id })).status,
    ])
      expect(status).toBe(404)
  })
})

describe('Notifications', () => {
  /** The welcome of a new account is the last job of the queue. */
  const finishJobs = async () => {
    const last = await app.createUser(`ultima_${++accounts}`)
    await expect.poll(async () => (await last.callOk('getNotifications', {})).notifications).toHaveLength(1)
  }
  const setComments = async (user: TestUser, notify_comments: 0 | 1) =>
    user.callOk('updateUserSettings', { ...(await user.callOk('getUserSettings', {})).settings, notify_comments })
  const listOf = async (user: TestUser, ...kinds: string[]) => {
    await finishJobs()
    const { notifications } = await user.callOk('getNotifications', { limit: 50 })
    return notifications.filter(({ kind }) => kinds.includes(kind))
  }

  test('Bruno is notified of replies to his comment, together, and Alice of what happens at her post', async () => {
    const { id } = await alice.createPost('Ciao')
    const comment = await commentOn(bruno, id, 'Uno')
    await commentOn(carla, id, 'Due', comment.id)
    expect(await listOf(bruno, 'comment_reply', 'comment')).toMatchObject([
      {
        kind: 'comment_reply',
        who: carla.username,
        text: 'ha risposto al tuo commento',
        comment_text: 'Due',
        url: `/comments/${id}`,
      },
    ])
    await commentOn(alice, id, 'Tre', comment.id)
    expect(await listOf(bruno, 'comment_reply')).toMatchObject([
      { text: 'hanno risposto al tuo commento', comment_text: 'Tre', actors_count: 2 },
    ])
    expect(await listOf(alice, 'comment')).toMatchObject([{ actors_count: 2, comment_text: 'Due' }])
  })

  test('Alice is notified once of a reply to her comment on her own post, and never of her own replies', async () => {
    const { id } = await alice.createPost('Ciao')
    const comment = await commentOn(alice, id, 'Uno')
    await commentOn(alice, id, 'Ancora io', comment.id)
    expect(await listOf(alice, 'comment_reply', 'comment')).toEqual([])
    await commentOn(bruno, id, 'Due', comment.id)
    expect(await listOf(alice, 'comment_reply', 'comment')).toMatchObject([{ kind: 'comment_reply' }])
  })

  test('Bruno is not notified with comment notifications off, from people he blocks, or of a post that he lost', async () => {
    const { id } = await alice.createPost('Ciao')
    const comment = await commentOn(bruno, id, 'Uno')
    await setComments(bruno, 0)
    await commentOn(carla, id, 'Due', comment.id)
    expect(await listOf(bruno, 'comment_reply')).toEqual([])
    await setComments(bruno, 1)
    await commentOn(carla, id, 'Tre', comment.id)
    expect(await listOf(bruno, 'comment_reply')).toHaveLength(1)
    await bruno.block(carla)
    expect(await listOf(bruno, 'comment_reply')).toEqual([])
    await commentOn(alice, id, 'Quattro', comment.id)
    expect(await listOf(bruno, 'comment_reply')).toHaveLength(1)
    await alice.makePrivate()
    expect(await listOf(bruno, 'comment_reply')).toEqual([])
    await commentOn(alice, id, 'Cinque', comment.id)
    expect(await listOf(bruno, 'comment_reply')).toEqual([])
  })

  test('Alice is not notified of replies to a comment that a block hides from her', async () => {
    const { id } = await alice.createPost('Ciao')
    const comment = await commentOn(bruno, id, 'Uno')
    await alice.block(bruno)
    await commentOn(carla, id, 'Due', comment.id)
    expect(await listOf(alice, 'comment')).toEqual([])
  })
})
