import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let count = 0
/** New people for every test: what one leaves behind, no other finds. */
const people = async <Names extends string[]>(...names: Names): Promise<{ [At in keyof Names]: TestUser }> => {
  count++
  return (await Promise.all(names.map((name) => app.createUser(`${name}${count}`)))) as {
    [At in keyof Names]: TestUser
  }
}

const profileOf = async (viewer: TestUser, person: TestUser) =>
  (await viewer.callOk('getProfile', { user_id: person.id, logged_user_id: viewer.id })).user
const names = (rows: { username: string }[]) => rows.map(({ username }) => username.replace(/\d+$/, ''))

test('Alice follows Bruno, whose account is public, and no longer', async () => {
  const [alice, bruno] = await people('alice', 'bruno')
  expect(await alice.callOk('requestFollow', { user_id: alice.id, followed_id: bruno.id })).toEqual({
    success: true,
    message: 'Ora segui questo utente',
    follow_status: 'accepted',
    followers_count: 1,
    profile_visibility: 'public',
  })
  expect(await profileOf(alice, bruno)).toMatchObject({
    follow_status: 'accepted',
    followers_count: 1,
    following_count: 0,
    profile_visibility: 'public',
    spotted_received: 0,
  })
  expect(await profileOf(bruno, alice)).toMatchObject({ follow_status: null, followers_count: 0, following_count: 1 })
  expect(names((await bruno.callOk('getFollowers', { user_id: bruno.id })).followers)).toEqual(['alice'])
  expect(names((await bruno.callOk('getFollowing', { user_id: alice.id })).following)).toEqual(['bruno'])

  expect(await alice.callOk('unfollow', { followed_id: bruno.id })).toEqual({
    success: true,
    message: 'Non segui più questo utente',
    follow_status: null,
    followers_count: 0,
    profile_visibility: 'public',
  })
  expect(await alice.callOk('unfollow', { followed_id: bruno.id })).toMatchObject({
    message: 'Follow rimosso',
    followers_count: 0,
  })
  expect(await profileOf(bruno, alice)).toMatchObject({ following_count: 0 })
})

test('Following twice counts once', async () => {
  const [alice, bruno] = await people('alice', 'bruno')
  await alice.callOk('requestFollow', { followed_id: bruno.id })
  expect(await alice.callOk('requestFollow', { followed_id: bruno.id })).toMatchObject({
    follow_status: 'accepted',
    followers_count: 1,
  })
})

test('Carla’s account is private: Alice asks, Carla accepts, and Alice sees her posts, old ones too', async () => {
  const [alice, carla] = await people('alice', 'carla')
  await carla.createPost('Di ieri')
  await carla.makePrivate()
  expect(await alice.callOk('requestFollow', { followed_id: carla.id })).toEqual({
    success: true,
    message: 'Richiesta di follow inviata',
    follow_status: 'pending',
    followers_count: 0,
    profile_visibility: 'private',
  })
  expect(await alice.callOk('getProfile', { user_id: carla.id })).toMatchObject({
    user: { follow_status: 'pending', profile_visibility: 'private', followers_count: 0 },
    posts: [],
  })
  expect((await alice.call('getFollowers', { user_id: carla.id })).status).toBe(404)

  const asked = await carla.callOk('getFollowRequests', { user_id: carla.id })
  expect(asked).toMatchObject({ total: 1, requests: [{ id: alice.id, is_followed: false, follow_status: null }] })
  expect(await carla.callOk('respondFollowRequest', { requester_id: alice.id, action: 'accept' })).toEqual({
    success: true,
    message: 'Richiesta accettata',
  })
  expect(await carla.callOk('getFollowRequests', {})).toMatchObject({ total: 0, requests: [] })

  const seen = await alice.callOk('getProfile', { user_id: carla.id })
  expect(seen.user).toMatchObject({ follow_status: 'accepted', followers_count: 1 })
  expect(seen.posts.map(({ text }) => text)).toEqual(['Di ieri'])
  expect(names((await alice.callOk('getFollowers', { user_id: carla.id })).followers)).toEqual(['alice'])
})

test('Carla declines, and nothing is left of the request; Alice takes another one back', async () => {
  const [alice, carla] = await people('alice', 'carla')
  await carla.makePrivate()
  await alice.callOk('requestFollow', { followed_id: carla.id })
  expect(await carla.callOk('respondFollowRequest', { requester_id: alice.id, action: 'decline' })).toEqual({
    success: true,
    message: 'Richiesta rifiutata',
  })
  expect(await profileOf(alice, carla)).toMatchObject({ follow_status: null, followers_count: 0 })

  await alice.callOk('requestFollow', { followed_id: carla.id })
  expect(await alice.callOk('unfollow', { followed_id: carla.id })).toMatchObject({
    message: 'Richiesta di follow annullata',
    followers_count: 0,
  })
  expect(await carla.call('respondFollowRequest', { requester_id: alice.id, action: 'accept' })).toMatchObject({
    status: 404,
    body: { error: 'Questa richiesta non c’è più.' },
  })
  expect(await profileOf(alice, carla)).toMatchObject({ follow_status: null, followers_count: 0 })
})

test('Going public accepts who was waiting', async () => {
  const [alice, bruno, carla] = await people('alice', 'bruno', 'carla')
  await carla.makePrivate()
  for (const person of [alice, bruno]) await person.callOk('requestFollow', { followed_id: carla.id })
  await carla.makePublic()
  expect(await profileOf(alice, carla)).toMatchObject({ follow_status: 'accepted', followers_count: 2 })
  expect(await profileOf(bruno, bruno)).toMatchObject({ following_count: 1 })
})

test('Alice cannot follow herself, nor who is not there', async () => {
  const [alice] = await people('alice')
  expect(await alice.call('requestFollow', { followed_id: alice.id })).toMatchObject({
    status: 400,
    body: { error: 'Non puoi seguire te stesso.' },
  })
  expect((await alice.call('requestFollow', { followed_id: 999_999_999 })).status).toBe(404)
  expect((await alice.call('getProfile', { user_id: 999_999_999 })).status).toBe(404)
})

test('After a storm of follows, answers, blocks and changes of mind the counters equal the rows', async () => {
  const crowd = await people('s', 't', 'u', 'v')
  const act = async (person: TestUser, at: number): Promise<void> => {
    const other = crowd[(crowd.indexOf(person) + 1 + (at % 3)) % crowd.length] ?? person
    const turns = [
      () => person.call('requestFollow', { followed_id: other.id }),
      () => person.call('requestFollow', { followed_id: other.id }),
      () => person.call('respondFollowRequest', { requester_id: other.id, action: at % 2 ? 'accept' : 'decline' }),
      () => person.call('unfollow', { followed_id: other.id }),
      () => person.makePrivate(),
      () => person.makePublic(),
      () => person.call('blockUser', { blocked_id: other.id }),
      () => person.call('unblockUser', { blocked_id: other.id }),
    ]
    const reply = await turns[(at * 5 + crowd.indexOf(person)) % turns.length]?.()
    expect(reply?.status ?? 200).toBeLessThan(500)
  }
  await Promise.all(crowd.flatMap((person) => Array.from({ length: 24 }, (_, at) => act(person, at))))
  await expectCountersToMatchRows(app.db)
  const waitingForPublic = await app.db
    .selectFrom('follows')
    .innerJoin('users', 'users.id', 'followee_id')
    .select('follows.id')
    .where('status', '=', 'pending')
    .where('is_private', '=', false)
    .execute()
  expect(waitingForPublic).toEqual([])
}, 30_000)

test('The lists page by cursor, newest first, without a gap', async () => {
  const [star, ...fans] = await people('star', 'f0', 'f1', 'f2', 'f3', 'f4')
  for (const fan of fans) await fan.follow(star)
  const first = await star.callOk('getFollowers', { user_id: star.id, limit: 3 })
  const second = await star.callOk('getFollowers', { user_id: star.id, limit: 3, cursor: first.next_cursor ?? '' })
  expect([...first.followers, ...second.followers].map(({ id }) => id)).toEqual(fans.map(({ id }) => id).toReversed())
  expect(second.next_cursor).toBeNull()
})

test('A profile pages its posts by cursor', async () => {
  const [alice] = await people('alice')
  for (const text of ['uno', 'due', 'tre']) await alice.createPost(text)
  const first = await alice.callOk('getProfile', { user_id: alice.id, limit: 2 })
  const second = await alice.callOk('getProfile', { user_id: alice.id, limit: 2, cursor: first.next_cursor ?? '' })
  expect([...first.posts, ...second.posts].map(({ text }) => text)).toEqual(['tre', 'due', 'uno'])
})

test('Alice changes bio and photo; the old photo’s files go; what she does not send stays', async () => {
  const [alice] = await people('alice')
  const filesOf = async (url: string | null) =>
    (await readdir(app.folders.media)).filter((file) =>
      file.startsWith(path.basename(url ?? '').replace('-1280.webp', '')),
    )
  const first = (
    await alice.callOk('updateProfile', {
      user_id: alice.id,
      bio: '  Vivo sui Navigli.\nFotografo tram.  ',
      profile_pic: await createPhoto(),
    })
  ).user
  expect(first).toMatchObject({
    bio: 'Vivo sui Navigli.\nFotografo tram.',
    profile_pic: expect.stringMatching(/^\/media\//),
  })

  const second = (await alice.callOk('updateProfile', { profile_pic: await createPhoto(500, 500) })).user
  expect(second.bio).toBe(first.bio)
  expect(await filesOf(first.profile_pic)).toEqual([])
  expect((await filesOf(second.profile_pic)).length).toBeGreaterThan(0)

  const without = (await alice.callOk('updateProfile', { remove_profile_pic: 1 })).user
  expect(without).toMatchObject({ bio: first.bio, profile_pic: null })
  expect(await filesOf(second.profile_pic)).toEqual([])
})

test('A form with a file changes the profile, as the original client sends it', async () => {
  const [alice] = await people('alice')
  const form = new FormData()
  form.append('user_id', String(alice.id))
  form.append('bio', 'Dal modulo')
  form.append(
    'profile_pic',
    new Blob([Buffer.from((await createPhoto()).split(',')[1] ?? '', 'base64')], { type: 'image/jpeg' }),
    'io.jpg',
  )
  const response = await alice.request('/api/auth/update_profile.php', { method: 'POST', body: form })
  expect(response.status).toBe(200)
  expect(await profileOf(alice, alice)).toMatchObject({
    bio: 'Dal modulo',
    profile_pic: expect.stringMatching(/^\/media\//),
  })
})

test.each([
  ['a bio of 321 characters', { bio: 'a'.repeat(321) }, 400, 'La bio può avere al massimo 320 caratteri.'],
  [
    'a photo that is none',
    { profile_pic: 'data:image/png;base64,bm9uIHVuYSBmb3Rv' },
    415,
    'Questo file non è un’immagine che si possa leggere. Prova con una foto JPEG, PNG o WebP.',
  ],
])('%s is refused, and nothing changes', async (_case, input, status, error) => {
  const [alice] = await people('alice')
  await alice.callOk('updateProfile', { bio: 'Prima' })
  expect(await alice.call('updateProfile', { bio: 'Dopo', ...input })).toMatchObject({
    status,
    body: { success: false, error },
  })
  expect(await profileOf(alice, alice)).toMatchObject({ bio: 'Prima', profile_pic: null })
})
