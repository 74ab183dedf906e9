import { beforeAll, describe, expect, test } from 'vitest'
import { emailOf, password } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'

// A client that was written for the original interface (decision 2) keeps working: paths, payloads and fields are
// written out here, and not taken from the contract, so that no change of the contract can change them unseen.

type Fields = Record<string, string | number | Blob | null>
type Requester = Pick<TestUser, 'request'>
// A reply of an unknown shape: what the tests look into is what they check.
// oxlint-disable-next-line typescript/no-explicit-any
type Reply = any

const parse = async (response: Response): Promise<Reply> => {
  const reply: Reply = await response.json()
  expect(response.status, JSON.stringify(reply)).toBe(200)
  return reply
}

const get = async (client: Requester, path: string, query: Record<string, string | number> = {}): Promise<Reply> =>
  parse(
    await client.request(
      `/api/${path}.php?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
    ),
  )

const post = async (client: Requester, path: string, fields: Fields): Promise<Reply> =>
  parse(
    await client.request(`/api/${path}.php`, {
      method: 'POST',
      body: JSON.stringify(fields),
      headers: { 'content-type': 'application/json' },
    }),
  )

const postForm = async (client: Requester, path: string, fields: Fields): Promise<Reply> => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== null) body.set(name, typeof value === 'number' ? String(value) : value)
  return parse(await client.request(`/api/${path}.php`, { method: 'POST', body }))
}

const expectFields = (object: object, fields: string): void =>
  expect(Object.keys(object)).toEqual(expect.arrayContaining(fields.split(' ')))

const userFields = 'id username email profile_pic bio onboarding_completed'
const postFields =
  'id user_id username profile_pic location_id location_name text image_url video_url created_at likes_count ' +
  'user_liked comments_count user_commented spotted_count user_spotted_status privacy'
const commentFields = 'id user_id username profile_pic text created_at user_liked likes_count'
const storyFields = 'id user_id username profile_pic media_url location_id location_name is_seen'
const listedUserFields = 'id username profile_pic is_followed follow_status'
const placeFields = 'id name image distance latitude longitude'
const position = { lat: 45.46, lon: 9.19 }

const app = useTestApp()
const [giulia, bruno] = useUsers(app, 'giulia', 'bruno')
let placeId: number
beforeAll(async () => {
  placeId = await app.findPlaceId('Piazza del Duomo', 'Milano')
})

const createSpot = async (author: TestUser, text: string, image: string | null = null): Promise<number> => {
  const reply = await post(author, 'posts/create_spot', {
    user_id: author.id,
    text,
    location_id: placeId,
    latitude: 45.464203,
    longitude: 9.189982,
    privacy: 'public',
    image,
  })
  expect(reply.success).toBe(true)
  const feed = await get(author, 'feed/get_feed', { user_id: author.id, ...position, offset: 0, limit: 10 })
  return feed.posts.find((found: { text: string }) => found.text === text).id
}

describe('The account', () => {
  test('is registered, after a check of username and e-mail, signs in and completes the onboarding', async () => {
    const client = app.createVisitor()
    expect(await post(client, 'auth/check_username', { username: 'nora' })).toMatchObject({ available: true })
    expect(await post(client, 'auth/check_email', { email: emailOf('giulia') })).toMatchObject({ available: false })
    const account = { username: 'nora', email: emailOf('nora'), password }
    const registered = await post(client, 'auth/register', account)
    expectFields(registered, 'message user')
    expectFields(registered.user, userFields)
    expect(registered.user.onboarding_completed).toBe(0)
    const { id } = registered.user
    expect(await post(client, 'auth/complete_onboarding', { user_id: id })).toMatchObject({ success: true })
    const { user } = await post(app.createVisitor(), 'auth/login', { email: emailOf('nora'), password })
    expect(user).toMatchObject({ id, onboarding_completed: 1 })
  })

  test('finds the reason in the field error', async () => {
    const response = await app.createVisitor().request('/api/auth/login.php', {
      method: 'POST',
      body: JSON.stringify({ email: emailOf('giulia'), password: 'sbagliata' }),
      headers: { 'content-type': 'application/json' },
    })
    expect(await response.json()).toMatchObject({ success: false, error: expect.any(String) })
  })

  test('gets a link to a new password', async () => {
    expectFields(await post(app.createVisitor(), 'auth/forgot_password', { email: emailOf('giulia') }), 'message')
  })

  test('changes its profile with a multipart form, and reads it', async () => {
    const profile_pic = await (await fetch(await createPhoto(40, 40))).blob()
    const bio = 'Milano, di corsa.'
    expect(await postForm(giulia, 'auth/update_profile', { user_id: giulia.id, bio, profile_pic })).toMatchObject({
      success: true,
    })
    const reply = await get(bruno, 'auth/get_profile', { user_id: giulia.id, logged_user_id: bruno.id })
    expectFields(
      reply.user,
      'id username bio profile_pic profile_visibility follow_status followers_count following_count spotted_received',
    )
    expect(reply).toMatchObject({ success: true, user: { bio, profile_visibility: 'public' }, posts: [] })
  })

  test('reads and changes its settings', async () => {
    const changed = {
      profile_visibility: 'public',
      notify_likes: 0,
      notify_comments: 1,
      notify_follows: 1,
      notify_spotted: 1,
      notify_nearby_posts: 0,
      notify_followed_locations: 0,
      notify_radius: 50,
    }
    expectFields(await post(giulia, 'user/update_user_settings', { user_id: giulia.id, ...changed }), 'success message')
    const { success, settings } = await get(giulia, 'user/get_user_settings', { user_id: giulia.id })
    expect({ success, settings }).toMatchObject({ success: true, settings: changed })
  })
})

describe('People', () => {
  test('are suggested with places, followed and unfollowed, with the original messages', async () => {
    const suggestions = await get(giulia, 'onboarding/get_suggestions', { user_id: giulia.id, ...position })
    expectFields(suggestions, 'users locations')
    const follow = { user_id: giulia.id, followed_id: bruno.id }
    expect(await post(giulia, 'user/request_follow', follow)).toMatchObject({ message: 'Ora segui questo utente' })
    const { followers } = await get(giulia, 'user/get_followers', { user_id: bruno.id, logged_user_id: giulia.id })
    expectFields(followers[0], listedUserFields)
    const { following } = await get(bruno, 'user/get_following', { user_id: giulia.id, logged_user_id: bruno.id })
    expect(following).toMatchObject([{ id: bruno.id, username: 'bruno' }])
    expect(await post(giulia, 'user/unfollow', follow)).toMatchObject({ message: 'Non segui più questo utente' })
    await bruno.makePrivate()
    expect(await post(giulia, 'user/request_follow', follow)).toMatchObject({
      message: 'Richiesta di follow inviata',
      follow_status: 'pending',
    })
    expect(await post(giulia, 'user/unfollow', follow)).toMatchObject({ message: 'Richiesta di follow annullata' })
    await bruno.makePublic()
  })

  test('are blocked, listed and unblocked', async () => {
    const carla = await app.createUser('carla')
    const block = { blocker_id: giulia.id, blocked_id: carla.id }
    expect(await post(giulia, 'user/block_user', block)).toMatchObject({ success: true })
    const { blocked_users } = await get(giulia, 'user/get_blocked_users', { user_id: giulia.id })
    expectFields(blocked_users[0], 'id username profile_pic')
    await post(giulia, 'user/unblock_user', { user_id: giulia.id, blocked_id: carla.id })
    expect(await get(giulia, 'user/get_blocked_users', { user_id: giulia.id })).toMatchObject({ blocked_users: [] })
  })
})

describe('Places', () => {
  test('are listed around a position, as an array', async () => {
    const places = await get(giulia, 'location/get_nearby_locations', position)
    expectFields(places[0], placeFields)
  })

  test('are followed with either call, and show who follows them', async () => {
    const shown = { location_id: placeId, logged_user_id: giulia.id }
    expectFields(
      await post(giulia, 'location/follow_location', { user_id: giulia.id, location_id: placeId }),
      'message is_followed',
    )
    const { location } = await get(giulia, 'places/get_location', shown)
    expectFields(
      location,
      'id location_name image latitude longitude followers_count spotted_confirmed_count is_followed posts',
    )
    expect(location).toMatchObject({ is_followed: true, followers_count: 1 })
    const { followers } = await get(giulia, 'places/get_location_followers', shown)
    expectFields(followers[0], listedUserFields)
    const followed = { user_id: giulia.id, logged_user_id: giulia.id }
    const reply = await get(giulia, 'user/get_followed_locations', followed)
    expect(reply).toMatchObject({ success: true, locations: [{ id: placeId, name: 'Piazza del Duomo' }] })
    const place = { user_id: giulia.id, place_id: placeId }
    expect(await post(giulia, 'places/unfollow', place)).toMatchObject({ success: true, followers_count: 0 })
    expect(await post(giulia, 'places/unfollow', place)).toMatchObject({ success: true, followers_count: 0 })
    expect(await post(giulia, 'places/follow', place)).toMatchObject({ success: true, followers_count: 1 })
  })

  test('and people are found by words, and suggested', async () => {
    const { success, results } = await get(giulia, 'searches/search', { q: 'duomo', user_id: giulia.id, ...position })
    expect(success).toBe(true)
    const found = results.find(({ type }: { type: string }) => type === 'location')
    expectFields(found, 'type id location_name image')
    const people = await get(giulia, 'searches/search', { q: 'bruno', user_id: giulia.id, ...position })
    expectFields(people.results[0], 'type id username profile_pic')
    const suggested = await get(giulia, 'searches/get_suggestions', { user_id: giulia.id, ...position, limit: 5 })
    expect(suggested.success).toBe(true)
    expect(suggested.suggestions.length).toBeLessThanOrEqual(5)
  })
})

describe('Posts', () => {
  test('are published with a picture as a data URL, and come in pages of ten', async () => {
    await createSpot(giulia, 'Con foto', await createPhoto(40, 40))
    for (let count = 0; count < 10; count++) await createSpot(giulia, `Senza foto ${count}`)
    const query = { user_id: bruno.id, ...position }
    const first = await get(bruno, 'feed/get_feed', query)
    expect(first).toMatchObject({ has_more: true, posts: expect.any(Array) as unknown })
    expect(first.posts).toHaveLength(10)
    expectFields(first.posts[0], postFields)
    expect(first.posts[0]).toMatchObject({ privacy: 'public', video_url: null, user_spotted_status: null })
    const next = await get(bruno, 'feed/get_feed', { ...query, offset: 10, limit: 10 })
    expect(next.posts[0]).toMatchObject({ text: 'Con foto', image_url: expect.stringContaining('.webp') as unknown })
  })

  test('are liked and deleted', async () => {
    const post_id = await createSpot(giulia, 'Da cancellare')
    const like = { user_id: bruno.id, post_id }
    expect(await post(bruno, 'posts/like_post', like)).toMatchObject({ message: 'Like aggiunto' })
    const { success, likes } = await get(giulia, 'posts/get_likes', { post_id, user_id: giulia.id })
    expect(success).toBe(true)
    expectFields(likes[0], 'id username profile_pic is_followed follow_status')
    expect(await post(bruno, 'posts/like_post', like)).toMatchObject({ message: 'Like rimosso' })
    await post(giulia, 'posts/delete_post', { post_id })
    expect((await giulia.request(`/api/posts/get_likes.php?post_id=${post_id}`)).status).toBe(404)
  })

  test('have comments, which are liked and deleted', async () => {
    const post_id = await createSpot(giulia, 'Con commenti')
    expectFields(
      await post(bruno, 'posts/add_comment', { post_id, user_id: bruno.id, text: 'Anch’io!' }),
      'success message',
    )
    const { success, comments } = await get(giulia, 'posts/get_comments', { post_id, user_id: giulia.id })
    expect(success).toBe(true)
    expectFields(comments[0], commentFields)
    const comment_id = comments[0].id
    expect(await post(giulia, 'posts/like_comment', { user_id: giulia.id, comment_id })).toMatchObject({
      message: 'Like aggiunto',
    })
    expect(await post(bruno, 'posts/delete_comment', { comment_id, user_id: bruno.id })).toMatchObject({
      message: 'Commento rimosso',
    })
  })

  test('are Spotted: asked, confirmed with a multipart form, taken back and withdrawn', async () => {
    const post_id = await createSpot(giulia, 'A te col cappotto rosso')
    const request = { user_id: bruno.id, post_id }
    expect(await post(bruno, 'spotted/request_spotted', request)).toMatchObject({ user_spotted_status: 'pending' })
    const { success, requests } = await get(giulia, 'spotted/get_spotted_requests', { post_id, user_id: giulia.id })
    expect(success).toBe(true)
    expectFields(requests[0], 'id request_id requester_id username profile_pic request_status post_owner_id')
    const answer = { request_id: requests[0].request_id, user_id: giulia.id }
    const answerWith = (status: string) =>
      postForm(giulia, 'spotted/update_spotted_request_status', { ...answer, status })
    expect(await answerWith('confirmed')).toMatchObject({ success: true })
    const spotted = await get(giulia, 'user/get_spotted_posts', { user_id: bruno.id, logged_user_id: giulia.id })
    expect(spotted).toMatchObject({ spotted_posts: [{ id: post_id }] })
    const here = await get(giulia, 'places/get_location_spotted_posts', {
      location_id: placeId,
      logged_user_id: giulia.id,
    })
    expect(here).toMatchObject({ spotted_posts: [{ id: post_id }] })
    expect(await answerWith('pending')).toMatchObject({ success: true })
    expect(await post(bruno, 'spotted/request_spotted', request)).toMatchObject({ user_spotted_status: null })
  })
})

test('Stories are read, marked as viewed, liked and deleted', async () => {
  const { story } = await giulia.callOk('createStory', { image: await createPhoto(40, 40), location_id: placeId })
  const story_id = story.id
  const query = { user_id: giulia.id, viewer_id: bruno.id }
  const unseen = await get(bruno, 'stories/get_user_stories', query)
  expect(unseen).toMatchObject({ success: true, start_index: 0, has_unread: true })
  expectFields(unseen.stories[0], storyFields)
  await post(bruno, 'stories/mark_story_viewed', { user_id: bruno.id, story_id })
  expect(await get(bruno, 'stories/get_user_stories', query)).toMatchObject({ has_unread: false })
  await post(bruno, 'stories/like_story', { user_id: bruno.id, story_id, action: 'like' })
  const likes = { story_id, user_id: giulia.id }
  expect(await get(giulia, 'stories/get_story_likes', likes)).toMatchObject({ total_likes: 1 })
  const list = await get(giulia, 'stories/get_story_likes_list', likes)
  expect(list.success).toBe(true)
  expectFields(list.likes[0], listedUserFields)
  await post(bruno, 'stories/like_story', { user_id: bruno.id, story_id, action: 'remove' })
  expect(await get(giulia, 'stories/get_story_likes', likes)).toMatchObject({ total_likes: 0 })
  await post(giulia, 'stories/delete_story', { user_id: giulia.id, story_id })
  expect(await get(bruno, 'stories/get_user_stories', query)).toMatchObject({ stories: [] })
})
