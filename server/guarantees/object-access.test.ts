import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import { digestTables } from '#server/testing/harness/table-digests.ts'
import { toForm, exampleInput, type Fields } from '#server/testing/fuzz/arbitrary-inputs.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

// No call shows or changes what belongs to another user, whatever id it is given. Digests of all tables show that
// nothing
// was changed.

/** Fields with the id of something owned. Users and places are missing: others may act on them. */
const idFields = [
  'post_id',
  'comment_id',
  'story_id',
  'request_id',
  'target_id',
  'report_id',
  'session_id',
  'notification_id',
  'passkey_id',
  'token_id',
  'credential_id',
  'message_id',
  'event_id',
] as const
type IdField = (typeof idFields)[number]

const app = useTestApp()
const [author, stranger, blocked] = useUsers(app, 'alice', 'bruno', 'bloccato')
let strangersPost: number
let hiddenIds: Record<IdField, number[]>
let visibleIds: Record<IdField, number[]>

/** Creates one resource of each kind that belongs to `owner`. @returns their ids by the field that names them. */
async function createContent(
  owner: TestUser,
  friend: TestUser,
  postFields: object,
): Promise<Record<IdField, number[]>> {
  const post = (await owner.createPost('Di Alice', { image: await createPhoto(40, 40), ...postFields })).id
  const comment = (await owner.callOk('addComment', { post_id: post, text: 'Mio' })).comment.id
  const story = (await owner.callOk('createStory', { image: await createPhoto(40, 40) })).story.id
  await friend.follow(owner)
  await friend.callOk('requestSpotted', { post_id: post, action: 'request' })
  await friend.callOk('likePost', { post_id: post })
  const [request] = (await owner.callOk('getSpottedRequests', { post_id: post })).requests
  const { message } = await friend.callOk('sendMessage', {
    other_id: owner.id,
    client_id: randomUUID(),
    text: 'Tra noi',
  })
  const { notifications } = await owner.callOk('getNotifications', {})
  const inAWeek = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 16)
  const { event } = await owner.callOk('addEvent', {
    location_id: await app.findPlaceId('Piazza del Duomo', 'Milano'),
    title: 'Mio',
    starts_at: inAWeek,
  })
  const reportable = [post, comment, story, request!.request_id]
  return {
    post_id: [post],
    comment_id: [comment],
    story_id: [story],
    request_id: [request!.request_id],
    target_id: reportable,
    report_id: [...reportable, 1],
    session_id: [1],
    notification_id: notifications.map(({ id }) => id),
    passkey_id: [1],
    token_id: [1],
    credential_id: [1],
    message_id: [message.id],
    event_id: [event.id],
  }
}

beforeAll(async () => {
  const friend = await app.createUser('amica')
  const discreet = await app.createUser('riservata')
  visibleIds = await createContent(author, friend, {})
  hiddenIds = await createContent(discreet, friend, { privacy: 'followers' })
  await discreet.makePrivate()
  // Events are public, also those of a private account.
  hiddenIds.event_id = [1]
  for (const owner of [author, discreet]) await owner.block(blocked)
  strangersPost = (await stranger.createPost('Di Bruno')).id
  await app.jobs.stop()
})

const toIdField = (field: string) => idFields.find((idField) => idField === field)
/** The calls with such a field. */
const callsWithId = (Object.keys(calls) as CallName[]).flatMap((name) => {
  const { actingAs } = calls[name] as Endpoint
  const field = Object.keys(calls[name].input.shape)
    .filter((one) => one !== actingAs)
    .map(toIdField)
    .find((idField) => idField !== undefined)
  return field ? [{ name, field }] : []
})
/** The calls that only the owner may make. */
const ownerCalls = callsWithId.filter(({ name }) =>
  /^(delete|edit|update|remove|confirm|respond|resolve|dismiss|end|stop|revoke|restore|suspend)/.test(name),
)

/** @returns the status of the reply. */
async function makeCall(client: TestUser, name: CallName, fields: Fields): Promise<number> {
  const { method, url } = addressOf(name)
  const body = toForm(fields)
  const response = await client.request(method === 'GET' ? `${url}?${body}` : url, {
    method,
    ...(method === 'POST' && { body }),
  })
  await response.text()
  return response.status
}

/** Makes the call as each user with each id; expects a refusal and no change of any table. */
async function expectRefusals(
  users: TestUser[],
  { name, field }: (typeof callsWithId)[number],
  ids: Record<IdField, number[]>,
): Promise<void> {
  const before = await digestTables(app.db)
  for (const user of users) {
    const example = exampleInput(name, { viewer: user.id, ids: [strangersPost], picture: await createPhoto(40, 40) })
    for (const id of ids[field]) {
      const variants =
        'target_type' in example
          ? ['post', 'comment', 'story'].map((target_type) => ({ ...example, target_type }))
          : [example]
      for (const fields of variants)
        expect([
          user.username,
          field,
          [400, 403, 404].includes(await makeCall(user, name, { ...fields, [field]: id })),
        ]).toEqual([user.username, field, true])
    }
  }
  expect(await digestTables(app.db)).toEqual(before)
}

test('A like changes the digests, so they do show changes', async () => {
  const before = await digestTables(app.db)
  await author.callOk('likePost', { post_id: strangersPost })
  expect(await digestTables(app.db)).not.toEqual(before)
})

describe('No call shows or changes what a stranger may not see', () => {
  test.each(callsWithId)('$name', (call) => expectRefusals([stranger, blocked], call, hiddenIds))
})

describe('Only the owner changes what everybody sees', () => {
  test.each(ownerCalls)('$name', (call) => expectRefusals([stranger, blocked], call, visibleIds))
})

test('A blocked user gets no data of the person who blocks them, and changes nothing of theirs', async () => {
  const before = await digestTables(app.db)
  const callsAboutUsers = (Object.keys(calls) as CallName[]).flatMap((name) =>
    Object.keys(calls[name].input.shape)
      .filter(
        (field) =>
          ['user_id', 'followed_id', 'blocked_id', 'requester_id'].includes(field) &&
          field !== (calls[name] as Endpoint).actingAs,
      )
      .map((field) => ({ name, field })),
  )
  expect(callsAboutUsers.length).toBeGreaterThan(5)
  for (const { name, field } of callsAboutUsers.filter((call) => call.name !== 'unblockUser')) {
    const example = exampleInput(name, { viewer: blocked.id, ids: [strangersPost], picture: await createPhoto(40, 40) })
    expect([name, [403, 404].includes(await makeCall(blocked, name, { ...example, [field]: author.id }))]).toEqual([
      name,
      true,
    ])
  }
  expect(await digestTables(app.db)).toEqual(before)
})

test('Bruno can neither see nor end Alice’s push subscriptions, nor mark her notifications as read', async () => {
  const subscription = { endpoint: 'https://push.example/di-alice', p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
  await author.callOk('subscribePush', subscription)
  const [newest] = (await author.callOk('getNotifications', {})).notifications
  const [device] = (await author.callOk('getPushDevices', {})).devices
  expect((await stranger.callOk('getPushDevices', {})).devices).toEqual([])
  const before = await digestTables(app.db)
  await stranger.call('unsubscribePush', { endpoint: subscription.endpoint })
  expect((await stranger.call('stopPushOnDevice', { session_id: device!.session_id })).status).toBe(404)
  await stranger.call('markNotificationsRead', { up_to: newest!.position })
  const after = await digestTables(app.db)
  expect(after.push_subscriptions).toBe(before.push_subscriptions)
  const { rows } = await sql<{ read: number }>`
    SELECT count(*)::int AS read FROM notifications WHERE is_read AND user_id <> ${stranger.id}`.execute(app.db)
  expect(rows[0]?.read).toBe(0)
})

test('Nothing that a link on another site can open changes anything of Alice’s: no GET stores anything', async () => {
  const { settings } = await author.callOk('getUserSettings', {})
  await author.callOk('updateUserSettings', { ...settings, notify_nearby_posts: 1 })
  const ids = Object.values(visibleIds).flat()
  const examples = (Object.keys(calls) as CallName[])
    .filter((name) => addressOf(name).method === 'GET')
    .map((name) => {
      const example = exampleInput(name, { viewer: author.id, ids, picture: '' })
      return `${addressOf(name).url}?${toForm({ ...example, ...('lat' in calls[name].input.shape && { lat: 45.46, lon: 9.19 }) })}`
    })
  const pages = [
    '/',
    '/feed',
    '/profile',
    `/profile/${stranger.id}`,
    '/chat',
    '/notifications',
    '/settings',
    '/moderation',
  ]
  await author.callOk('completeOnboarding', {})
  const before = await digestTables(app.db)
  for (const url of [
    ...examples,
    `${addressOf('getFeed').url}?lat=45.46&lon=9.19`,
    ...pages,
    '/api/openapi.json',
    '/api/docs',
    '/readyz',
    '/api/export/unknown',
  ])
    await author.request(url, { headers: { cookie: `${author.cookie()}; where=45.46_9.19` } })
  const stream = new AbortController()
  await author.request(`/api/events?posts=${ids.join(',')}`, { signal: stream.signal })
  stream.abort()
  expect(await digestTables(app.db)).toEqual(before)
})
