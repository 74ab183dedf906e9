import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Input, Output } from '#contract/calls.ts'
import type { TargetType } from '#contract/moderation.ts'
import { createPictureStore } from '#server/media/media.actions.ts'
import { deleteExpiredStories } from '#server/stories/stories.actions.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import {
  createTestWorld,
  type TestUser,
  password,
  createPhoto,
  type TestWorld,
} from '#server/testing/fixtures/test-world.ts'
import { changeModerator, suspendAccount } from './moderation.actions.ts'

let world: TestWorld
let count = 0
let alice: TestUser
let bruno: TestUser
let carla: TestUser
/** Moderates. */
let marta: TestUser

beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  count++
  await sql`DELETE FROM reports`.execute(world.db)
  ;[alice, bruno, carla, marta] = (await Promise.all(
    ['alice', 'bruno', 'carla', 'marta'].map((name) => world.createUser(`${name}${count}`)),
  )) as [TestUser, TestUser, TestUser, TestUser]
  await changeModerator(world.db, marta.id, true)
})

const reports = (person: TestUser, target_type: TargetType, target_id: number, more: Partial<Input<'report'>> = {}) =>
  person.callOk('report', { target_type, target_id, reason: 'spam', ...more })
const queue = async (state: 'open' | 'closed' = 'open') =>
  (await marta.callOk('getReports', { state, limit: 50 })).reports
const resolves = (
  person: TestUser,
  target_type: TargetType,
  target_id: number,
  action: Input<'resolveReport'>['action'],
  note = '',
) => person.call('resolveReport', { target_type, target_id, action, note })
const files = () => readdir(world.folders.media)
/** The things of the queue, in its order. */
const named = (things: Output<'getReports'>['reports']) =>
  things.map(({ target_type, target_id }) => [target_type, target_id])

describe('Who does not moderate', () => {
  const calls = [
    ['getReports', {}],
    ['getReports', { state: 'x' }],
    ['resolveReport', {}],
    ['resolveReport', { target_type: 'post', target_id: 1, action: 'remove' }],
    ['getSuspended', {}],
    ['liftSuspension', { suspended_id: 1 }],
    ['getModerationLog', { limit: -1 }],
  ] as const

  test.each(calls)('finds no %s, whatever they ask: %o', async (name, input) => {
    await changeModerator(world.db, marta.id, false)
    const nowhere = await (await alice.request('/api/moderation/nothing.php')).json()
    for (const client of [alice, marta, world.createVisitor()]) {
      const { status, body } = await client.call(name, input as never)
      expect([status, body]).toEqual([404, nowhere])
    }
  })

  test('learns nothing of it from the settings; a moderator learns how many things wait', async () => {
    const { id } = await alice.createPost('Compra!')
    await reports(bruno, 'post', id)
    await reports(carla, 'post', id)
    await reports(carla, 'user', alice.id)
    expect((await alice.callOk('getUserSettings', {})).open_reports).toBeNull()
    expect((await marta.callOk('getUserSettings', {})).open_reports).toBe(2)
  })
})

test('Many reports of one thing are one entry, with the thing as it is, the reasons and what was said', async () => {
  await alice.makePrivate()
  await bruno.follow(alice)
  await carla.follow(alice)
  const post = await alice.createPost('Per pochi', { privacy: 'followers', image: await createPhoto(640, 480) })
  await alice.createPost('Altro')
  await reports(bruno, 'post', post.id, { reason: 'hate', text: 'Guardate qui' })
  await reports(carla, 'post', post.id, { reason: 'hate' })
  expect((await marta.call('getComments', { post_id: post.id })).status).toBe(404)
  const { reports: things } = await marta.callOk('getReports', {})
  expect(things).toEqual([
    {
      id: expect.any(Number),
      target_type: 'post',
      target_id: post.id,
      created_at: expect.any(String),
      user: {
        id: alice.id,
        username: alice.username,
        profile_pic: null,
        is_private: true,
        is_suspended: false,
        is_moderator: false,
      },
      content: {
        text: 'Per pochi',
        image_url: post.image_url,
        image_width: 640,
        image_height: 480,
        image_thumbhash: expect.any(String),
        location_name: 'Piazza del Duomo',
        followers_only: true,
        shares_post: false,
        created_at: post.created_at,
      },
      reports_count: 2,
      reasons: ['hate'],
      words: [{ reason: 'hate', text: 'Guardate qui', created_at: expect.any(String) }],
      decision: null,
    },
  ])
  expect(JSON.stringify(things)).not.toMatch(/@|bruno|carla|Altro/)
})

test('A comment, a story and a person are there too, the latest reported first; what is said again moves up', async () => {
  const post = await bruno.createPost('Ciao')
  const { comment } = await alice.callOk('addComment', { post_id: post.id, text: 'Brutto' })
  const { story } = await alice.callOk('createStory', { image: await createPhoto() })
  await alice.callOk('updateProfile', { bio: 'Sono un altro' })
  await reports(bruno, 'comment', comment.id)
  await reports(bruno, 'story', story.id, { reason: 'nudity' })
  await reports(bruno, 'user', alice.id, { reason: 'impersonation' })
  expect((await queue()).map(({ target_type, content }) => [target_type, content?.text, content?.image_url])).toEqual([
    ['user', 'Sono un altro', null],
    ['story', '', story.media_url],
    ['comment', 'Brutto', null],
  ])
  await reports(carla, 'story', story.id, { reason: 'hate' })
  await reports(bruno, 'comment', comment.id, { reason: 'harassment' })
  expect(
    (await queue()).map(({ target_type, reports_count, reasons }) => [target_type, reports_count, reasons]),
  ).toEqual([
    ['comment', 1, ['harassment']],
    ['story', 2, ['hate', 'nudity']],
    ['user', 1, ['impersonation']],
  ])
})

test('The queue goes on from page to page, with nothing doubled or lost', async () => {
  const posts: number[] = []
  for (let at = 0; at < 7; at++) {
    const { id } = await alice.createPost(`Numero ${at}`)
    posts.unshift(id)
    for (const person of [bruno, carla]) await reports(person, 'post', id)
  }
  const seen: (number | null)[] = []
  let cursor: string | null | undefined
  do {
    const page: Output<'getReports'> = await marta.callOk('getReports', { limit: 3, cursor: cursor ?? undefined })
    seen.push(...page.reports.map(({ target_id }) => target_id))
    cursor = page.next_cursor
  } while (cursor)
  expect(seen).toEqual(posts)
})

test('What is dismissed stays where it is, leaves the queue, and is there again when it is reported again', async () => {
  const { id } = await alice.createPost('Va bene')
  await reports(bruno, 'post', id, { text: 'Non mi piace' })
  expect((await resolves(marta, 'post', id, 'dismiss', 'È una battuta')).body).toEqual({
    success: true,
    message: 'Segnalazione archiviata',
  })
  expect(await queue()).toEqual([])
  expect((await queue('closed'))[0]).toMatchObject({
    target_id: id,
    content: { text: 'Va bene' },
    reports_count: 1,
    reasons: ['spam'],
    words: [{ text: 'Non mi piace' }],
    decision: { action: 'dismiss', note: 'È una battuta', by_operator: false, moderator: marta.username },
  })
  expect((await bruno.call('getComments', { post_id: id })).status).toBe(200)
  await reports(bruno, 'post', id)
  expect(named(await queue())).toEqual([['post', id]])
})

test('A removed post is gone with its picture, likes, comments and confirmations; its author is told why', async () => {
  const before = await files()
  const post = await alice.createPost('Rimosso', { image: await createPhoto() })
  await bruno.callOk('addComment', { post_id: post.id, text: 'Che brutto' })
  await bruno.callOk('likePost', { post_id: post.id })
  await bruno.callOk('requestSpotted', { post_id: post.id, action: 'request' })
  const { requests } = await alice.callOk('getSpottedRequests', { post_id: post.id })
  await alice.callOk('updateSpottedRequestStatus', { request_id: requests[0]!.request_id, status: 'confirmed' })
  await reports(bruno, 'post', post.id, { reason: 'hate' })
  await reports(carla, 'post', post.id, { reason: 'hate' })
  expect((await resolves(marta, 'post', post.id, 'remove', 'Qui non si insulta')).body).toEqual({
    success: true,
    message: 'Contenuto rimosso',
  })

  expect((await alice.call('getComments', { post_id: post.id })).status).toBe(404)
  expect(await files()).toEqual(before)
  await expectCountersToMatchRows(world.db)
  expect(await queue()).toEqual([])
  expect((await queue('closed'))[0]).toMatchObject({
    target_type: 'post',
    content: null,
    reports_count: 2,
    reasons: ['hate'],
    decision: { action: 'remove' },
  })
  const told = async () =>
    (await alice.callOk('getNotifications', {})).notifications.find(({ kind }) => kind === 'removed')
  await expect.poll(told, { timeout: 10_000 }).toMatchObject({
    who: '',
    actors: [],
    post_id: null,
    url: '/notifications',
    is_read: false,
    text: 'I moderatori hanno rimosso un tuo post (motivo: incitamento all’odio). Hanno scritto: «\u2068Qui non si insulta\u2069»',
  })
})

test('A removed comment and a removed story go as their authors would have deleted them', async () => {
  const before = await files()
  const post = await bruno.createPost('Parliamone')
  const { comment } = await alice.callOk('addComment', { post_id: post.id, text: 'Insulto' })
  await carla.callOk('likeComment', { comment_id: comment.id })
  const { story } = await alice.callOk('createStory', { image: await createPhoto() })
  await carla.callOk('likeStory', { story_id: story.id, action: 'like' })
  await reports(bruno, 'comment', comment.id, { reason: 'other' })
  await reports(bruno, 'story', story.id)
  for (const [type, id] of [
    ['comment', comment.id],
    ['story', story.id],
  ] as const)
    expect((await resolves(marta, type, id, 'remove')).status).toBe(200)
  expect((await bruno.callOk('getComments', { post_id: post.id })).comments).toEqual([])
  expect((await bruno.callOk('getUserStories', { user_id: alice.id })).stories).toEqual([])
  expect(await files()).toEqual(before)
  await expectCountersToMatchRows(world.db)
  const told = async () =>
    (await alice.callOk('getNotifications', {})).notifications
      .filter(({ kind }) => kind === 'removed')
      .map(({ text }) => text)
  await expect
    .poll(told, { timeout: 10_000 })
    .toEqual([
      'I moderatori hanno rimosso una tua storia (motivo: spam o pubblicità).',
      'I moderatori hanno rimosso un tuo commento.',
    ])
})

describe('A decision is refused', () => {
  test.each(['dismiss', 'remove', 'suspend'] as const)(
    'when another moderator was faster, in one sentence: %s',
    async (action) => {
      const maria = await world.createUser(`maria${count}`)
      await changeModerator(world.db, maria.id, true)
      const { id } = await alice.createPost('Conteso')
      await reports(bruno, 'post', id)
      const replies = await Promise.all([marta, maria].map((moderator) => resolves(moderator, 'post', id, action)))
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(replies.find(({ status }) => status === 409)?.body.error).toBe(
        'Questa segnalazione non è più aperta: se ne è già occupato qualcun altro, oppure il contenuto non c’è più.',
      )
      expect(
        (await marta.callOk('getModerationLog', {})).entries.filter(({ user }) => user?.id === alice.id),
      ).toHaveLength(1)
    },
  )

  test('or one removes while the other suspends, or the author deletes: one after the other, and nothing breaks', async () => {
    for (let round = 0; round < 5; round++) {
      const maria = await world.createUser(`maria${count}.${round}`)
      const author = await world.createUser(`autore${count}.${round}`)
      await changeModerator(world.db, maria.id, true)
      const { id } = await author.createPost('Conteso', { image: await createPhoto(40, 40) })
      await bruno.callOk('likePost', { post_id: id })
      await reports(bruno, 'post', id)
      const [removed, suspended, deleted] = await Promise.all([
        resolves(marta, 'post', id, 'remove'),
        resolves(maria, 'post', id, 'suspend'),
        author.call('deletePost', { post_id: id }),
      ])
      expect([200, 409]).toContain(removed.status)
      expect([200, 409]).toContain(suspended.status)
      expect([200, 401, 404]).toContain(deleted.status)
      expect([removed, suspended].filter(({ status }) => status === 200).length).toBeLessThan(2)
    }
    await expectCountersToMatchRows(world.db)
  })

  test('about oneself, another moderator, a person who should be removed, and what nobody reported', async () => {
    const maria = await world.createUser(`maria${count}`)
    await changeModerator(world.db, maria.id, true)
    const [own, others, fine] = [
      await marta.createPost('Mio'),
      await maria.createPost('Suo'),
      await alice.createPost('Niente di male'),
    ]
    for (const { id } of [own, others]) await reports(bruno, 'post', id)
    await reports(bruno, 'user', alice.id)
    const refusals = [
      ['post', own.id, 403, 'Riguarda te: deve occuparsene un altro moderatore.'],
      ['post', others.id, 403, 'Riguarda un moderatore: deve occuparsene chi gestisce il server.'],
      ['user', alice.id, 400, 'Una persona non si può rimuovere: puoi sospendere il suo account.'],
      ['post', fine.id, 409, expect.stringContaining('non è più aperta')],
      ['post', 999_999_999, 409, expect.stringContaining('non è più aperta')],
    ] as const
    for (const [type, id, status, error] of refusals)
      expect(await resolves(marta, type, id, 'remove')).toMatchObject({ status, body: { error } })
    expect(named(await queue())).toEqual([
      ['user', alice.id],
      ['post', others.id],
      ['post', own.id],
    ])
  })
})

describe('A story that is reported', () => {
  const expire = async (id: number) => {
    await sql`UPDATE stories SET expires_at = now() - interval '1 minute' WHERE id = ${id}`.execute(world.db)
    await deleteExpiredStories(world.db, await createPictureStore(world.folders.media))
  }
  const rows = (id: number) => world.db.selectFrom('stories').select('id').where('id', '=', id).execute()

  test.each(['dismiss', 'remove', 'suspend'] as const)(
    'is kept for the moderators when its day is over, out of everybody’s sight, and goes with the decision: %s',
    async (action) => {
      const before = await files()
      const [{ story }, { story: other }] = [
        await alice.callOk('createStory', { image: await createPhoto() }),
        await alice.callOk('createStory', { image: await createPhoto() }),
      ]
      await bruno.callOk('likeStory', { story_id: story.id, action: 'like' })
      await reports(bruno, 'story', story.id)
      await expire(other.id)
      await expire(story.id)
      expect([await rows(story.id), await rows(other.id)]).toEqual([[{ id: story.id }], []])
      for (const client of [alice, bruno, marta]) {
        expect((await client.callOk('getUserStories', { user_id: alice.id })).stories).toEqual([])
        expect((await client.callOk('getStoryRings', { user_ids: String(alice.id) })).rings).toEqual([])
        for (const call of ['getStoryLikes', 'getStoryLikesList', 'markStoryViewed', 'deleteStory'] as const)
          expect((await client.call(call, { story_id: story.id })).status).toBe(404)
        expect(
          (await client.call('report', { target_type: 'story', target_id: story.id, reason: 'spam' })).status,
        ).toBe(404)
        expect(
          (await client.callOk('getNotifications', {})).notifications.filter(({ kind }) => kind === 'story_like'),
        ).toEqual([])
      }
      const [thing] = await queue()
      expect((await marta.request(thing!.content!.image_url!)).status).toBe(200)
      expect((await resolves(marta, 'story', story.id, action)).status).toBe(200)
      expect(await rows(story.id)).toEqual([])
      expect(await files()).toEqual(before)
      expect((await queue('closed'))[0]).toMatchObject({ target_type: 'story', content: null, decision: { action } })
    },
  )

  test('is deleted by its author at once all the same, and leaves the queue', async () => {
    const before = await files()
    const { story } = await alice.callOk('createStory', { image: await createPhoto() })
    await reports(bruno, 'story', story.id)
    await alice.callOk('deleteStory', { story_id: story.id })
    expect(await files()).toEqual(before)
    expect(await queue()).toEqual([])
  })
})

describe('The log', () => {
  test('tells every step, and is never changed', async () => {
    const { id } = await alice.createPost('Ciao')
    await reports(bruno, 'post', id)
    await resolves(marta, 'post', id, 'suspend', 'Basta')
    await marta.callOk('liftSuspension', { suspended_id: alice.id, note: 'Si è scusata' })
    const { entries } = await marta.callOk('getModerationLog', { limit: 3 })
    const person = { id: alice.id, username: alice.username }
    expect(entries).toMatchObject([
      {
        action: 'lift',
        user: person,
        target_type: 'user',
        note: 'Si è scusata',
        moderator: marta.username,
        by_operator: false,
      },
      {
        action: 'suspend',
        user: person,
        target_type: 'post',
        note: 'Basta',
        reports_count: 1,
        reasons: ['spam'],
        moderator: marta.username,
      },
      { action: 'grant', user: { id: marta.id }, moderator: null, by_operator: true },
    ])
    for (const change of [
      sql`UPDATE moderation_log SET note = 'x'`,
      sql`UPDATE moderation_log SET user_id = ${bruno.id}`,
      sql`DELETE FROM moderation_log`,
    ]) {
      await expect(change.execute(world.db)).rejects.toThrow('the moderation log is written once')
    }
  })

  test('keeps what happened when somebody deletes their account, and forgets who it was', async () => {
    const { id } = await alice.createPost('Ciao')
    await reports(bruno, 'post', id)
    await resolves(marta, 'post', id, 'remove', 'Via')
    for (const person of [alice, marta]) await person.callOk('deleteAccount', { password })
    const maria = await world.createUser(`maria${count}`)
    await changeModerator(world.db, maria.id, true)
    const { entries } = await maria.callOk('getModerationLog', {})
    expect(entries.find(({ note }) => note === 'Via')).toMatchObject({
      action: 'remove',
      user: null,
      moderator: null,
      by_operator: false,
    })
    expect(JSON.stringify(entries)).not.toContain(alice.username)
    expect((await maria.callOk('getReports', { state: 'closed' })).reports[0]).toMatchObject({
      user: null,
      content: null,
      decision: { action: 'remove', moderator: null },
    })
  })

  test('A suspension is lifted once; that of a moderator only by the operator', async () => {
    const maria = await world.createUser(`maria${count}`)
    await changeModerator(world.db, maria.id, true)
    await suspendAccount(world.db, maria.id, '')
    expect(await marta.call('liftSuspension', { suspended_id: maria.id })).toMatchObject({ status: 403 })
    expect(await marta.call('liftSuspension', { suspended_id: alice.id })).toMatchObject({
      status: 409,
      body: { error: 'Questo account non è sospeso.' },
    })
  })
})
