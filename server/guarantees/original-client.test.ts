import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import type { Client } from '#server/testing/fixtures/api-client.ts'
import { type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

// A client as the specification describes it: it asks for no pages, repeats who it is, sends what it does not have as a
// word, and names the type of its JSON as it likes.

const app = useTestApp()
const [author, bruno] = useUsers(app, 'author', 'bruno')
let postId: number
let placeId: number
const crowd: TestUser[] = []
/** More than a page of ten. */
const crowdSize = 12

beforeAll(async () => {
  placeId = await app.findPlaceId('Colosseo')
  for (let n = 0; n < crowdSize; n++) crowd.push(await app.createUser(`folla${n}`))
  postId = (await author.createPost('Chi eri?', { location_id: placeId })).id
  for (const one of crowd) {
    await one.follow(author)
    await author.follow(one)
    await one.callOk('followPlace', { place_id: placeId })
    await one.callOk('likePost', { post_id: postId })
    await one.callOk('addComment', { post_id: postId, text: 'Ciao' })
    await one.callOk('requestSpotted', { post_id: postId })
    await author.callOk('createSpot', { text: 'Ancora', location_id: placeId })
    await bruno.callOk('blockUser', { blocked_id: one.id })
  }
})

const get = async (client: Client, name: CallName, query: Record<string, unknown>) => {
  const sent = new URLSearchParams(Object.entries(query).map(([field, value]) => [field, String(value)]))
  const response = await client.request(`${addressOf(name).url}?${sent}`)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('A list comes whole to who asks for no part of it', () => {
  const lists: [CallName, string, () => Record<string, number>, number][] = [
    ['getFollowers', 'followers', () => ({ user_id: author.id }), crowdSize],
    ['getFollowing', 'following', () => ({ user_id: author.id }), crowdSize],
    ['getLikes', 'likes', () => ({ post_id: postId }), crowdSize],
    ['getComments', 'comments', () => ({ post_id: postId }), crowdSize],
    ['getLocationFollowers', 'followers', () => ({ location_id: placeId }), crowdSize],
    ['getSpottedRequests', 'requests', () => ({ post_id: postId }), crowdSize],
    ['getProfile', 'posts', () => ({ user_id: author.id }), crowdSize + 1],
  ]
  test.each(lists)('%s', async (name, field, input, count) => {
    const rows = async (page: object) =>
      ((await get(author, name, { ...input(), ...page })).body[field] as unknown[]).length
    expect(await rows({})).toBe(count)
    expect(await rows({ limit: 'undefined', cursor: '' })).toBe(count)
    expect(await rows({ offset: 0 })).toBe(10)
    expect(await rows({ limit: 3 })).toBe(3)
  })

  test('getLocation, getBlockedUsers', async () => {
    const place = (await get(author, 'getLocation', { location_id: placeId })).body
    expect((place.location as { posts: unknown[] }).posts).toHaveLength(crowdSize + 1)
    expect((await get(bruno, 'getBlockedUsers', { user_id: bruno.id })).body.blocked_users).toHaveLength(crowdSize)
  })

  test('up to a hundred rows, and a cursor for the others; the feed keeps its pages of ten', async () => {
    const location_id = await app.findPlaceId('Duomo')
    await sql`
      WITH people AS (
        INSERT INTO users (username, email, password_hash)
        SELECT 'gente' || n, 'gente' || n || '@example.it', '' FROM generate_series(1, 101) n RETURNING id
      )
      INSERT INTO place_follows (user_id, place_id) SELECT id, ${location_id} FROM people`.execute(app.db)
    const { followers, next_cursor } = await bruno.callOk('getLocationFollowers', { location_id })
    expect(followers).toHaveLength(100)
    const rest = await bruno.callOk('getLocationFollowers', { location_id, cursor: next_cursor! })
    expect([rest.followers.length, rest.next_cursor]).toEqual([1, null])
    expect((await author.callOk('getFeed', {})).posts).toHaveLength(10)
  })
})

describe('What a program does not have, it need not leave out', () => {
  const words = ['undefined', 'null', '']
  /** Without the cursor, which is encrypted anew each time. */
  const rowsOf = ({ body: { next_cursor: _cursor, ...rows } }: Awaited<ReturnType<typeof get>>) => rows
  test.each(words)('Signed out, the id “%s” is none', async (user_id) => {
    for (const name of ['getLikes', 'getComments', 'getSpottedRequests'] as const)
      expect(await get(app.createVisitor(), name, { post_id: postId, user_id })).toMatchObject({ status: 200 })
  })

  test.each(words)('The position “%s” is unknown, also where only half of it is', async (word) => {
    const places: [CallName, object][] = [
      ['getFeed', {}],
      ['search', { q: 'roma' }],
      ['getSearchSuggestions', {}],
      ['getNearbyLocations', {}],
    ]
    for (const [name, input] of places) {
      const unknown = await get(author, name, { ...input })
      expect(unknown.status).toBe(200)
      for (const position of [
        { lat: word, lon: word },
        { lat: word, lon: 9.19 },
        { lat: 45.46, lon: word },
      ])
        expect(rowsOf(await get(author, name, { ...input, ...position }))).toEqual(rowsOf(unknown))
    }
  })

  test.each([...words, null])('In a body, %j is no id', async (user_id) => {
    const send = (body: object) =>
      author.request(addressOf('addComment').url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await send({ post_id: postId, user_id, text: 'Eccomi' })).status).toBe(200)
    const without = await send({ post_id: user_id, text: 'Eccomi' })
    expect([without.status, await without.json()]).toEqual([
      400,
      { success: false, error: 'Il campo «post_id» non è valido.' },
    ])
  })

  test('A text may be any of these words', async () => {
    for (const text of ['null', 'undefined']) await author.callOk('addComment', { post_id: postId, text })
    const { comments } = await author.callOk('getComments', { post_id: postId, limit: 2 })
    expect(comments.map(({ text }) => text).toSorted()).toEqual(['null', 'undefined'])
  })
})

describe('JSON is read under any type', () => {
  const types = [
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/octet-stream',
    'application/x-json',
    'text/html',
  ]
  const comment = (headers: Record<string, string>) =>
    bruno.request(addressOf('addComment').url, {
      method: 'POST',
      headers,
      // As bytes, which have no type of their own.
      body: new TextEncoder().encode(JSON.stringify({ post_id: ownPostId, text: 'Ciao' })),
    })
  let ownPostId: number
  beforeAll(async () => {
    ownPostId = (await bruno.createPost('Mio')).id
  })

  test.each([...types.map((type) => ({ 'content-type': type })), {}])('%j', async (headers) => {
    expect((await comment(headers)).status).toBe(200)
  })

  test('What is no JSON is refused, also a name that would change objects', async () => {
    for (const body of ['ciao', '{no', '{"__proto__": {"a": 1}}', 'post_id=1'])
      expect(
        (
          await bruno.request(addressOf('addComment').url, {
            method: 'POST',
            headers: { 'content-type': 'text/plain' },
            body,
          })
        ).status,
      ).toBe(400)
  })

  const foreign = ['https://altrove.example', 'null', 'http://localhost.altrove.example']
  test.each([...types, 'application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'but under %s no page of another site writes',
    async (type) => {
      for (const origin of foreign) expect((await comment({ 'content-type': type, origin })).status).toBe(403)
      for (const site of ['cross-site', 'same-site'])
        expect((await comment({ 'content-type': type, 'sec-fetch-site': site })).status).toBe(403)
    },
  )

  test('A page of this server writes, and so does a program', async () => {
    const type = { 'content-type': 'text/plain' }
    const site = { 'sec-fetch-site': 'same-origin', origin: app.url }
    for (const headers of [{ ...type, ...site }, { ...type, 'sec-fetch-site': 'none' }, type])
      expect((await comment(headers)).status).toBe(200)
  })
})

test('While a name or an address is typed, it is nobody’s, until it is somebody’s', async () => {
  const visitor = app.createVisitor()
  for (const email of ['a', 'autho', 'author@', 'author@example', 'author@example.i'])
    expect(await visitor.callOk('checkEmail', { email })).toEqual({ available: true })
  expect(await visitor.callOk('checkEmail', { email: 'author@example.it' })).toEqual({ available: false })
  for (const username of ['', 'autho', 'con spazio', 'à', '.'])
    expect(await visitor.callOk('checkUsername', { username })).toEqual({ available: true })
  expect(await visitor.callOk('checkUsername', { username: 'author' })).toEqual({ available: false })
})
