import { expect, test } from 'vitest'
import type { Settings } from '#contract/settings.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { duomo, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { deleteFollow, lockTwoUsers } from '#server/users/users.queries.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp()
const [alice, bruno] = useUsers(app, 'alice', 'bruno')

const defaultSettings: Settings = {
  profile_visibility: 'public',
  notify_likes: 1,
  notify_comments: 1,
  notify_mentions: 1,
  notify_follows: 1,
  notify_spotted: 1,
  notify_nearby_posts: 0,
  notify_followed_locations: 1,
  notify_place_events: 1,
  notify_radius: 50,
  chat_from: 'everyone',
  notify_messages: 1,
  show_message_text: 0,
}
const otherSettings: Settings = {
  profile_visibility: 'private',
  notify_likes: 0,
  notify_comments: 0,
  notify_mentions: 0,
  notify_follows: 1,
  notify_spotted: 0,
  notify_nearby_posts: 1,
  notify_followed_locations: 0,
  notify_place_events: 0,
  notify_radius: 5000,
  chat_from: 'following',
  notify_messages: 0,
  show_message_text: 1,
}

test('A new account has the default settings', async () => {
  expect(await alice.callOk('getUserSettings', { user_id: alice.id })).toEqual({
    success: true,
    open_reports: null,
    operator: null,
    is_administrator: false,
    settings: defaultSettings,
  })
})

test('Alice’s settings are stored, also when she changes them again', async () => {
  for (const settings of [
    otherSettings,
    { ...otherSettings, notify_radius: 1230, notify_likes: 1 as const },
    defaultSettings,
  ]) {
    expect(await alice.callOk('updateUserSettings', { user_id: alice.id, ...settings })).toEqual({
      success: true,
      message: 'Impostazioni salvate',
    })
    expect((await alice.callOk('getUserSettings', {})).settings).toEqual(settings)
  }
})

test.each([0, 10, 50, 1230, 5000])('A radius of %i m is kept as given', async (notify_radius) => {
  await alice.callOk('updateUserSettings', { ...defaultSettings, notify_radius })
  expect((await alice.callOk('getUserSettings', {})).settings.notify_radius).toBe(notify_radius)
})

test('A form changes the settings, as the original client may send it', async () => {
  const body = new URLSearchParams(
    Object.entries({ ...otherSettings, profile_visibility: 'public' }).map(([field, value]) => [field, String(value)]),
  )
  expect((await alice.request('/api/user/update_user_settings.php', { method: 'POST', body })).status).toBe(200)
  expect((await alice.callOk('getUserSettings', {})).settings).toEqual({
    ...otherSettings,
    profile_visibility: 'public',
  })
})

test('A client of the original interface, which sends neither mentions, events nor messages, does not change them', async () => {
  await alice.callOk('updateUserSettings', otherSettings)
  const { notify_mentions, notify_place_events, chat_from, notify_messages, show_message_text, ...known } =
    defaultSettings
  await alice.callOk('updateUserSettings', known)
  expect((await alice.callOk('getUserSettings', {})).settings).toEqual({
    ...known,
    notify_mentions: 0,
    notify_place_events: 0,
    chat_from: 'following',
    notify_messages: 0,
    show_message_text: 1,
  })
  await alice.callOk('updateUserSettings', {
    ...known,
    notify_mentions,
    notify_place_events,
    chat_from,
    notify_messages,
    show_message_text,
  })
})

test('Making the account private hides older posts at once, and going public shows them again', async () => {
  const { id } = await alice.createPost('Di prima')
  const isVisible = async () =>
    (await bruno.callOk('getFeed', { ...duomo, limit: 50 })).posts.some((post) => post.id === id)
  expect(await isVisible()).toBe(true)
  await alice.makePrivate()
  expect(await isVisible()).toBe(false)
  await alice.makePublic()
  expect(await isVisible()).toBe(true)
})

test('Bruno, who withdraws his request while Alice goes public, is not notified of an acceptance', async () => {
  // The jobs stay in their table, where they can be read.
  await app.jobs.stop()
  const carla = await app.createUser('carla')
  await alice.makePrivate()
  for (const follower of [bruno, carla]) await follower.callOk('requestFollow', { followed_id: alice.id })
  const { goingPublic } = await inTransaction(app.db, async (withdrawal) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(withdrawal)
    const countWaiting = async () => {
      const waiting = await sql`
        SELECT 1 FROM pg_stat_activity WHERE ${rows[0]?.pid} = ANY(pg_blocking_pids(pid))`.execute(app.db)
      return waiting.rows.length
    }
    const [follower, followee] = (await lockTwoUsers(withdrawal, bruno.id, alice.id)) ?? []
    const reply = alice.makePublic()
    await expect.poll(countWaiting).toBe(1)
    await deleteFollow(withdrawal, follower!, followee!)
    return { goingPublic: reply }
  })
  await goingPublic
  const { rows: accepted } = await sql<{ recipient: number }>`
    SELECT (data #>> '{notify,recipientId}')::bigint AS recipient FROM pgboss.job
    WHERE name = 'activity' AND data #>> '{notify,trigger,kind}' = 'follow_accepted'`.execute(app.db)
  expect(accepted.map(({ recipient }) => recipient)).toEqual([carla.id])
  const { followers } = await alice.callOk('getFollowers', { user_id: alice.id })
  expect(followers.map(({ id }) => id)).toEqual([carla.id])
})
