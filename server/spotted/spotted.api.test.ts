import { beforeAll, describe, expect, test } from 'vitest'
import { exportedSections } from '#server/auth/export.queries.ts'
import { suspendAccount } from '#server/moderation/moderation.actions.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp()
const [alice, bruno, carla] = useUsers(app, 'alice', 'bruno', 'carla')
let placeId: number
beforeAll(async () => {
  placeId = await app.findPlaceId('Bergamo')
})

const request = async (user: TestUser, post_id: number) =>
  void (await user.callOk('requestSpotted', { post_id, action: 'request' }))
const withdraw = async (user: TestUser, post_id: number) =>
  void (await user.callOk('requestSpotted', { post_id, action: 'withdraw' }))

/** @returns the id of a user's request, as the author finds it. */
async function findRequestId(person: TestUser, author: TestUser, post_id: number): Promise<number> {
  const { requests } = await author.callOk('getSpottedRequests', { post_id, limit: 50 })
  return requests.find(({ id }) => id === person.id)!.request_id
}

/** A user sends a request, and the author confirms it. @returns the request's id. */
async function confirmRequest(person: TestUser, author: TestUser, post_id: number): Promise<number> {
  await request(person, post_id)
  const request_id = await findRequestId(person, author, post_id)
  await author.callOk('updateSpottedRequestStatus', { request_id, status: 'confirmed' })
  return request_id
}

/** Creates a post of Alice's with a confirmed request of Bruno's. @returns the post's id. */
async function createConfirmedPost(text: string, privacy: 'public' | 'followers' = 'public'): Promise<number> {
  const { id } = await alice.createPost(text, { location_id: placeId, privacy: 'public' })
  await confirmRequest(bruno, alice, id)
  if (privacy === 'followers') await sql`UPDATE posts SET followers_only = true WHERE id = ${id}`.execute(app.db)
  return id
}

const findVisible = async (viewer: TestUser) => ({
  ofBruno: (await viewer.callOk('getSpottedPosts', { user_id: bruno.id })).spotted_posts.map(({ text }) => text),
  ofPlace: (await viewer.callOk('getLocationSpottedPosts', { location_id: placeId })).spotted_posts.map(
    ({ text }) => text,
  ),
  counts: [
    (await viewer.callOk('getProfile', { user_id: bruno.id })).user.spotted_received,
    (await viewer.callOk('getLocation', { location_id: placeId })).location.spotted_confirmed_count,
  ],
})

test('Posts with Bruno’s confirmed request are listed and counted as far as the viewer may see them', async () => {
  await createConfirmedPost('Per tutti')
  await createConfirmedPost('Per chi mi segue', 'followers')
  await alice.createPost('Senza nessuno', { location_id: placeId })
  await carla.follow(alice)
  const all = ['Per chi mi segue', 'Per tutti']
  expect(await findVisible(alice)).toEqual({ ofBruno: all, ofPlace: all, counts: [2, 2] })
  expect(await findVisible(carla)).toEqual({ ofBruno: all, ofPlace: all, counts: [2, 2] })
  expect(await findVisible(bruno)).toEqual({ ofBruno: ['Per tutti'], ofPlace: ['Per tutti'], counts: [1, 1] })
})

test('An unconfirmed request is in no list', async () => {
  const { id } = await alice.createPost('In attesa', { location_id: placeId })
  await request(carla, id)
  expect((await alice.callOk('getSpottedPosts', { user_id: carla.id })).spotted_posts).toEqual([])
  expect((await alice.callOk('getProfile', { user_id: carla.id })).user.spotted_received).toBe(0)
})

test('How often a private person was spotted is told to nobody but followers, whomever a stranger blocks', async () => {
  const pia = await app.createUser('private')
  const ugo = await app.createUser('stranger')
  const fred = await app.createUser('follower')
  await fred.follow(pia)
  await pia.makePrivate()
  const { id } = await alice.createPost('In piazza')
  await confirmRequest(pia, alice, id)
  const countFor = async (viewer: TestUser) =>
    (await viewer.callOk('getProfile', { user_id: pia.id })).user.spotted_received
  for (const viewer of [pia, fred]) expect(await countFor(viewer)).toBe(1)
  expect(await countFor(ugo)).toBeNull()
  await ugo.block(alice)
  expect(await countFor(ugo)).toBeNull()
})

test('The list of confirmed posts is read page by page', async () => {
  const dino = await app.createUser('dino')
  for (const text of ['uno', 'due', 'tre']) {
    const { id } = await alice.createPost(text)
    await confirmRequest(dino, alice, id)
  }
  const first = await carla.callOk('getSpottedPosts', { user_id: dino.id, limit: 2 })
  const second = await carla.callOk('getSpottedPosts', { user_id: dino.id, limit: 2, cursor: first.next_cursor ?? '' })
  expect([...first.spotted_posts, ...second.spotted_posts].map(({ text }) => text)).toEqual(['tre', 'due', 'uno'])
})

describe('A request', () => {
  test('returns Bruno’s status when he sends it, sends it again, is confirmed and withdraws', async () => {
    const { id: post_id } = await alice.createPost('Maglione verde')
    const pending = {
      success: true,
      message: 'Richiesta Spotted inviata',
      spotted_status: true,
      user_spotted_status: 'pending',
      spotted_count: 0,
    }
    expect(await bruno.callOk('requestSpotted', { user_id: bruno.id, post_id, action: 'request' })).toEqual(pending)
    expect(await bruno.callOk('requestSpotted', { post_id, action: 'request' })).toEqual(pending)
    await alice.callOk('updateSpottedRequestStatus', {
      request_id: await findRequestId(bruno, alice, post_id),
      status: 'confirmed',
    })
    expect(await bruno.callOk('requestSpotted', { post_id, action: 'request' })).toEqual({
      ...pending,
      user_spotted_status: 'confirmed',
      spotted_count: 1,
    })
    const withdrawn = {
      success: true,
      message: 'Richiesta Spotted ritirata',
      spotted_status: false,
      user_spotted_status: null,
      spotted_count: 0,
    }
    expect(await bruno.callOk('requestSpotted', { post_id, action: 'withdraw' })).toEqual(withdrawn)
    expect(await bruno.callOk('requestSpotted', { post_id, action: 'withdraw' })).toEqual(withdrawn)
    await expectCountersToMatchRows(app.db)
  })

  test('toggles with each press when the call has no action', async () => {
    const { id: post_id } = await alice.createPost('Ombrello rosso')
    const press = async () => (await bruno.callOk('requestSpotted', { post_id })).user_spotted_status
    const statuses: unknown[] = []
    for (let n = 0; n < 6; n++) statuses.push(await press())
    expect(statuses).toEqual(['pending', null, 'pending', null, 'pending', null])
    await confirmRequest(bruno, alice, post_id)
    expect(await press()).toBeNull()
    await expectCountersToMatchRows(app.db)
  })

  test('exists once after twenty simultaneous presses', async () => {
    const { id: post_id } = await alice.createPost('Venti volte')
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => bruno.callOk('requestSpotted', { post_id, action: 'request' })),
    )
    expect(replies.map((reply) => reply.user_spotted_status)).toEqual(replies.map(() => 'pending'))
    expect((await alice.callOk('getSpottedRequests', { post_id })).requests.map(({ id }) => id)).toEqual([bruno.id])
    await expectCountersToMatchRows(app.db)
  })

  test('is removed once by twenty simultaneous presses that withdraw it', async () => {
    const { id: post_id } = await alice.createPost('Venti volte indietro')
    await confirmRequest(bruno, alice, post_id)
    await Promise.all(Array.from({ length: 20 }, () => bruno.callOk('requestSpotted', { post_id, action: 'withdraw' })))
    expect((await alice.callOk('getSpottedRequests', { post_id })).requests).toEqual([])
    await expectCountersToMatchRows(app.db)
  })

  test('is toggled twice by two simultaneous presses without an action', async () => {
    const { id: post_id } = await alice.createPost('Due volte')
    const press = async () => (await bruno.callOk('requestSpotted', { post_id })).user_spotted_status
    expect((await Promise.all([press(), press()])).toSorted()).toEqual([null, 'pending'])
    expect((await alice.callOk('getSpottedRequests', { post_id })).requests).toEqual([])
    await confirmRequest(bruno, alice, post_id)
    expect((await Promise.all([press(), press()])).toSorted()).toEqual([null, 'pending'])
    expect((await alice.callOk('getSpottedRequests', { post_id })).requests.map(({ id }) => id)).toEqual([bruno.id])
    await expectCountersToMatchRows(app.db)
  })

  test('cannot be sent for one’s own post', async () => {
    const { id: post_id } = await alice.createPost('Mio')
    for (const action of ['request', 'withdraw', undefined] as const)
      expect(await alice.call('requestSpotted', { post_id, ...(action && { action }) })).toMatchObject({
        status: 403,
        body: { success: false, error: 'Non puoi riconoscerti in un tuo post.' },
      })
  })

  test('can be withdrawn after the post became hidden, without revealing anything about it', async () => {
    const dora = await app.createUser('dora')
    const { id: post_id } = await dora.createPost('Prima per tutti')
    await confirmRequest(bruno, dora, post_id)
    await confirmRequest(carla, dora, post_id)
    await dora.makePrivate()
    expect((await bruno.call('requestSpotted', { post_id, action: 'request' })).status).toBe(404)
    expect(await bruno.callOk('requestSpotted', { post_id, action: 'withdraw' })).toMatchObject({
      user_spotted_status: null,
      spotted_count: 0,
    })
    expect((await bruno.call('requestSpotted', { post_id, action: 'withdraw' })).status).toBe(404)
    expect((await dora.callOk('getSpottedRequests', { post_id })).requests.map(({ username }) => username)).toEqual([
      'carla',
    ])
    await expectCountersToMatchRows(app.db)
  })
})

describe('The answer to a request', () => {
  test('changes the counts of post, person and place once, however often Alice confirms or takes it back', async () => {
    const location_id = await app.findPlaceId('Cremona')
    const { id: post_id } = await alice.createPost('Al mercato', { location_id })
    await request(bruno, post_id)
    const request_id = await findRequestId(bruno, alice, post_id)
    const countOfBruno = async () => (await alice.callOk('getProfile', { user_id: bruno.id })).user.spotted_received!
    const before = await countOfBruno()
    const findCounts = async () => [
      (await alice.callOk('getLocation', { location_id })).location.posts[0]?.spotted_count,
      (await countOfBruno()) - before,
      (await alice.callOk('getLocation', { location_id })).location.spotted_confirmed_count,
    ]
    expect(await findCounts()).toEqual([0, 0, 0])
    for (let n = 0; n < 2; n++) {
      expect(
        await alice.callOk('updateSpottedRequestStatus', { user_id: alice.id, request_id, status: 'confirmed' }),
      ).toEqual({ success: true, message: 'Spotted confermato', request_status: 'confirmed', spotted_count: 1 })
      expect(await findCounts()).toEqual([1, 1, 1])
    }
    for (let n = 0; n < 2; n++) {
      expect(await alice.callOk('updateSpottedRequestStatus', { request_id, status: 'pending' })).toEqual({
        success: true,
        message: 'Risposta annullata',
        request_status: 'pending',
        spotted_count: 0,
      })
      expect(await findCounts()).toEqual([0, 0, 0])
    }
    await expectCountersToMatchRows(app.db)
  })

  test('changes the count of a place by posts, not by people', async () => {
    const location_id = await app.findPlaceId('Mantova')
    const { id: post_id } = await alice.createPost('In due', { location_id })
    const findPlaceCount = async () =>
      (await alice.callOk('getLocation', { location_id })).location.spotted_confirmed_count
    await confirmRequest(bruno, alice, post_id)
    await confirmRequest(carla, alice, post_id)
    expect(await findPlaceCount()).toBe(1)
    await expectCountersToMatchRows(app.db)
    await withdraw(bruno, post_id)
    expect(await findPlaceCount()).toBe(1)
    await expectCountersToMatchRows(app.db)
    await withdraw(carla, post_id)
    expect(await findPlaceCount()).toBe(0)
    await expectCountersToMatchRows(app.db)
  })

  test('can be sent as a form, as the original client does', async () => {
    const { id: post_id } = await alice.createPost('Dal modulo')
    await request(bruno, post_id)
    const body = new FormData()
    for (const [name, value] of Object.entries({
      request_id: await findRequestId(bruno, alice, post_id),
      status: 'confirmed',
      user_id: alice.id,
    }))
      body.append(name, String(value))
    const response = await alice.request('/api/spotted/update_spotted_request_status.php', { method: 'POST', body })
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { success: true, request_status: 'confirmed' },
    ])
  })

  test('cannot be given by Bruno or Carla, who sees the request only once it is confirmed', async () => {
    const { id: post_id } = await alice.createPost('Non tuo')
    await request(bruno, post_id)
    const request_id = await findRequestId(bruno, alice, post_id)
    const error = 'Solo chi ha scritto il post può confermare una richiesta Spotted.'
    expect(await bruno.call('updateSpottedRequestStatus', { request_id, status: 'confirmed' })).toMatchObject({
      status: 403,
      body: { success: false, error },
    })
    expect((await carla.call('updateSpottedRequestStatus', { request_id, status: 'confirmed' })).status).toBe(404)
    expect(
      (await app.createVisitor().call('updateSpottedRequestStatus', { request_id, status: 'confirmed' })).status,
    ).toBe(401)
    await alice.callOk('updateSpottedRequestStatus', { request_id, status: 'confirmed' })
    expect((await carla.call('updateSpottedRequestStatus', { request_id, status: 'pending' })).status).toBe(403)
  })

  test('cannot confirm a withdrawn request', async () => {
    const { id: post_id } = await alice.createPost('Ripensato')
    await request(bruno, post_id)
    const request_id = await findRequestId(bruno, alice, post_id)
    await withdraw(bruno, post_id)
    expect((await alice.call('updateSpottedRequestStatus', { request_id, status: 'confirmed' })).status).toBe(404)
  })
})

describe('A declined request', () => {
  const decline = async (person: TestUser, post_id: number) => {
    const request_id = await findRequestId(person, alice, post_id)
    expect(await alice.callOk('updateSpottedRequestStatus', { request_id, status: 'declined' })).toMatchObject({
      request_status: 'declined',
      spotted_count: 0,
    })
    return request_id
  }
  const listFor = async (viewer: TestUser, post_id: number, declined?: 1) =>
    (await viewer.callOk('getSpottedRequests', { post_id, ...(declined && { declined }) })).requests.map(
      ({ username, request_status }) => [username, request_status],
    )
  /** The welcome of a new account is the last job of the queue. */
  const waitForJobs = async (name: string) => {
    const { id } = await app.createUser(name)
    const findWelcome = () => sql<{ id: number }>`SELECT id FROM notifications WHERE user_id = ${id}`.all(app.db)
    await expect.poll(findWelcome).toHaveLength(1)
  }
  const findBell = (post_id: number) =>
    sql<{
      id: number
      position: number
      is_read: boolean
    }>`SELECT id, position, is_read FROM notifications WHERE kind = 'spotted_request' AND post_id = ${post_id}`.all(
      app.db,
    )
  /**
   * Everything that Bruno can see about his request. Not the order of keys: the feed’s cache and the database differ in
   * it.
   */
  const seenByBruno = async (post_id: number, request_id: number) => {
    const { posts } = await bruno.callOk('getProfile', { user_id: alice.id, limit: 50 })
    const { post, ...list } = await bruno.callOk('getSpottedRequests', { post_id, declined: 1 })
    const feed = await bruno.callOk('getFeed', { limit: 50 })
    const answer = await bruno.call('updateSpottedRequestStatus', { request_id, status: 'declined' })
    return [
      posts.find(({ id }) => id === post_id),
      post,
      list,
      await listFor(bruno, post_id),
      await bruno.callOk('requestSpotted', { post_id, action: 'request' }),
      [answer.status, answer.body],
      (await bruno.callOk('getNotifications', {})).notifications.map(({ kind }) => kind),
      feed.posts.find(({ id }) => id === post_id),
    ]
  }

  test('leaves Alice’s open list for the declined ones, and comes back when she takes it back or confirms', async () => {
    const { id: post_id } = await alice.createPost('Quello col cane')
    await request(bruno, post_id)
    const request_id = await decline(bruno, post_id)
    expect([await listFor(alice, post_id), await listFor(alice, post_id, 1)]).toEqual([[], [['bruno', 'declined']]])
    await alice.callOk('updateSpottedRequestStatus', { request_id, status: 'pending' })
    expect([await listFor(alice, post_id), await listFor(alice, post_id, 1)]).toEqual([[['bruno', 'pending']], []])
    await alice.callOk('updateSpottedRequestStatus', { request_id, status: 'declined' })
    await alice.callOk('updateSpottedRequestStatus', { request_id, status: 'confirmed' })
    expect([await listFor(alice, post_id), await listFor(alice, post_id, 1)]).toEqual([[['bruno', 'confirmed']], []])
    await alice.callOk('updateSpottedRequestStatus', { request_id, status: 'declined' })
    expect([await listFor(carla, post_id), await listFor(carla, post_id, 1)]).toEqual([[], []])
    await expectCountersToMatchRows(app.db)
  })

  test('looks to Bruno like one that waits, whatever he calls', async () => {
    const { id: post_id } = await alice.createPost('Quella col cane')
    await request(bruno, post_id)
    const request_id = await findRequestId(bruno, alice, post_id)
    // Earlier tests confirmed Bruno, and a notification of theirs may still be on its way to him.
    await waitForJobs('prima_di_guardare')
    const before = await seenByBruno(post_id, request_id)
    await decline(bruno, post_id)
    await waitForJobs('prima_di_riguardare')
    expect(await seenByBruno(post_id, request_id)).toEqual(before)
  })

  test('stays declined when Bruno withdraws it and asks again, and sends no push again', async () => {
    const { id: post_id } = await alice.createPost('Quelli col cane')
    await request(bruno, post_id)
    await waitForJobs('prima_del_no')
    const rung = await findBell(post_id)
    expect(rung).toHaveLength(1)
    await decline(bruno, post_id)
    await withdraw(bruno, post_id)
    expect(await listFor(alice, post_id, 1)).toEqual([])
    const asked = await bruno.callOk('requestSpotted', { post_id, action: 'request' })
    expect(asked).toMatchObject({ user_spotted_status: 'pending', message: 'Richiesta Spotted inviata' })
    await waitForJobs('dopo_il_no')
    expect([await listFor(alice, post_id), await listFor(alice, post_id, 1)]).toEqual([[], [['bruno', 'declined']]])
    expect(await findBell(post_id)).toEqual(rung)
    const { notifications } = await alice.callOk('getNotifications', { limit: 50 })
    expect(notifications.filter((one) => one.kind === 'spotted_request' && one.post_id === post_id)).toEqual([])
  })
})

describe('The line of a request', () => {
  const ask = (person: TestUser, post_id: number, text: string) =>
    person.call('requestSpotted', { post_id, action: 'request', text })
  const linesFor = async (viewer: Pick<TestUser, 'callOk'>, post_id: number) =>
    (await viewer.callOk('getSpottedRequests', { post_id })).requests.map(({ username, text }) => [username, text])

  test('is read by Alice and Bruno only, also when everybody sees that he is confirmed', async () => {
    const { id: post_id } = await alice.createPost('Chi rideva?')
    await ask(bruno, post_id, '  Avevo la\n\nsciarpa   gialla ')
    const own = [['bruno', 'Avevo la sciarpa gialla']]
    expect([await linesFor(alice, post_id), await linesFor(bruno, post_id)]).toEqual([own, own])
    expect(await linesFor(carla, post_id)).toEqual([])
    const request_id = await findRequestId(bruno, alice, post_id)
    await alice.callOk('updateSpottedRequestStatus', { request_id, status: 'declined' })
    const { requests } = await alice.callOk('getSpottedRequests', { post_id, declined: 1 })
    expect(requests.map(({ text }) => text)).toEqual(['Avevo la sciarpa gialla'])
    await alice.callOk('updateSpottedRequestStatus', { request_id, status: 'confirmed' })
    expect([await linesFor(alice, post_id), await linesFor(bruno, post_id)]).toEqual([own, own])
    expect(await linesFor(carla, post_id)).toEqual([['bruno', null]])
    expect(await linesFor(app.createVisitor(), post_id)).toEqual([])
    await carla.callOk('requestSpotted', { post_id, action: 'request' })
    expect(await linesFor(carla, post_id)).toEqual([
      ['carla', null],
      ['bruno', null],
    ])
  })

  test('is kept when Bruno asks again, and gone when he withdraws', async () => {
    const { id: post_id } = await alice.createPost('Chi dormiva?')
    await ask(bruno, post_id, 'Ero io')
    await ask(bruno, post_id, 'Anzi no')
    expect(await linesFor(alice, post_id)).toEqual([['bruno', 'Ero io']])
    await withdraw(bruno, post_id)
    await request(bruno, post_id)
    expect(await linesFor(alice, post_id)).toEqual([['bruno', null]])
  })

  test('has at most 140 characters, and none of those that cannot be stored', async () => {
    const { id: post_id } = await alice.createPost('Chi cantava?')
    expect(await ask(bruno, post_id, 'a'.repeat(141))).toMatchObject({
      status: 400,
      body: { success: false, error: 'Il messaggio può avere al massimo 140 caratteri.' },
    })
    expect((await ask(bruno, post_id, 'a\0b')).status).toBe(400)
    expect(await linesFor(alice, post_id)).toEqual([])
    expect((await ask(bruno, post_id, '😀'.repeat(70))).status).toBe(200)
    await withdraw(bruno, post_id)
    expect((await ask(bruno, post_id, ' \n ')).status).toBe(200)
    expect(await linesFor(alice, post_id)).toEqual([['bruno', null]])
  })

  test('is in the exports of Bruno and Alice', async () => {
    const { id: post_id } = await alice.createPost('Chi leggeva?')
    await ask(bruno, post_id, 'Leggevo Calvino')
    const lines = async (id: number, name: 'spottedAsked' | 'spottedReceived') =>
      (await exportedSections[name](app.db, id, 0, 1000))
        .map(({ entry }) => JSON.parse(entry) as { post_id: number; text: string | null })
        .filter((exported) => exported.post_id === post_id)
        .map(({ text }) => text)
    expect(await lines(bruno.id, 'spottedAsked')).toEqual(['Leggevo Calvino'])
    expect(await lines(alice.id, 'spottedReceived')).toEqual(['Leggevo Calvino'])
  })
})

describe('The faces on the card', () => {
  const findPost = async (viewer: Pick<TestUser, 'callOk'>, post_id: number) =>
    (await viewer.callOk('getPost', { post_id })).post
  const facesFor = async (viewer: Pick<TestUser, 'callOk'>, post_id: number) =>
    (await findPost(viewer, post_id)).spotted_people.map(({ username }) => username)

  test('are those of the last three confirmed, with their pictures, beside the count of all', async () => {
    const { id: post_id } = await alice.createPost('Chi ballava?')
    const people = await Promise.all(Array.from({ length: 4 }, (_, index) => app.createUser(`ballerina${index}`)))
    const { user } = await people[3]!.callOk('updateProfile', { profile_pic: await createPhoto(40, 40), bio: '' })
    for (const person of people) await confirmRequest(person, alice, post_id)
    await request(bruno, post_id)
    const post = await findPost(carla, post_id)
    expect(post.spotted_count).toBe(4)
    expect(post.spotted_people).toEqual([
      { id: people[3]!.id, username: 'ballerina3', profile_pic: user.profile_pic },
      { id: people[2]!.id, username: 'ballerina2', profile_pic: null },
      { id: people[1]!.id, username: 'ballerina1', profile_pic: null },
    ])
    const feed = await carla.callOk('getFeed', { limit: 50 })
    expect(feed.posts.find(({ id }) => id === post_id)?.spotted_people).toEqual(post.spotted_people)
    await withdraw(people[3]!, post_id)
    expect(await facesFor(carla, post_id)).toEqual(['ballerina2', 'ballerina1', 'ballerina0'])
  })

  test('show nobody to a visitor, and nobody who is private, blocked or suspended to whom they are hidden', async () => {
    const { id: post_id } = await alice.createPost('Chi suonava?')
    const [lea, gino, sole, vera] = (await Promise.all(
      ['lea', 'gino', 'sole', 'vera'].map((name) => app.createUser(`${name}_suona`)),
    )) as [TestUser, TestUser, TestUser, TestUser]
    for (const person of [lea, gino, sole]) await confirmRequest(person, alice, post_id)
    await lea.makePrivate()
    await vera.follow(lea)
    await vera.block(gino)
    await suspendAccount(app.db, { actorId: null, userId: sole.id, note: '' })
    expect(await facesFor(app.createVisitor(), post_id)).toEqual([])
    expect(await facesFor(carla, post_id)).toEqual(['gino_suona'])
    expect(await facesFor(vera, post_id)).toEqual(['lea_suona'])
    expect(await facesFor(gino, post_id)).toEqual(['gino_suona'])
    expect(await facesFor(alice, post_id)).toEqual(['gino_suona', 'lea_suona'])
    expect(await facesFor(lea, post_id)).toEqual(['gino_suona', 'lea_suona'])
  })
})

describe('The list of requests', () => {
  test('shows all to Alice, own and confirmed ones to Bruno, confirmed ones to Carla, none to a visitor', async () => {
    const { id: post_id } = await alice.createPost('Chi era?')
    const dino = await app.createUser('dino2')
    const request_id = await confirmRequest(dino, alice, post_id)
    await request(bruno, post_id)
    const names = async (client: Pick<TestUser, 'callOk'>) =>
      (await client.callOk('getSpottedRequests', { post_id })).requests.map(({ username, request_status }) => [
        username,
        request_status,
      ])
    expect((await carla.callOk('getSpottedRequests', { post_id, user_id: carla.id })).requests).toEqual([
      {
        id: dino.id,
        request_id,
        requester_id: dino.id,
        username: 'dino2',
        profile_pic: null,
        bio: '',
        request_status: 'confirmed',
        text: null,
        post_owner_id: alice.id,
      },
    ])
    expect(await names(alice)).toEqual([
      ['bruno', 'pending'],
      ['dino2', 'confirmed'],
    ])
    expect(await names(bruno)).toEqual([
      ['bruno', 'pending'],
      ['dino2', 'confirmed'],
    ])
    expect(await names(carla)).toEqual([['dino2', 'confirmed']])
    expect(await app.createVisitor().callOk('getSpottedRequests', { post_id })).toMatchObject({
      success: true,
      requests: [],
      next_cursor: null,
    })
  })

  test('of a followers-only post is hidden from a visitor, and that of a missing post from everybody', async () => {
    const { id: post_id } = await alice.createPost('Per i miei', { privacy: 'followers' })
    expect((await app.createVisitor().call('getSpottedRequests', { post_id })).status).toBe(404)
    expect((await alice.call('getSpottedRequests', { post_id: 999_999_999 })).status).toBe(404)
    expect((await alice.call('getSpottedRequests', { post_id, cursor: 'niente' })).status).toBe(400)
  })

  test('is read page by page without a gap', async () => {
    const { id: post_id } = await alice.createPost('Molti')
    const people = await Promise.all(Array.from({ length: 5 }, (_, index) => app.createUser(`volto${index}`)))
    for (const person of people) await request(person, post_id)
    const first = await alice.callOk('getSpottedRequests', { post_id, limit: 3 })
    const second = await alice.callOk('getSpottedRequests', { post_id, limit: 3, cursor: first.next_cursor ?? '' })
    expect([...first.requests, ...second.requests].map(({ username }) => username)).toEqual([
      'volto4',
      'volto3',
      'volto2',
      'volto1',
      'volto0',
    ])
    expect(second.next_cursor).toBeNull()
  })

  test('shows a private account’s confirmed request to its followers only', async () => {
    const elio = await app.createUser('elio')
    const gaia = await app.createUser('gaia')
    const { id: post_id } = await alice.createPost('Riservato')
    await confirmRequest(elio, alice, post_id)
    await elio.makePrivate()
    await gaia.follow(elio)
    const countFor = async (viewer: TestUser) =>
      (await viewer.callOk('getSpottedRequests', { post_id })).requests.length
    expect([await countFor(alice), await countFor(elio), await countFor(gaia), await countFor(carla)]).toEqual([
      1, 1, 1, 0,
    ])
  })
})

describe('A block', () => {
  test.each(['the author', 'the requester'])(
    'by %s deletes the requests between the two and no others',
    async (blocker) => {
      const ivo = await app.createUser(`ivo${blocker.length}`)
      const lea = await app.createUser(`lea${blocker.length}`)
      const { id: one } = await ivo.createPost('Uno')
      const { id: other } = await lea.createPost('Due')
      await confirmRequest(lea, ivo, one)
      await confirmRequest(carla, ivo, one)
      await request(ivo, other)
      if (blocker === 'the author') await ivo.block(lea)
      else await lea.block(ivo)
      await expectCountersToMatchRows(app.db)
      expect(
        (await ivo.callOk('getSpottedRequests', { post_id: one })).requests.map(({ username }) => username),
      ).toEqual(['carla'])
      expect(
        (await bruno.callOk('getSpottedRequests', { post_id: one })).requests.map(({ username }) => username),
      ).toEqual(['carla'])
      expect((await lea.callOk('getSpottedRequests', { post_id: other })).requests).toEqual([])
      expect((await lea.callOk('getProfile', { user_id: lea.id })).user.spotted_received).toBe(0)
      expect((await lea.call('requestSpotted', { post_id: one, action: 'withdraw' })).status).toBe(404)
      // After unblocking the requests stay deleted.
      await (blocker === 'the author'
        ? ivo.callOk('unblockUser', { blocked_id: lea.id })
        : lea.callOk('unblockUser', { blocked_id: ivo.id }))
      expect(
        (await ivo.callOk('getSpottedRequests', { post_id: one })).requests.map(({ username }) => username),
      ).toEqual(['carla'])
    },
  )

  test('hides two people from each other on the post of a third', async () => {
    const ugo = await app.createUser('ugo')
    const zoe = await app.createUser('zoe')
    const { id: post_id } = await alice.createPost('Erano in due')
    const request_id = await confirmRequest(ugo, alice, post_id)
    await confirmRequest(zoe, alice, post_id)
    await ugo.block(zoe)
    const names = async (person: TestUser) =>
      (await person.callOk('getSpottedRequests', { post_id })).requests.map(({ username }) => username)
    expect([await names(ugo), await names(zoe), await names(alice)]).toEqual([['ugo'], ['zoe'], ['zoe', 'ugo']])
    expect((await zoe.call('updateSpottedRequestStatus', { request_id, status: 'pending' })).status).toBe(404)
  })
})

test('After concurrent requests, answers, withdrawals, blocks and deletions the counters equal the rows', async () => {
  const authors = await Promise.all(['a1', 'a2'].map((name) => app.createUser(`autrice_${name}`)))
  const people = await Promise.all(Array.from({ length: 6 }, (_, index) => app.createUser(`folla${index}`)))
  const posts = await Promise.all(
    authors.flatMap((author) =>
      Array.from({ length: 3 }, async () => ({
        author,
        id: (await author.createPost('Folla', { location_id: placeId })).id,
      })),
    ),
  )
  const setAll = async ({ author, id }: (typeof posts)[number], status: 'confirmed' | 'pending') => {
    const { body } = await author.call('getSpottedRequests', { post_id: id, limit: 50 })
    await Promise.all(
      (body.requests ?? []).map(({ request_id }) => author.call('updateSpottedRequestStatus', { request_id, status })),
    )
  }
  for (const post of posts) await Promise.all(people.map((person) => request(person, post.id)))
  const [leaving, blocking] = [people[0]!, people[1]!]
  const allReplies = await Promise.all([
    ...posts.flatMap((post, postIndex) => [
      setAll(post, 'confirmed'),
      ...(postIndex % 2 ? [setAll(post, 'pending'), setAll(post, 'confirmed')] : []),
    ]),
    ...people
      .slice(2)
      .flatMap((person, personIndex) =>
        posts.flatMap(({ id: post_id }, postIndex) => [
          person.call('requestSpotted', { post_id }),
          ...((personIndex + postIndex) % 3
            ? [
                person.call('requestSpotted', { post_id, action: 'withdraw' }),
                person.call('requestSpotted', { post_id, action: 'request' }),
              ]
            : []),
        ]),
      ),
    authors[0]!.call('blockUser', { blocked_id: blocking.id }),
    authors[1]!.call('deletePost', { post_id: posts[5]!.id }),
    leaving.call('deleteAccount', { password }),
  ])
  for (const post of posts.slice(0, 5)) await setAll(post, 'confirmed')
  const statuses = allReplies.flatMap((reply) => (reply ? [reply.status] : []))
  // 503: on a busy machine a call may wait too long for its turn, and changes nothing.
  expect(statuses.filter((status) => ![200, 404, 503].includes(status))).toEqual([])
  await expectCountersToMatchRows(app.db)
  const { rows } = await sql<{
    rows: number
  }>`SELECT count(*) AS rows FROM spotted_requests WHERE status = 'confirmed'`.one(app.db)
  expect(rows).toBeGreaterThan(0)
})

describe('Somebody who looks at their own Spotted', () => {
  const textsIn = async (person: TestUser, list: 'received' | 'sent') =>
    (await person.callOk('getOwnSpotted', { list })).requests.map(({ post, username, text }) => [
      post.text,
      username,
      text,
    ])

  test('finds what others asked, until it is answered, and what has no answer yet', async () => {
    const author = await app.createUser('racconta')
    const [one, two] = [await author.createPost('Uno'), await author.createPost('Due')]
    await bruno.callOk('requestSpotted', { post_id: one.id, action: 'request', text: 'Ero io' })
    await request(carla, two.id)
    expect(await textsIn(author, 'received')).toEqual([
      ['Due', 'carla', null],
      ['Uno', 'bruno', 'Ero io'],
    ])
    expect(await textsIn(bruno, 'sent')).toContainEqual(['Uno', 'bruno', 'Ero io'])
    expect(await textsIn(author, 'sent')).toEqual([])

    const [declined, confirmed] = [
      await findRequestId(carla, author, two.id),
      await findRequestId(bruno, author, one.id),
    ]
    await author.callOk('updateSpottedRequestStatus', { request_id: declined, status: 'declined' })
    await author.callOk('updateSpottedRequestStatus', { request_id: confirmed, status: 'confirmed' })
    expect(await textsIn(author, 'received')).toEqual([])
    // A declined request waits for whoever made it.
    expect(await textsIn(carla, 'sent')).toContainEqual(['Due', 'carla', null])
    expect(await textsIn(bruno, 'sent')).not.toContainEqual(['Uno', 'bruno', 'Ero io'])
  })

  test('reads nothing of posts that they may no longer see, and nothing of people who block', async () => {
    const author = await app.createUser('si_chiude')
    const { id } = await author.createPost('Visibile ieri')
    await request(bruno, id)
    await author.callOk('editPost', { post_id: id, text: 'Visibile ieri', privacy: 'followers' })
    expect(await textsIn(bruno, 'sent')).not.toContainEqual(['Visibile ieri', 'bruno', null])
    expect(await textsIn(author, 'received')).toEqual([['Visibile ieri', 'bruno', null]])
    await bruno.callOk('blockUser', { blocked_id: author.id })
    expect(await textsIn(author, 'received')).toEqual([])
  })
})
