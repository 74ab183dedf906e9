import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'

let app: TestApp
let alice: TestUser
let bruno: TestUser
let carla: TestUser
let placeId: number
beforeAll(async () => {
  app = await createTestApp()
  ;[alice, bruno, carla] = [await app.createUser('alice'), await app.createUser('bruno'), await app.createUser('carla')]
  placeId = await app.findPlaceId('Bergamo')
})
afterAll(() => app.close())

const asks = async (person: TestUser, post_id: number) =>
  void (await person.callOk('requestSpotted', { post_id, action: 'request' }))
const withdraws = async (person: TestUser, post_id: number) =>
  void (await person.callOk('requestSpotted', { post_id, action: 'withdraw' }))

/** The request of somebody, as the author finds it. */
async function requestOf(person: TestUser, author: TestUser, post_id: number): Promise<number> {
  const { requests } = await author.callOk('getSpottedRequests', { post_id, limit: 50 })
  return requests.find(({ id }) => id === person.id)!.request_id
}

/** Somebody asks, and the author confirms. @returns the request's id. */
async function isConfirmed(person: TestUser, author: TestUser, post_id: number): Promise<number> {
  await asks(person, post_id)
  const request_id = await requestOf(person, author, post_id)
  await author.callOk('updateSpottedRequestStatus', { request_id, status: 'confirmed' })
  return request_id
}

/** Bruno is confirmed in a post of Alice's. */
async function confirmed(text: string, privacy: 'public' | 'followers' = 'public'): Promise<number> {
  const { id } = await alice.createPost(text, { location_id: placeId, privacy: 'public' })
  await isConfirmed(bruno, alice, id)
  if (privacy === 'followers')
    await app.db.updateTable('posts').set({ followers_only: true }).where('id', '=', id).execute()
  return id
}

const seenBy = async (person: TestUser) => ({
  ofBruno: (await person.callOk('getSpottedPosts', { user_id: bruno.id })).spotted_posts.map(({ text }) => text),
  ofPlace: (await person.callOk('getLocationSpottedPosts', { location_id: placeId })).spotted_posts.map(
    ({ text }) => text,
  ),
  counted: [
    (await person.callOk('getProfile', { user_id: bruno.id })).user.spotted_received,
    (await person.callOk('getLocation', { location_id: placeId })).location.spotted_confirmed_count,
  ],
})

test('The posts in which Bruno is confirmed are listed and counted as each may see them: a count tells of nothing that the list hides', async () => {
  await confirmed('Per tutti')
  await confirmed('Per chi mi segue', 'followers')
  await alice.createPost('Senza nessuno', { location_id: placeId })
  await carla.follow(alice)
  const all = ['Per chi mi segue', 'Per tutti']
  expect(await seenBy(alice)).toEqual({ ofBruno: all, ofPlace: all, counted: [2, 2] })
  expect(await seenBy(carla)).toEqual({ ofBruno: all, ofPlace: all, counted: [2, 2] })
  expect(await seenBy(bruno)).toEqual({ ofBruno: ['Per tutti'], ofPlace: ['Per tutti'], counted: [1, 1] })
})

test('A request that nobody confirmed is in no list', async () => {
  const { id } = await alice.createPost('In attesa', { location_id: placeId })
  await asks(carla, id)
  expect((await alice.callOk('getSpottedPosts', { user_id: carla.id })).spotted_posts).toEqual([])
  expect((await alice.callOk('getProfile', { user_id: carla.id })).user.spotted_received).toBe(0)
})

test('Both lists page by cursor', async () => {
  const dino = await app.createUser('dino')
  for (const text of ['uno', 'due', 'tre']) {
    const { id } = await alice.createPost(text)
    await isConfirmed(dino, alice, id)
  }
  const first = await carla.callOk('getSpottedPosts', { user_id: dino.id, limit: 2 })
  const second = await carla.callOk('getSpottedPosts', { user_id: dino.id, limit: 2, cursor: first.next_cursor ?? '' })
  expect([...first.spotted_posts, ...second.spotted_posts].map(({ text }) => text)).toEqual(['tre', 'due', 'uno'])
})

describe('Asking', () => {
  test('Bruno asks, asks again, is confirmed, asks again, and withdraws: each time he is told how he stands', async () => {
    const { id: post_id } = await alice.createPost('Maglione verde')
    const asked = {
      success: true,
      message: 'Richiesta Spotted inviata',
      spotted_status: true,
      user_spotted_status: 'pending',
      spotted_count: 0,
    }
    expect(await bruno.callOk('requestSpotted', { user_id: bruno.id, post_id, action: 'request' })).toEqual(asked)
    expect(await bruno.callOk('requestSpotted', { post_id, action: 'request' })).toEqual(asked)
    await alice.callOk('updateSpottedRequestStatus', {
      request_id: await requestOf(bruno, alice, post_id),
      status: 'confirmed',
    })
    expect(await bruno.callOk('requestSpotted', { post_id, action: 'request' })).toEqual({
      ...asked,
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

  test('Without an action the call toggles, one press after the other', async () => {
    const { id: post_id } = await alice.createPost('Ombrello rosso')
    const press = async () => (await bruno.callOk('requestSpotted', { post_id })).user_spotted_status
    const pressed: unknown[] = []
    for (let at = 0; at < 6; at++) pressed.push(await press())
    expect(pressed).toEqual(['pending', null, 'pending', null, 'pending', null])
    await isConfirmed(bruno, alice, post_id)
    expect(await press()).toBeNull()
    await expectCountersToMatchRows(app.db)
  })

  test('Twenty simultaneous presses that ask for a request make one', async () => {
    const { id: post_id } = await alice.createPost('Venti volte')
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => bruno.callOk('requestSpotted', { post_id, action: 'request' })),
    )
    expect(replies.map((reply) => reply.user_spotted_status)).toEqual(replies.map(() => 'pending'))
    expect((await alice.callOk('getSpottedRequests', { post_id })).requests.map(({ id }) => id)).toEqual([bruno.id])
    await expectCountersToMatchRows(app.db)
  })

  test('Twenty simultaneous presses that withdraw a confirmed request remove it once', async () => {
    const { id: post_id } = await alice.createPost('Venti volte indietro')
    await isConfirmed(bruno, alice, post_id)
    await Promise.all(Array.from({ length: 20 }, () => bruno.callOk('requestSpotted', { post_id, action: 'withdraw' })))
    expect((await alice.callOk('getSpottedRequests', { post_id })).requests).toEqual([])
    await expectCountersToMatchRows(app.db)
  })

  test('Two simultaneous presses without an action toggle twice, one after the other', async () => {
    const { id: post_id } = await alice.createPost('Due volte')
    const press = async () => (await bruno.callOk('requestSpotted', { post_id })).user_spotted_status
    expect((await Promise.all([press(), press()])).toSorted()).toEqual([null, 'pending'])
    expect((await alice.callOk('getSpottedRequests', { post_id })).requests).toEqual([])
    await isConfirmed(bruno, alice, post_id)
    expect((await Promise.all([press(), press()])).toSorted()).toEqual([null, 'pending'])
    expect((await alice.callOk('getSpottedRequests', { post_id })).requests.map(({ id }) => id)).toEqual([bruno.id])
    await expectCountersToMatchRows(app.db)
  })

  test('Nobody recognises themselves in their own post', async () => {
    const { id: post_id } = await alice.createPost('Mio')
    for (const action of ['request', 'withdraw', undefined] as const)
      expect(await alice.call('requestSpotted', { post_id, ...(action && { action }) })).toMatchObject({
        status: 403,
        body: { success: false, error: 'Non puoi riconoscerti in un tuo post.' },
      })
  })

  test('Who is signed out does not ask, and who says to be somebody else is refused', async () => {
    const { id: post_id } = await alice.createPost('Di tutti')
    expect((await app.createVisitor().call('requestSpotted', { post_id, action: 'request' })).status).toBe(401)
    expect((await bruno.call('requestSpotted', { post_id, action: 'request', user_id: carla.id })).status).toBe(403)
  })

  test.each([
    ['no post', { post_id: 999_999_999 }, 404, 'La risorsa richiesta non esiste.'],
    ['nothing that is a post', { post_id: 'abc' as unknown as number }, 400, 'Il campo «post_id» non è valido.'],
    [
      'an action that does not exist',
      { action: 'confirm' as 'request' },
      400,
      'Scegli se inviare o ritirare la richiesta Spotted.',
    ],
  ])('A request with %s is refused in one sentence', async (_case, field, status, error) => {
    const { id: post_id } = await alice.createPost('Di tutti')
    expect(await bruno.call('requestSpotted', { post_id, action: 'request', ...field })).toMatchObject({
      status,
      body: { success: false, error },
    })
  })

  test('Who no longer sees a post can still take back what they asked, and learns nothing else of it', async () => {
    const dora = await app.createUser('dora')
    const { id: post_id } = await dora.createPost('Prima per tutti')
    await isConfirmed(bruno, dora, post_id)
    await isConfirmed(carla, dora, post_id)
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

describe('Answering', () => {
  test('Alice confirms Bruno, once however often she says so, and takes it back: post, person and place count it', async () => {
    const location_id = await app.findPlaceId('Cremona')
    const { id: post_id } = await alice.createPost('Al mercato', { location_id })
    await asks(bruno, post_id)
    const request_id = await requestOf(bruno, alice, post_id)
    const before = (await alice.callOk('getProfile', { user_id: bruno.id })).user.spotted_received
    const counted = async () => [
      (await alice.callOk('getLocation', { location_id })).location.posts[0]?.spotted_count,
      (await alice.callOk('getProfile', { user_id: bruno.id })).user.spotted_received - before,
      (await alice.callOk('getLocation', { location_id })).location.spotted_confirmed_count,
    ]
    expect(await counted()).toEqual([0, 0, 0])
    for (let at = 0; at < 2; at++) {
      expect(
        await alice.callOk('updateSpottedRequestStatus', { user_id: alice.id, request_id, status: 'confirmed' }),
      ).toEqual({ success: true, message: 'Spotted confermato', request_status: 'confirmed', spotted_count: 1 })
      expect(await counted()).toEqual([1, 1, 1])
    }
    for (let at = 0; at < 2; at++) {
      expect(await alice.callOk('updateSpottedRequestStatus', { request_id, status: 'pending' })).toEqual({
        success: true,
        message: 'Conferma annullata',
        request_status: 'pending',
        spotted_count: 0,
      })
      expect(await counted()).toEqual([0, 0, 0])
    }
    await expectCountersToMatchRows(app.db)
  })

  test('A place counts posts, not people', async () => {
    const location_id = await app.findPlaceId('Mantova')
    const { id: post_id } = await alice.createPost('In due', { location_id })
    const ofPlace = async () => (await alice.callOk('getLocation', { location_id })).location.spotted_confirmed_count
    await isConfirmed(bruno, alice, post_id)
    await isConfirmed(carla, alice, post_id)
    expect(await ofPlace()).toBe(1)
    await expectCountersToMatchRows(app.db)
    await withdraws(bruno, post_id)
    expect(await ofPlace()).toBe(1)
    await expectCountersToMatchRows(app.db)
    await withdraws(carla, post_id)
    expect(await ofPlace()).toBe(0)
    await expectCountersToMatchRows(app.db)
  })

  test('A form may answer, as the original client does', async () => {
    const { id: post_id } = await alice.createPost('Dal modulo')
    await asks(bruno, post_id)
    const body = new FormData()
    for (const [name, value] of Object.entries({
      request_id: await requestOf(bruno, alice, post_id),
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

  test('Bruno cannot confirm his own request; Carla learns of it only once it is confirmed, and cannot answer it either', async () => {
    const { id: post_id } = await alice.createPost('Non tuo')
    await asks(bruno, post_id)
    const request_id = await requestOf(bruno, alice, post_id)
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

  test.each([
    ['a request that does not exist', { request_id: 999_999_999 }, 404, 'La risorsa richiesta non esiste.'],
    ['no request', { request_id: undefined as unknown as number }, 400, 'Il campo «request_id» non è valido.'],
    [
      'a status that does not exist',
      { status: 'declined' as 'pending' },
      400,
      'Scegli se la richiesta Spotted è confermata o in attesa.',
    ],
    [
      'no status',
      { status: undefined as unknown as 'pending' },
      400,
      'Scegli se la richiesta Spotted è confermata o in attesa.',
    ],
  ])('An answer to %s is refused in one sentence', async (_case, field, status, error) => {
    expect(
      await alice.call('updateSpottedRequestStatus', { request_id: 1, status: 'confirmed', ...field }),
    ).toMatchObject({ status, body: { success: false, error } })
  })

  test('What was withdrawn can no longer be confirmed', async () => {
    const { id: post_id } = await alice.createPost('Ripensato')
    await asks(bruno, post_id)
    const request_id = await requestOf(bruno, alice, post_id)
    await withdraws(bruno, post_id)
    expect((await alice.call('updateSpottedRequestStatus', { request_id, status: 'confirmed' })).status).toBe(404)
  })
})

describe('The list of requests', () => {
  test('Alice sees all, Bruno his own and what is confirmed, Carla what is confirmed, who is signed out nothing', async () => {
    const { id: post_id } = await alice.createPost('Chi era?')
    const dino = await app.createUser('dino2')
    const request_id = await isConfirmed(dino, alice, post_id)
    await asks(bruno, post_id)
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
        request_status: 'confirmed',
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
    expect(await app.createVisitor().callOk('getSpottedRequests', { post_id })).toEqual({
      success: true,
      requests: [],
      next_cursor: null,
    })
  })

  test('Who is signed out finds no post that is not for everybody, and nobody one that does not exist', async () => {
    const { id: post_id } = await alice.createPost('Per i miei', { privacy: 'followers' })
    expect((await app.createVisitor().call('getSpottedRequests', { post_id })).status).toBe(404)
    expect((await alice.call('getSpottedRequests', { post_id: 999_999_999 })).status).toBe(404)
    expect((await alice.call('getSpottedRequests', { post_id, cursor: 'niente' })).status).toBe(400)
  })

  test('It pages by cursor, without a gap', async () => {
    const { id: post_id } = await alice.createPost('Molti')
    const people = await Promise.all(Array.from({ length: 5 }, (_, at) => app.createUser(`volto${at}`)))
    for (const person of people) await asks(person, post_id)
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

  test('Where a private account was confirmed is for its followers, as on its profile', async () => {
    const [elio, gaia] = [await app.createUser('elio'), await app.createUser('gaia')]
    const { id: post_id } = await alice.createPost('Riservato')
    await isConfirmed(elio, alice, post_id)
    await elio.makePrivate()
    await gaia.follow(elio)
    const seenBy = async (person: TestUser) => (await person.callOk('getSpottedRequests', { post_id })).requests.length
    expect([await seenBy(alice), await seenBy(elio), await seenBy(gaia), await seenBy(carla)]).toEqual([1, 1, 1, 0])
  })
})

describe('A block', () => {
  test.each(['the author', 'who was confirmed'])(
    'by %s ends what there was between the two, and nobody else loses anything',
    async (who) => {
      const [ivo, lea] = [await app.createUser(`ivo${who.length}`), await app.createUser(`lea${who.length}`)]
      const { id: one } = await ivo.createPost('Uno')
      const { id: other } = await lea.createPost('Due')
      await isConfirmed(lea, ivo, one)
      await isConfirmed(carla, ivo, one)
      await asks(ivo, other)
      if (who === 'the author') await ivo.block(lea)
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
      // Freed, they begin anew.
      await (who === 'the author'
        ? ivo.callOk('unblockUser', { blocked_id: lea.id })
        : lea.callOk('unblockUser', { blocked_id: ivo.id }))
      expect(
        (await ivo.callOk('getSpottedRequests', { post_id: one })).requests.map(({ username }) => username),
      ).toEqual(['carla'])
    },
  )

  test('hides two people from each other also in the post of a third', async () => {
    const [ugo, zoe] = [await app.createUser('ugo'), await app.createUser('zoe')]
    const { id: post_id } = await alice.createPost('Erano in due')
    const request_id = await isConfirmed(ugo, alice, post_id)
    await isConfirmed(zoe, alice, post_id)
    await ugo.block(zoe)
    const names = async (person: TestUser) =>
      (await person.callOk('getSpottedRequests', { post_id })).requests.map(({ username }) => username)
    expect([await names(ugo), await names(zoe), await names(alice)]).toEqual([['ugo'], ['zoe'], ['zoe', 'ugo']])
    expect((await zoe.call('updateSpottedRequestStatus', { request_id, status: 'pending' })).status).toBe(404)
  })
})

test('After a storm of presses, answers, withdrawals, blocks, deleted posts and deleted accounts the counters equal the rows', async () => {
  const authors = await Promise.all(['a1', 'a2'].map((name) => app.createUser(`autrice_${name}`)))
  const people = await Promise.all(Array.from({ length: 6 }, (_, at) => app.createUser(`folla${at}`)))
  const posts = await Promise.all(
    authors.flatMap((author) =>
      Array.from({ length: 3 }, async () => ({
        author,
        id: (await author.createPost('Folla', { location_id: placeId })).id,
      })),
    ),
  )
  const confirmsAll = async ({ author, id }: (typeof posts)[number], status: 'confirmed' | 'pending') => {
    const { body } = await author.call('getSpottedRequests', { post_id: id, limit: 50 })
    await Promise.all(
      (body.requests ?? []).map(({ request_id }) => author.call('updateSpottedRequestStatus', { request_id, status })),
    )
  }
  for (const post of posts) await Promise.all(people.map((person) => asks(person, post.id)))
  const [leaving, blocking] = [people[0]!, people[1]!]
  const everything = await Promise.all([
    ...posts.flatMap((post, at) => [
      confirmsAll(post, 'confirmed'),
      ...(at % 2 ? [confirmsAll(post, 'pending'), confirmsAll(post, 'confirmed')] : []),
    ]),
    ...people
      .slice(2)
      .flatMap((person, at) =>
        posts.flatMap(({ id: post_id }, index) => [
          person.call('requestSpotted', { post_id }),
          ...((at + index) % 3
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
  for (const post of posts.slice(0, 5)) await confirmsAll(post, 'confirmed')
  const statuses = everything.flatMap((reply) => (reply ? [reply.status] : []))
  expect(statuses.filter((status) => ![200, 404].includes(status))).toEqual([])
  await expectCountersToMatchRows(app.db)
  const { rows } = await app.db
    .selectFrom('spotted_requests')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('status', '=', 'confirmed')
    .executeTakeFirstOrThrow()
  expect(rows).toBeGreaterThan(0)
})
