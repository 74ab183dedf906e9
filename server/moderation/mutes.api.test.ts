import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { duomo, type TestUser, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp()
let people = 0
let duomoId: number
let palermo: number
beforeAll(async () => {
  duomoId = await app.findPlaceId('Piazza del Duomo', 'Milano')
  palermo = await app.findPlaceId('Palermo')
})

/** Anna, and Bruno whom she follows. */
async function createPair(): Promise<[anna: TestUser, bruno: TestUser]> {
  people++
  const anna = await app.createUser(`anna${people}`)
  const bruno = await app.createUser(`bruno${people}`)
  await anna.follow(bruno)
  return [anna, bruno]
}
const mute = (viewer: TestUser, user: TestUser) => viewer.callOk('mute', { target_type: 'user', target_id: user.id })
const unmute = (viewer: TestUser, user: TestUser) =>
  viewer.callOk('unmute', { target_type: 'user', target_id: user.id })
const textsOf = (posts: { text: string }[]) => posts.map(({ text }) => text)

test('The posts of a muted person leave every list that gathers posts, not their own page, and come back', async () => {
  const [anna, bruno] = await createPair()
  const carla = await app.createUser('carla')
  await anna.follow(carla)
  const tag = `tag${people}`
  for (let number = 1; number <= 4; number++) {
    await bruno.createPost(`Bruno ${number} #${tag}`)
    await carla.createPost(`Carla ${number} #${tag}`)
  }
  const lists = async () => {
    const [feed, following, hashtag] = await Promise.all([
      anna.callOk('getFeed', { ...duomo, limit: 4 }),
      anna.callOk('getFollowingFeed', { limit: 4 }),
      anna.callOk('getHashtagPosts', { tag, ...duomo, limit: 4 }),
    ])
    return [feed, following, hashtag].map(({ posts }) => textsOf(posts))
  }
  const before = await lists()
  const place = { location_id: duomoId, limit: 50 }
  const placePage = await anna.callOk('getLocation', place)
  await mute(anna, bruno)
  await mute(anna, bruno)
  // Full pages, newest first.
  const carlas = [4, 3, 2, 1].map((number) => `Carla ${number} #${tag}`)
  expect(await lists()).toEqual([carlas, carlas, carlas])
  const { suggestions } = await anna.callOk('getSearchSuggestions', { ...duomo, limit: 20 })
  expect(suggestions.some(({ type, id }) => type === 'user' && id === bruno.id)).toBe(false)

  const profile = await anna.callOk('getProfile', { user_id: bruno.id })
  expect(profile.user).toMatchObject({ is_muted: true, follow_status: 'accepted' })
  expect(profile.posts).toHaveLength(4)
  expect((await anna.callOk('getLocation', place)).location.posts).toEqual(placePage.location.posts)
  await unmute(anna, bruno)
  await unmute(anna, bruno)
  expect(await lists()).toEqual(before)
  expect((await anna.callOk('getProfile', { user_id: bruno.id })).user.is_muted).toBe(false)
})

test('Pages of the feed without a muted person are full and complete: no gap, no repetition', async () => {
  const [anna, bruno] = await createPair()
  const dario = await app.createUser('dario')
  for (let number = 1; number <= 12; number++) {
    await (number % 3 === 0 ? dario : bruno).createPost(`Pagine ${number}`, { location_id: palermo })
  }
  await mute(anna, bruno)
  const point = { lat: 38.12, lon: 13.36, radius: '25' } as const
  const { location } = await anna.callOk('getLocation', { location_id: palermo })
  expect(location.posts).not.toEqual([])
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await anna.callOk('getFeed', { ...point, limit: 1, ...(cursor && { cursor }) })
    expect(page.posts).toHaveLength(1)
    seen.push(...textsOf(page.posts))
    cursor = page.next_cursor
  } while (cursor)
  expect(seen).toEqual([12, 9, 6, 3].map((number) => `Pagine ${number}`))
})

test('The posts at a muted place leave the lists too, from the memory of the feed as well', async () => {
  const [anna, bruno] = await createPair()
  const bergamo = await app.findPlaceId('Bergamo')
  await anna.callOk('followPlace', { place_id: bergamo })
  await bruno.createPost('Bruno a Bergamo', { location_id: bergamo })
  await bruno.createPost('Bruno al Duomo')
  const target = { target_type: 'place', target_id: bergamo } as const
  await anna.callOk('mute', target)
  expect(textsOf((await anna.callOk('getFollowingFeed', {})).posts)).toEqual(['Bruno al Duomo'])
  const near = { lat: 45.69, lon: 9.67, radius: '5' } as const
  expect((await anna.callOk('getFeed', near)).posts).toEqual([])
  expect(textsOf((await bruno.callOk('getFeed', near)).posts)).toEqual(['Bruno a Bergamo'])
  expect((await anna.callOk('getLocation', { location_id: bergamo })).location).toMatchObject({
    is_muted: true,
    is_followed: true,
    posts: [{ text: 'Bruno a Bergamo' }],
  })
  await anna.callOk('unmute', target)
  expect(textsOf((await anna.callOk('getFeed', near)).posts)).toEqual(['Bruno a Bergamo'])
})

test('A muted person is no Spotted of the day and has no ring in the row of stories', async () => {
  const [anna, bruno] = await createPair()
  const elena = await app.createUser('elena')
  const catania = await app.findPlaceId('Catania')
  const post = await bruno.createPost('Chi eri?', { location_id: catania })
  await elena.callOk('requestSpotted', { post_id: post.id, action: 'request' })
  const [request] = (await bruno.callOk('getSpottedRequests', { post_id: post.id })).requests
  await bruno.callOk('updateSpottedRequestStatus', { request_id: request!.request_id, status: 'confirmed' })
  await bruno.callOk('createStory', { image: await createPhoto() })
  const spotted = async (without_muted: 0 | 1) =>
    textsOf((await anna.callOk('getLocationSpottedPosts', { location_id: catania, without_muted })).spotted_posts)
  const storytellers = async () => (await anna.callOk('getFollowedStories', {})).users.map(({ id }) => id)
  expect([await spotted(1), await storytellers()]).toEqual([['Chi eri?'], [bruno.id]])
  await mute(anna, bruno)
  expect([await spotted(1), await spotted(0), await storytellers()]).toEqual([[], ['Chi eri?'], []])
})

test('Nothing that a muted person does notifies Anna, and a message from them only waits in the chat', async () => {
  const [anna, bruno] = await createPair()
  const fabio = await app.createUser('fabio')
  await bruno.follow(anna)
  const post = await anna.createPost('Di Anna')
  const story = (await anna.callOk('createStory', { image: await createPhoto() })).story
  await mute(anna, bruno)
  await bruno.callOk('likePost', { post_id: post.id })
  await bruno.callOk('addComment', { post_id: post.id, text: `Ciao @${anna.username}` })
  await bruno.callOk('likeStory', { story_id: story.id, action: 'like' })
  await bruno.callOk('requestSpotted', { post_id: post.id, action: 'request' })
  await bruno.callOk('sendMessage', { other_id: anna.id, client_id: randomUUID(), text: 'Ci sei?' })
  await fabio.callOk('likePost', { post_id: post.id })
  const notifications = async () => (await anna.callOk('getNotifications', { limit: 50 })).notifications
  const likes = async () => (await notifications()).filter(({ kind }) => kind === 'like')
  await expect.poll(likes).toMatchObject([{ actors: [{ id: fabio.id }], actors_count: 1 }])
  expect((await notifications()).some(({ actors }) => actors.some(({ id }) => id === bruno.id))).toBe(false)
  const chat = await anna.callOk('getConversations', {})
  expect(chat).toMatchObject({ unread_conversations: 0, requests_count: 0 })
  expect(chat.conversations).toMatchObject([{ user: { id: bruno.id }, unread_count: 1 }])
  // Everybody, Anna too, still sees what Bruno did.
  expect((await anna.callOk('getComments', { post_id: post.id })).comments).toHaveLength(1)
  expect((await anna.callOk('getPost', { post_id: post.id })).post.likes_count).toBe(2)
})

test('New posts by a muted person, or at a muted place, notify nobody who muted them', async () => {
  const [anna, bruno] = await createPair()
  const gina = await app.createUser('gina')
  const pisa = await app.findPlaceId('Pisa')
  for (const person of [anna, gina]) await person.callOk('followPlace', { place_id: pisa })
  const kindsOf = async (person: TestUser) =>
    (await person.callOk('getNotifications', {})).notifications.filter(({ kind }) => kind === 'place_post')
  await mute(anna, bruno)
  await bruno.createPost('A Pisa', { location_id: pisa })
  await expect.poll(() => kindsOf(gina)).toHaveLength(1)
  expect(await kindsOf(anna)).toEqual([])
  await unmute(anna, bruno)
  await anna.callOk('mute', { target_type: 'place', target_id: pisa })
  await gina.callOk('markNotificationsRead', { up_to: Number.MAX_SAFE_INTEGER })
  const before = await kindsOf(gina)
  await bruno.createPost('Ancora a Pisa', { location_id: pisa })
  await expect.poll(() => kindsOf(gina)).not.toEqual(before)
  expect(await kindsOf(anna)).toEqual([])
})

test('A muted person learns nothing: what they see and count stays as it was', async () => {
  const [anna, bruno] = await createPair()
  const post = await bruno.createPost('Guardatemi')
  await anna.callOk('likePost', { post_id: post.id })
  const seen = async () => [
    await bruno.callOk('getProfile', { user_id: anna.id }),
    await bruno.callOk('getProfile', { user_id: bruno.id }),
    await bruno.callOk('getFollowers', { user_id: bruno.id }),
    await bruno.callOk('getPost', { post_id: post.id }),
    await bruno.callOk('getMuted', {}),
    (await bruno.callOk('getNotifications', {})).notifications.length,
  ]
  await expect.poll(async () => (await bruno.callOk('getNotifications', {})).notifications.length).toBe(3)
  const before = await seen()
  await mute(anna, bruno)
  expect(await seen()).toEqual(before)
})

test('The list names whom and what Anna muted, newest first, page by page; it has room for 1,000', async () => {
  const [anna, bruno] = await createPair()
  const hugo = await app.createUser('hugo')
  await mute(anna, bruno)
  await anna.callOk('mute', { target_type: 'place', target_id: palermo })
  await mute(anna, hugo)
  const first = await anna.callOk('getMuted', { limit: 2 })
  expect(first.muted).toMatchObject([
    { user: { id: hugo.id, username: 'hugo' }, place: null },
    { user: null, place: { id: palermo, name: 'Palermo' } },
  ])
  const second = await anna.callOk('getMuted', { limit: 2, cursor: first.next_cursor! })
  expect(second).toMatchObject({ muted: [{ user: { id: bruno.id } }], next_cursor: null })
  await hugo.block(anna)
  expect((await anna.callOk('getMuted', {})).muted).toHaveLength(2)
  await unmute(anna, hugo)
  expect(await anna.call('unmute', { target_type: 'user', target_id: hugo.id })).toMatchObject({ status: 404 })
  expect(await anna.call('mute', { target_type: 'user', target_id: hugo.id })).toMatchObject({ status: 404 })
  expect(await anna.call('mute', { target_type: 'place', target_id: 999_999_999 })).toMatchObject({ status: 404 })
  expect(await anna.call('mute', { target_type: 'user', target_id: anna.id })).toMatchObject({
    status: 400,
    body: { error: 'Non puoi silenziare te.' },
  })
  await sql`
    INSERT INTO mutes (user_id, place_id)
    SELECT ${anna.id}, id FROM places WHERE id <> ${palermo} ORDER BY id LIMIT 998`.execute(app.db)
  const carla = await app.createUser('carla.seconda')
  expect(await anna.call('mute', { target_type: 'user', target_id: carla.id })).toMatchObject({
    status: 409,
    body: { error: 'Puoi silenziare al massimo 1.000 persone e luoghi: riattivane qualcuno per fare posto.' },
  })
  await mute(anna, bruno)
})
