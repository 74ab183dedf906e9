import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import type { Client } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp()

let testNumber = 0
/** Creates new users, so that tests do not share accounts. */
const createUsers = async <Names extends string[]>(...names: Names): Promise<{ [Index in keyof Names]: TestUser }> => {
  testNumber++
  return (await Promise.all(names.map((name) => app.createUser(`${name}${testNumber}`)))) as {
    [Index in keyof Names]: TestUser
  }
}

const findProfile = async (viewer: TestUser, user: TestUser) =>
  (await viewer.callOk('getProfile', { user_id: user.id, logged_user_id: viewer.id })).user
const namesOf = (rows: { username: string }[]) => rows.map(({ username }) => username.replace(/\d+$/, ''))

test('Alice finds Bruno by his name, however it is capitalised, unless one of them blocks the other', async () => {
  const [alice, bruno] = await createUsers('alice', 'bruno')
  const find = (client: Client, username: string) => client.call('findUserNamed', { username })
  expect((await find(alice, bruno.username.toUpperCase())).body).toEqual({ success: true, user_id: bruno.id })
  expect((await find(app.createVisitor(), bruno.username)).status).toBe(401)
  await alice.block(bruno)
  const missing = await find(alice, 'nessuno.con.questo.nome')
  expect(missing.status).toBe(404)
  for (const reply of [await find(alice, bruno.username), await find(bruno, alice.username)])
    expect(reply).toEqual(missing)
})

test('Up to five people are suggested for a mention, first those whom one follows, never oneself or blocked people', async () => {
  const names = ['ma.rti', 'marco', 'maria', 'mario', 'marta', 'maura', 'mauro']
  const [viewer, bruno, ...people] = await createUsers('mara', 'bruno', ...names)
  const suffix = viewer.username.replace(/\D/g, '')
  const suggest = async (beginning: string, client = viewer) =>
    namesOf((await client.callOk('suggestMentions', { beginning })).users)
  const [, marco, maria, mario, marta, , mauro] = people
  await mauro!.makePrivate()
  await viewer.follow(mauro!)
  await bruno.follow(marta!)
  expect(await suggest('M')).toHaveLength(5)
  expect((await suggest('ma')).slice(0, 2)).toEqual(['mauro', 'marta'])
  expect(await suggest(`mario${suffix}`)).toEqual(['mario'])
  expect(await suggest('ma.r')).toEqual(['ma.rti'])
  expect(await suggest('mart')).toEqual(['marta'])
  expect(await suggest(viewer.username)).toEqual([])
  await viewer.block(marco!)
  await maria!.block(viewer)
  await sql`UPDATE users SET suspended_at = ${new Date()} WHERE id = ${mario!.id}`.execute(app.db)
  await sql`UPDATE users SET username = 'marx.' WHERE id = ${bruno.id}`.execute(app.db)
  for (const gone of ['marco', 'maria', 'mario', 'marx']) expect(await suggest(gone)).toEqual([])
  expect((await viewer.call('suggestMentions', { beginning: '%' })).status).toBe(400)
})

test('Alice follows and unfollows Bruno, whose account is public', async () => {
  const [alice, bruno] = await createUsers('alice', 'bruno')
  expect(await alice.callOk('requestFollow', { user_id: alice.id, followed_id: bruno.id })).toEqual({
    success: true,
    message: 'Ora segui questo utente',
    follow_status: 'accepted',
    followers_count: 1,
    profile_visibility: 'public',
  })
  expect(await findProfile(alice, bruno)).toMatchObject({
    follow_status: 'accepted',
    followers_count: 1,
    following_count: 0,
    profile_visibility: 'public',
    spotted_received: 0,
  })
  expect(await findProfile(bruno, alice)).toMatchObject({ follow_status: null, followers_count: 0, following_count: 1 })
  expect(namesOf((await bruno.callOk('getFollowers', { user_id: bruno.id })).followers)).toEqual(['alice'])
  expect(namesOf((await bruno.callOk('getFollowing', { user_id: alice.id })).following)).toEqual(['bruno'])

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
  expect(await findProfile(bruno, alice)).toMatchObject({ following_count: 0 })
})

test('Following twice counts once', async () => {
  const [alice, bruno] = await createUsers('alice', 'bruno')
  await alice.callOk('requestFollow', { followed_id: bruno.id })
  expect(await alice.callOk('requestFollow', { followed_id: bruno.id })).toMatchObject({
    follow_status: 'accepted',
    followers_count: 1,
  })
})

test('When Carla accepts Alice’s request, Alice sees the posts of her private account, also old ones', async () => {
  const [alice, carla] = await createUsers('alice', 'carla')
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

  const pending = await carla.callOk('getFollowRequests', { user_id: carla.id })
  expect(pending).toMatchObject({ total: 1, requests: [{ id: alice.id, is_followed: false, follow_status: null }] })
  expect(await carla.callOk('respondFollowRequest', { requester_id: alice.id, action: 'accept' })).toEqual({
    success: true,
    message: 'Richiesta accettata',
  })
  expect(await carla.callOk('getFollowRequests', {})).toMatchObject({ total: 0, requests: [] })

  const profile = await alice.callOk('getProfile', { user_id: carla.id })
  expect(profile.user).toMatchObject({ follow_status: 'accepted', followers_count: 1 })
  expect(profile.posts.map(({ text }) => text)).toEqual(['Di ieri'])
  expect(namesOf((await alice.callOk('getFollowers', { user_id: carla.id })).followers)).toEqual(['alice'])
})

test('A declined request leaves nothing, and Alice can cancel another one', async () => {
  const [alice, carla] = await createUsers('alice', 'carla')
  await carla.makePrivate()
  await alice.callOk('requestFollow', { followed_id: carla.id })
  expect(await carla.callOk('respondFollowRequest', { requester_id: alice.id, action: 'decline' })).toEqual({
    success: true,
    message: 'Richiesta rifiutata',
  })
  expect(await findProfile(alice, carla)).toMatchObject({ follow_status: null, followers_count: 0 })

  await alice.callOk('requestFollow', { followed_id: carla.id })
  expect(await alice.callOk('unfollow', { followed_id: carla.id })).toMatchObject({
    message: 'Richiesta di follow annullata',
    followers_count: 0,
  })
  expect(await carla.call('respondFollowRequest', { requester_id: alice.id, action: 'accept' })).toMatchObject({
    status: 404,
    body: { error: 'Questa richiesta non c’è più.' },
  })
  expect(await findProfile(alice, carla)).toMatchObject({ follow_status: null, followers_count: 0 })
})

test('Going public accepts pending requests', async () => {
  const [alice, bruno, carla] = await createUsers('alice', 'bruno', 'carla')
  await carla.makePrivate()
  for (const person of [alice, bruno]) await person.callOk('requestFollow', { followed_id: carla.id })
  await carla.makePublic()
  expect(await findProfile(alice, carla)).toMatchObject({ follow_status: 'accepted', followers_count: 2 })
  expect(await findProfile(bruno, bruno)).toMatchObject({ following_count: 1 })
})

test('Alice cannot follow herself or an account that does not exist', async () => {
  const [alice] = await createUsers('alice')
  expect(await alice.call('requestFollow', { followed_id: alice.id })).toMatchObject({
    status: 400,
    body: { error: 'Non puoi seguire te stesso.' },
  })
  expect((await alice.call('requestFollow', { followed_id: 999_999_999 })).status).toBe(404)
  expect((await alice.call('getProfile', { user_id: 999_999_999 })).status).toBe(404)
})

test('After concurrent follows, answers and blocks the counters equal the rows', async () => {
  const users = await createUsers('s', 't', 'u', 'v')
  const act = async (person: TestUser, n: number): Promise<void> => {
    const other = users[(users.indexOf(person) + 1 + (n % 3)) % users.length] ?? person
    const actions = [
      () => person.call('requestFollow', { followed_id: other.id }),
      () => person.call('requestFollow', { followed_id: other.id }),
      () => person.call('respondFollowRequest', { requester_id: other.id, action: n % 2 ? 'accept' : 'decline' }),
      () => person.call('unfollow', { followed_id: other.id }),
      () => person.makePrivate(),
      () => person.makePublic(),
      () => person.call('blockUser', { blocked_id: other.id }),
      () => person.call('unblockUser', { blocked_id: other.id }),
    ]
    const reply = await actions[(n * 5 + users.indexOf(person)) % actions.length]?.()
    // 503: waited too long behind the 95 others, on a busy machine.
    expect(reply?.status ?? 200).toSatisfy((status: number) => status < 500 || status === 503)
  }
  await Promise.all(users.flatMap((person) => Array.from({ length: 24 }, (_, index) => act(person, index))))
  await expectCountersToMatchRows(app.db)
  const pendingOfPublic = await sql`
    SELECT f.id FROM follows f JOIN users u ON u.id = f.followee_id
    WHERE f.status = 'pending' AND NOT u.is_private`.all(app.db)
  expect(pendingOfPublic).toEqual([])
})

test('Pages of followers go from the newest to the oldest without a gap', async () => {
  const [star, ...fans] = await createUsers('star', 'f0', 'f1', 'f2', 'f3', 'f4')
  for (const fan of fans) await fan.follow(star)
  const first = await star.callOk('getFollowers', { user_id: star.id, limit: 3 })
  const second = await star.callOk('getFollowers', { user_id: star.id, limit: 3, cursor: first.next_cursor ?? '' })
  expect([...first.followers, ...second.followers].map(({ id }) => id)).toEqual(fans.map(({ id }) => id).toReversed())
  expect(second.next_cursor).toBeNull()
})

test('The posts of a profile are read page by page', async () => {
  const [alice] = await createUsers('alice')
  for (const text of ['uno', 'due', 'tre']) await alice.createPost(text)
  const first = await alice.callOk('getProfile', { user_id: alice.id, limit: 2 })
  const second = await alice.callOk('getProfile', { user_id: alice.id, limit: 2, cursor: first.next_cursor ?? '' })
  expect([...first.posts, ...second.posts].map(({ text }) => text)).toEqual(['tre', 'due', 'uno'])
})

test('Alice changes bio and photo; the old photo’s files are deleted, and fields she does not send stay', async () => {
  const [alice] = await createUsers('alice')
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
  const [alice] = await createUsers('alice')
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
  expect(await findProfile(alice, alice)).toMatchObject({
    bio: 'Dal modulo',
    profile_pic: expect.stringMatching(/^\/media\//),
  })
})

test.each([
  [
    'an invalid photo',
    { profile_pic: 'data:image/png;base64,bm9uIHVuYSBmb3Rv' },
    415,
    'Questo file non è un’immagine che si possa leggere. Prova con una foto JPEG, PNG o WebP.',
  ],
])('%s is refused, and nothing changes', async (_case, input, status, error) => {
  const [alice] = await createUsers('alice')
  await alice.callOk('updateProfile', { bio: 'Prima' })
  expect(await alice.call('updateProfile', { bio: 'Dopo', ...input })).toMatchObject({
    status,
    body: { success: false, error },
  })
  expect(await findProfile(alice, alice)).toMatchObject({ bio: 'Prima', profile_pic: null })
})
