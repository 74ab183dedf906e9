import { expect, test } from 'vitest'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp()
let count = 0
let alice: TestUser
let bruno: TestUser

async function createAliceAndBruno(): Promise<void> {
  count++
  alice = await app.createUser(`alice${count}`)
  bruno = await app.createUser(`bruno${count}`)
}

test('A block ends the follows between two people in both directions, and updates their counters', async () => {
  await createAliceAndBruno()
  await alice.follow(bruno)
  await bruno.follow(alice)
  expect(await alice.callOk('blockUser', { blocker_id: alice.id, blocked_id: bruno.id })).toEqual({
    success: true,
    message: 'Utente bloccato',
  })
  for (const person of [alice, bruno]) {
    expect((await person.callOk('getProfile', { user_id: person.id })).user).toMatchObject({
      followers_count: 0,
      following_count: 0,
    })
  }
})

test('A block deletes a pending follow request', async () => {
  await createAliceAndBruno()
  await alice.makePrivate()
  await bruno.callOk('requestFollow', { followed_id: alice.id })
  await alice.block(bruno)
  expect(await alice.callOk('getFollowRequests', {})).toMatchObject({ total: 0, requests: [] })
  await alice.callOk('unblockUser', { blocked_id: bruno.id })
  expect((await bruno.callOk('getProfile', { user_id: alice.id })).user.follow_status).toBeNull()
})

test('Alice finds Bruno in her blocked users and unblocks him, and he cannot detect either', async () => {
  await createAliceAndBruno()
  await alice.block(bruno)
  await alice.block(bruno)
  expect(await alice.callOk('getBlockedUsers', { user_id: alice.id })).toEqual({
    success: true,
    blocked_users: [{ id: bruno.id, username: bruno.username, display_name: null, profile_pic: null }],
    next_cursor: null,
  })
  expect((await bruno.callOk('getBlockedUsers', {})).blocked_users).toEqual([])
  const blocker = await bruno.call('blockUser', { blocked_id: alice.id })
  const absent = await bruno.call('blockUser', { blocked_id: 999_999_999 })
  expect([blocker.status, blocker.body]).toEqual([absent.status, absent.body])

  expect(await alice.callOk('unblockUser', { user_id: alice.id, blocked_id: bruno.id })).toEqual({
    success: true,
    message: 'Utente sbloccato',
  })
  expect((await alice.callOk('getBlockedUsers', {})).blocked_users).toEqual([])
  expect((await bruno.call('getProfile', { user_id: alice.id })).status).toBe(200)
})

test('Nobody can block or report themselves', async () => {
  await createAliceAndBruno()
  const { id } = await alice.createPost('Mio')
  expect(await alice.call('blockUser', { blocked_id: alice.id })).toMatchObject({
    status: 400,
    body: { error: 'Non puoi bloccare te stesso.' },
  })
  expect(await alice.call('report', { target_type: 'post', target_id: id, reason: 'spam' })).toMatchObject({
    status: 400,
    body: { error: 'Non puoi segnalare qualcosa di tuo.' },
  })
})

test('Bruno reports a post, a comment, a story and a user; a second report replaces his first', async () => {
  await createAliceAndBruno()
  const { id: post } = await alice.createPost('Brutto')
  const { comment } = await alice.callOk('addComment', { post_id: post, text: 'Peggio' })
  const { story } = await alice.callOk('createStory', { image: await createPhoto() })
  const targets = [
    ['post', post],
    ['comment', comment.id],
    ['story', story.id],
    ['user', alice.id],
  ] as const
  for (const [target_type, target_id] of targets) {
    for (const text of ['', 'Guardate anche il profilo']) {
      expect(
        await bruno.callOk('report', { user_id: bruno.id, target_type, target_id, reason: 'harassment', text }),
      ).toEqual({ success: true, message: 'Grazie: la segnalazione è stata inviata ai moderatori.' })
    }
  }
  const rows = await sql<{
    reported_user_id: number | null
    post_id: number | null
    comment_id: number | null
    story_id: number | null
    reason: string
    text: string
  }>`SELECT reported_user_id, post_id, comment_id, story_id, reason, text FROM reports WHERE reporter_id = ${bruno.id} ORDER BY id`.all(
    app.db,
  )
  const expected = { reported_user_id: alice.id, reason: 'harassment', text: 'Guardate anche il profilo' }
  expect(rows).toEqual([
    { ...expected, post_id: post, comment_id: null, story_id: null },
    { ...expected, post_id: null, comment_id: comment.id, story_id: null },
    { ...expected, post_id: null, comment_id: null, story_id: story.id },
    { ...expected, post_id: null, comment_id: null, story_id: null },
  ])
})
