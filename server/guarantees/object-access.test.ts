import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import { digestTables } from '#server/testing/harness/table-digests.ts'
import { toForm, exampleInput, type Fields } from '#server/testing/fuzz/arbitrary-inputs.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'

// What belongs to somebody else is neither shown nor changed, whatever call is given its id; and that nothing was
// changed, all tables say.

/** What a field that ends so names. What names a person or a place names something that others may well act on. */
const kinds = [
  'post_id',
  'comment_id',
  'story_id',
  'request_id',
  'target_id',
  'report_id',
  'session_id',
  'notification_id',
  'passkey_id',
  'credential_id',
  'message_id',
] as const
type Kind = (typeof kinds)[number]

let app: TestApp
let author: TestUser
let stranger: TestUser
let blocked: TestUser
let visible: number
let hidden: Record<Kind, number[]>
let shown: Record<Kind, number[]>

async function belongingsOf(person: TestUser, asker: TestUser, more: object): Promise<Record<Kind, number[]>> {
  const post = (await person.createPost('Di Alice', { image: await createPhoto(40, 40), ...more })).id
  const comment = (await person.callOk('addComment', { post_id: post, text: 'Mio' })).comment.id
  const story = (await person.callOk('createStory', { image: await createPhoto(40, 40) })).story.id
  await asker.follow(person)
  await asker.callOk('requestSpotted', { post_id: post, action: 'request' })
  await asker.callOk('likePost', { post_id: post })
  const [request] = (await person.callOk('getSpottedRequests', { post_id: post })).requests
  const { message } = await asker.callOk('sendMessage', {
    other_id: person.id,
    client_id: randomUUID(),
    text: 'Tra noi',
  })
  const { notifications } = await person.callOk('getNotifications', {})
  const anything = [post, comment, story, request!.request_id]
  return {
    post_id: [post],
    comment_id: [comment],
    story_id: [story],
    request_id: [request!.request_id],
    target_id: anything,
    report_id: [...anything, 1],
    session_id: [1],
    notification_id: notifications.map(({ id }) => id),
    passkey_id: [1],
    credential_id: [1],
    message_id: [message.id],
  }
}

beforeAll(async () => {
  app = await createTestApp()
  author = await app.createUser('alice')
  const friend = await app.createUser('amica')
  const shy = await app.createUser('riservata')
  stranger = await app.createUser('bruno')
  blocked = await app.createUser('bloccato')
  shown = await belongingsOf(author, friend, {})
  hidden = await belongingsOf(shy, friend, { privacy: 'followers' })
  await shy.makePrivate()
  for (const person of [author, shy]) await person.block(blocked)
  visible = (await stranger.createPost('Di Bruno')).id
  await app.jobs.stop()
})
afterAll(() => app.close())

const kindOf = (field: string) => kinds.find((kind) => field === kind)
/** The calls that name something, with the field that does. */
const naming = (Object.keys(calls) as CallName[]).flatMap((name) => {
  const field = Object.keys(calls[name].input.shape).find(
    (one) => one !== (calls[name] as Endpoint).actingAs && kindOf(one),
  )
  return field ? [{ name, field, kind: kindOf(field)! }] : []
})
/** What only the one may do whose it is. */
const forItsOwner = naming.filter(({ name }) =>
  /^(delete|edit|update|remove|confirm|respond|resolve|dismiss|end|revoke|restore|suspend)/.test(name),
)

async function ask(who: TestUser, name: CallName, fields: Fields): Promise<number> {
  const { method, url } = addressOf(name)
  const body = toForm(fields)
  const response = await who.request(method === 'GET' ? `${url}?${body}` : url, {
    method,
    ...(method === 'POST' && { body }),
  })
  await response.text()
  return response.status
}

/** Asks, as each of these people, and looks whether anything has become different. */
async function asksInVain(
  people: TestUser[],
  { name, field, kind }: (typeof naming)[number],
  belongings: Record<Kind, number[]>,
): Promise<void> {
  const before = await digestTables(app.db)
  for (const who of people) {
    const example = exampleInput(name, { viewer: who.id, ids: [visible], picture: await createPhoto(40, 40) })
    for (const id of belongings[kind]) {
      const variants =
        'target_type' in example
          ? ['post', 'comment', 'story'].map((target_type) => ({ ...example, target_type }))
          : [example]
      for (const fields of variants)
        expect([
          who.username,
          field,
          [400, 403, 404].includes(await ask(who, name, { ...fields, [field]: id })),
        ]).toEqual([who.username, field, true])
    }
  }
  expect(await digestTables(app.db)).toEqual(before)
}

test('A like, and it shows: the fingerprint can tell', async () => {
  const before = await digestTables(app.db)
  await author.callOk('likePost', { post_id: visible })
  expect(await digestTables(app.db)).not.toEqual(before)
})

describe('What a stranger may not see, no call shows or changes', () => {
  test.each(naming)('$name', (call) => asksInVain([stranger, blocked], call, hidden))
})

describe('What everybody sees, only its owner changes', () => {
  test.each(forItsOwner)('$name', (call) => asksInVain([stranger, blocked], call, shown))
})

test('Who is blocked is told of nobody who blocks them, and changes nothing for them', async () => {
  const before = await digestTables(app.db)
  const aboutPeople = (Object.keys(calls) as CallName[]).flatMap((name) =>
    Object.keys(calls[name].input.shape)
      .filter(
        (field) =>
          ['user_id', 'followed_id', 'blocked_id', 'requester_id'].includes(field) &&
          field !== (calls[name] as Endpoint).actingAs,
      )
      .map((field) => ({ name, field })),
  )
  expect(aboutPeople.length).toBeGreaterThan(5)
  for (const { name, field } of aboutPeople.filter((call) => call.name !== 'unblockUser')) {
    const example = exampleInput(name, { viewer: blocked.id, ids: [visible], picture: await createPhoto(40, 40) })
    expect([name, [403, 404].includes(await ask(blocked, name, { ...example, [field]: author.id }))]).toEqual([
      name,
      true,
    ])
  }
  expect(await digestTables(app.db)).toEqual(before)
})

test('Another’s browser stays theirs: nobody ends its messages, or reads their list as read', async () => {
  const subscription = { endpoint: 'https://push.example/di-alice', p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
  await author.callOk('subscribePush', subscription)
  const [newest] = (await author.callOk('getNotifications', {})).notifications
  const before = await digestTables(app.db)
  await stranger.call('unsubscribePush', { endpoint: subscription.endpoint })
  await stranger.call('markNotificationsRead', { up_to: newest!.position })
  const after = await digestTables(app.db)
  expect(after.push_subscriptions).toBe(before.push_subscriptions)
  const { rows } = await sql<{
    read: number
  }>`SELECT count(*)::int AS read FROM notifications WHERE is_read AND user_id <> ${stranger.id}`.execute(app.db)
  expect(rows[0]?.read).toBe(0)
})
