import { readdir } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Input, Output } from '#contract/calls.ts'
import type { TargetType } from '#contract/moderation.ts'
import { deleteExpiredStories } from '#server/stories/stories.actions.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { changeRole, suspendAccount } from './moderation.actions.ts'

const app = useTestApp()
let count = 0
let alice: TestUser
let bruno: TestUser
let carla: TestUser
/** A moderator. */
let marta: TestUser

beforeEach(async () => {
  count++
  await sql`DELETE FROM reports`.execute(app.db)
  ;[alice, bruno, carla, marta] = (await Promise.all(
    ['alice', 'bruno', 'carla', 'marta'].map((name) => app.createUser(`${name}${count}`)),
  )) as [TestUser, TestUser, TestUser, TestUser]
  await changeRole(app.db, { actorId: null, userId: marta.id, role: 'moderator' })
})

const report = (reporter: TestUser, target_type: TargetType, target_id: number, more: Partial<Input<'report'>> = {}) =>
  reporter.callOk('report', { target_type, target_id, reason: 'spam', ...more })
const findQueue = async (state: 'open' | 'closed' = 'open') =>
  (await marta.callOk('getReports', { state, limit: 50 })).reports
type ResolveInput = Pick<Input<'resolveReport'>, 'target_type' | 'target_id' | 'action' | 'note'>
const resolve = (moderator: TestUser, input: ResolveInput) => moderator.call('resolveReport', { note: '', ...input })
const listPictureFiles = () => readdir(app.folders.media)
const targetsOf = (reports: Output<'getReports'>['reports']) =>
  reports.map(({ target_type, target_id }) => [target_type, target_id])

describe('A user who is not a moderator', () => {
  const calls = [
    ['getReports', {}],
    ['getReports', { state: 'x' }],
    ['resolveReport', {}],
    ['resolveReport', { target_type: 'post', target_id: 1, action: 'remove' }],
    ['mergePlaces', { place_id: 1, into_id: 2 }],
    ['getSuspended', {}],
    ['liftSuspension', { suspended_id: 1 }],
    ['getModerationLog', { limit: -1 }],
  ] as const

  test.each(calls)('gets a 404 for %s, as for a path that does not exist: %o', async (name, input) => {
    await changeRole(app.db, { actorId: null, userId: marta.id, role: 'user' })
    const unknownPath = await (await alice.request('/api/moderation/nothing.php')).json()
    for (const client of [alice, marta, app.createVisitor()]) {
      const { status, body } = await client.call(name, input as never)
      expect([status, body]).toEqual([404, unknownPath])
    }
  })

  test('gets no count of open reports with the settings, a moderator does', async () => {
    const { id } = await alice.createPost('Compra!')
    await report(bruno, 'post', id)
    await report(carla, 'post', id)
    await report(carla, 'user', alice.id)
    expect((await alice.callOk('getUserSettings', {})).open_reports).toBeNull()
    expect((await marta.callOk('getUserSettings', {})).open_reports).toBe(2)
  })
})

test('Several reports of a post are one entry, with the current post, reasons and reporters’ words', async () => {
  await alice.makePrivate()
  await bruno.follow(alice)
  await carla.follow(alice)
  const post = await alice.createPost('Per pochi', { privacy: 'followers', image: await createPhoto(640, 480) })
  await alice.createPost('Altro')
  await report(bruno, 'post', post.id, { reason: 'hate', text: 'Guardate qui' })
  await report(carla, 'post', post.id, { reason: 'hate' })
  expect((await marta.call('getComments', { post_id: post.id })).status).toBe(404)
  const { reports } = await marta.callOk('getReports', {})
  expect(reports).toEqual([
    {
      id: expect.any(Number),
      target_type: 'post',
      target_id: post.id,
      created_at: expect.any(String),
      user: {
        id: alice.id,
        username: alice.username,
        display_name: null,
        profile_pic: null,
        is_private: true,
        is_suspended: false,
        is_moderator: false,
      },
      content: {
        text: 'Per pochi',
        text_before: null,
        alts_before: null,
        image_url: post.image_url,
        image_width: 640,
        image_height: 480,
        image_thumbhash: expect.any(String),
        image_alt: null,
        more_images: [],
        video_url: null,
        location_id: post.location_id,
        location_name: 'Piazza del Duomo',
        choices: { privacy: 'followers', looks_for_someone: true },
        shares_post: false,
        created_at: post.created_at,
      },
      reports_count: 2,
      reasons: ['hate'],
      words: [{ reason: 'hate', text: 'Guardate qui', created_at: expect.any(String) }],
      decision: null,
    },
  ])
  expect(JSON.stringify(reports)).not.toMatch(/@|bruno|carla|Altro/)
})

test('The queue has comments, stories and users too; a new report moves an entry to the top', async () => {
  const post = await bruno.createPost('Ciao')
  const { comment } = await alice.callOk('addComment', { post_id: post.id, text: 'Brutto' })
  const { story } = await alice.callOk('createStory', { image: await createPhoto() })
  await alice.callOk('updateProfile', { bio: 'Sono un altro' })
  await report(bruno, 'comment', comment.id)
  await report(bruno, 'story', story.id, { reason: 'nudity' })
  await report(bruno, 'user', alice.id, { reason: 'impersonation' })
  expect(
    (await findQueue()).map(({ target_type, content }) => [target_type, content?.text, content?.image_url]),
  ).toEqual([
    ['user', 'Sono un altro', null],
    ['story', '', story.media_url],
    ['comment', 'Brutto', null],
  ])
  await report(carla, 'story', story.id, { reason: 'hate' })
  await report(bruno, 'comment', comment.id, { reason: 'harassment' })
  expect(
    (await findQueue()).map(({ target_type, reports_count, reasons }) => [target_type, reports_count, reasons]),
  ).toEqual([
    ['comment', 1, ['harassment']],
    ['story', 2, ['hate', 'nudity']],
    ['user', 1, ['impersonation']],
  ])
})

test('The pages of the queue neither repeat nor skip an entry', async () => {
  const posts: number[] = []
  for (let index = 0; index < 7; index++) {
    const { id } = await alice.createPost(`Numero ${index}`)
    posts.unshift(id)
    for (const person of [bruno, carla]) await report(person, 'post', id)
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

test('A dismissed post stays visible, leaves the queue, and returns to it with a new report', async () => {
  const { id } = await alice.createPost('Va bene')
  await report(bruno, 'post', id, { text: 'Non mi piace' })
  expect(
    (await resolve(marta, { target_type: 'post', target_id: id, action: 'dismiss', note: 'È una battuta' })).body,
  ).toEqual({
    success: true,
    message: 'Segnalazione archiviata',
  })
  expect(await findQueue()).toEqual([])
  expect((await findQueue('closed'))[0]).toMatchObject({
    target_id: id,
    content: { text: 'Va bene' },
    reports_count: 1,
    reasons: ['spam'],
    words: [{ text: 'Non mi piace' }],
    decision: { action: 'dismiss', note: 'È una battuta', by_operator: false, moderator: marta.username },
  })
  expect((await bruno.call('getComments', { post_id: id })).status).toBe(200)
  await report(bruno, 'post', id)
  expect(targetsOf(await findQueue())).toEqual([['post', id]])
})

test('A removed post disappears with picture, likes and confirmations; its author gets the reason', async () => {
  const before = await listPictureFiles()
  const post = await alice.createPost('Rimosso', { image: await createPhoto() })
  await bruno.callOk('addComment', { post_id: post.id, text: 'Che brutto' })
  await bruno.callOk('likePost', { post_id: post.id })
  await bruno.callOk('requestSpotted', { post_id: post.id, action: 'request' })
  const { requests } = await alice.callOk('getSpottedRequests', { post_id: post.id })
  await alice.callOk('updateSpottedRequestStatus', { request_id: requests[0]!.request_id, status: 'confirmed' })
  await report(bruno, 'post', post.id, { reason: 'hate' })
  await report(carla, 'post', post.id, { reason: 'hate' })
  expect(
    (await resolve(marta, { target_type: 'post', target_id: post.id, action: 'remove', note: 'Qui non si insulta' }))
      .body,
  ).toEqual({
    success: true,
    message: 'Contenuto rimosso',
  })

  expect((await alice.call('getComments', { post_id: post.id })).status).toBe(404)
  expect(await listPictureFiles()).toEqual(before)
  await expectCountersToMatchRows(app.db)
  expect(await findQueue()).toEqual([])
  expect((await findQueue('closed'))[0]).toMatchObject({
    target_type: 'post',
    content: null,
    reports_count: 2,
    reasons: ['hate'],
    decision: { action: 'remove' },
  })
  const findRemovalNotices = async () =>
    (await alice.callOk('getNotifications', {})).notifications.find(({ kind }) => kind === 'removed')
  await expect.poll(findRemovalNotices).toMatchObject({
    who: '',
    actors: [],
    post_id: null,
    url: '/notifications',
    is_read: false,
    text: 'I moderatori hanno rimosso un tuo post (motivo: incitamento all’odio). Hanno scritto: «\u2068Qui non si insulta\u2069»',
  })
})

test('A removed comment and a removed story are deleted as by their authors', async () => {
  const before = await listPictureFiles()
  const post = await bruno.createPost('Parliamone')
  const { comment } = await alice.callOk('addComment', { post_id: post.id, text: 'Insulto' })
  await carla.callOk('likeComment', { comment_id: comment.id })
  const { story } = await alice.callOk('createStory', { image: await createPhoto() })
  await carla.callOk('likeStory', { story_id: story.id, action: 'like' })
  await report(bruno, 'comment', comment.id, { reason: 'other' })
  await report(bruno, 'story', story.id)
  for (const [type, id] of [
    ['comment', comment.id],
    ['story', story.id],
  ] as const)
    expect((await resolve(marta, { target_type: type, target_id: id, action: 'remove' })).status).toBe(200)
  expect((await bruno.callOk('getComments', { post_id: post.id })).comments).toEqual([])
  expect((await bruno.callOk('getUserStories', { user_id: alice.id })).stories).toEqual([])
  expect(await listPictureFiles()).toEqual(before)
  await expectCountersToMatchRows(app.db)
  const findRemovalNotices = async () =>
    (await alice.callOk('getNotifications', {})).notifications
      .filter(({ kind }) => kind === 'removed')
      .map(({ text }) => text)
  await expect
    .poll(findRemovalNotices)
    .toEqual([
      'I moderatori hanno rimosso una tua storia (motivo: spam o pubblicità).',
      'I moderatori hanno rimosso un tuo commento.',
    ])
})

describe('A decision', () => {
  test.each(['dismiss', 'remove', 'suspend'] as const)(
    'is refused in one sentence when another moderator was faster: %s',
    async (action) => {
      const maria = await app.createUser(`maria${count}`)
      await changeRole(app.db, { actorId: null, userId: maria.id, role: 'moderator' })
      const { id } = await alice.createPost('Conteso')
      await report(bruno, 'post', id)
      const replies = await Promise.all(
        [marta, maria].map((moderator) => resolve(moderator, { target_type: 'post', target_id: id, action })),
      )
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(replies.find(({ status }) => status === 409)?.body.error).toBe(
        'Questa segnalazione non è più aperta: se ne è già occupato qualcun altro, oppure il contenuto non c’è più.',
      )
      expect(
        (await marta.callOk('getModerationLog', {})).entries.filter(({ user }) => user?.id === alice.id),
      ).toHaveLength(1)
    },
  )

  test('to remove, one to suspend and the author’s deletion at once run one after the other', async () => {
    for (let round = 0; round < 5; round++) {
      const maria = await app.createUser(`maria${count}.${round}`)
      const author = await app.createUser(`autore${count}.${round}`)
      await changeRole(app.db, { actorId: null, userId: maria.id, role: 'moderator' })
      const { id } = await author.createPost('Conteso', { image: await createPhoto(40, 40) })
      await bruno.callOk('likePost', { post_id: id })
      await report(bruno, 'post', id)
      const [removed, suspended, deleted] = await Promise.all([
        resolve(marta, { target_type: 'post', target_id: id, action: 'remove' }),
        resolve(maria, { target_type: 'post', target_id: id, action: 'suspend' }),
        author.call('deletePost', { post_id: id }),
      ])
      expect([200, 409]).toContain(removed.status)
      expect([200, 409]).toContain(suspended.status)
      expect([200, 401, 404]).toContain(deleted.status)
      expect([removed, suspended].filter(({ status }) => status === 200).length).toBeLessThan(2)
    }
    await expectCountersToMatchRows(app.db)
  })

  test('is refused about oneself, another moderator, removing a user, and what nobody reported', async () => {
    const maria = await app.createUser(`maria${count}`)
    await changeRole(app.db, { actorId: null, userId: maria.id, role: 'moderator' })
    const own = await marta.createPost('Mio')
    const others = await maria.createPost('Suo')
    const unreported = await alice.createPost('Niente di male')
    for (const { id } of [own, others]) await report(bruno, 'post', id)
    await report(bruno, 'user', alice.id)
    const refusals = [
      ['post', own.id, 403, 'Riguarda te: deve occuparsene un’altra persona che modera.'],
      ['post', others.id, 403, 'Riguarda chi modera: deve occuparsene chi gestisce il server.'],
      ['user', alice.id, 400, 'Una persona non si può rimuovere: puoi sospendere il suo account.'],
      ['post', unreported.id, 409, expect.stringContaining('non è più aperta')],
      ['post', 999_999_999, 409, expect.stringContaining('non è più aperta')],
    ] as const
    for (const [type, id, status, error] of refusals)
      expect(await resolve(marta, { target_type: type, target_id: id, action: 'remove' })).toMatchObject({
        status,
        body: { error },
      })
    expect(targetsOf(await findQueue())).toEqual([
      ['user', alice.id],
      ['post', others.id],
      ['post', own.id],
    ])
  })
})

describe('A reported story', () => {
  const expire = async (id: number) => {
    await sql`UPDATE stories SET expires_at = now() - interval '1 minute' WHERE id = ${id}`.execute(app.db)
    await deleteExpiredStories(app.db, app.pictures)
  }
  const findRows = (id: number) => sql<{ id: number }>`SELECT id FROM stories WHERE id = ${id}`.all(app.db)

  test.each(['dismiss', 'remove', 'suspend'] as const)(
    'is kept for the moderators after it expires, hidden from everybody else, and deleted with the decision: %s',
    async (action) => {
      const before = await listPictureFiles()
      const { story } = await alice.callOk('createStory', { image: await createPhoto() })
      const { story: unreported } = await alice.callOk('createStory', { image: await createPhoto() })
      await bruno.callOk('likeStory', { story_id: story.id, action: 'like' })
      await report(bruno, 'story', story.id)
      await expire(unreported.id)
      await expire(story.id)
      expect([await findRows(story.id), await findRows(unreported.id)]).toEqual([[{ id: story.id }], []])
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
      const [entry] = await findQueue()
      expect((await marta.request(entry!.content!.image_url!)).status).toBe(200)
      expect((await resolve(marta, { target_type: 'story', target_id: story.id, action })).status).toBe(200)
      expect(await findRows(story.id)).toEqual([])
      expect(await listPictureFiles()).toEqual(before)
      expect((await findQueue('closed'))[0]).toMatchObject({
        target_type: 'story',
        content: null,
        decision: { action },
      })
    },
  )

  test('is deleted at once if its author deletes it, and leaves the queue', async () => {
    const before = await listPictureFiles()
    const { story } = await alice.callOk('createStory', { image: await createPhoto() })
    await report(bruno, 'story', story.id)
    await alice.callOk('deleteStory', { story_id: story.id })
    expect(await listPictureFiles()).toEqual(before)
    expect(await findQueue()).toEqual([])
  })
})

describe('The moderation log', () => {
  test('has every action, and cannot be changed', async () => {
    const { id } = await alice.createPost('Ciao')
    await report(bruno, 'post', id)
    await resolve(marta, { target_type: 'post', target_id: id, action: 'suspend', note: 'Basta' })
    await marta.callOk('liftSuspension', { suspended_id: alice.id, note: 'Si è scusata' })
    const { entries } = await marta.callOk('getModerationLog', { limit: 3 })
    const user = { id: alice.id, username: alice.username }
    expect(entries).toMatchObject([
      {
        action: 'lift',
        user,
        target_type: 'user',
        note: 'Si è scusata',
        moderator: marta.username,
        by_operator: false,
      },
      {
        action: 'suspend',
        user,
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
      await expect(change.execute(app.db)).rejects.toThrow('the moderation log is written once')
    }
  })

  test('keeps an entry when an account is deleted, without the name', async () => {
    const { id } = await alice.createPost('Ciao')
    await report(bruno, 'post', id)
    await resolve(marta, { target_type: 'post', target_id: id, action: 'remove', note: 'Via' })
    for (const person of [alice, marta]) await person.callOk('deleteAccount', { password })
    const maria = await app.createUser(`maria${count}`)
    await changeRole(app.db, { actorId: null, userId: maria.id, role: 'moderator' })
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

  test('has no second lift of a suspension; only the operator lifts that of a moderator', async () => {
    const maria = await app.createUser(`maria${count}`)
    await changeRole(app.db, { actorId: null, userId: maria.id, role: 'moderator' })
    await suspendAccount(app.db, { actorId: null, userId: maria.id, note: '' })
    expect(await marta.call('liftSuspension', { suspended_id: maria.id })).toMatchObject({ status: 403 })
    expect(await marta.call('liftSuspension', { suspended_id: alice.id })).toMatchObject({
      status: 409,
      body: { error: 'Questo account non è sospeso.' },
    })
  })
})
