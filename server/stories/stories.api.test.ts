import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Story } from '#contract/stories.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useTestApp, useNewUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { deleteExpiredStories } from './stories.actions.ts'

const app = useTestApp()
const [alice, bruno] = useNewUsers(app, 'alice', 'bruno')
let image: string
beforeAll(async () => {
  image = await createPhoto()
})

const createStory = async (author: TestUser): Promise<Story> => (await author.callOk('createStory', { image })).story
const findStories = (author: TestUser, viewer: TestUser) => viewer.callOk('getUserStories', { user_id: author.id })
const findFiles = async ({ media_url }: Story) =>
  (await readdir(app.folders.media)).filter((file) => file.startsWith(path.basename(media_url).slice(0, 24)))
/** Makes stories expire. */
const expire = (...stories: Story[]) =>
  sql`UPDATE stories SET expires_at = ${new Date(Date.now() - 1)} WHERE id = ANY(${stories.map(({ id }) => id)})`.execute(
    app.db,
  )

test('Alice publishes a story at a place, which expires after 24 hours', async () => {
  const location_id = await app.findPlaceId('Piazza del Duomo', 'Milano')
  const { story } = await alice.callOk('createStory', {
    user_id: alice.id,
    image: await createPhoto(1600, 2400),
    location_id,
  })
  expect(story).toEqual({
    id: expect.any(Number),
    user_id: alice.id,
    username: alice.username,
    profile_pic: null,
    media_url: expect.stringMatching(/^\/media\/[\w-]{24}-1280\.webp$/),
    media_width: 1280,
    media_height: 1920,
    media_thumbhash: expect.any(String),
    media_alt: null,
    cover_url: null,
    media_is_silent: false,
    caption: '',
    location_id,
    location_name: 'Piazza del Duomo',
    created_at: expect.any(String),
    expires_at: expect.any(String),
    is_seen: false,
    likes_count: 0,
    user_liked: false,
  })
  expect(Date.parse(story.expires_at) - Date.parse(story.created_at)).toBe(24 * 60 * 60 * 1000)
  expect((await bruno.request(story.media_url)).headers.get('content-type')).toBe('image/webp')
})

test('A story whose answer was lost is sent again, even twice at once: there is one', async () => {
  const client_id = crypto.randomUUID()
  const filesBefore = (await readdir(app.folders.media)).length
  const publish = async (author: TestUser) => (await author.callOk('createStory', { image, client_id })).story
  const [one, other] = await Promise.all([publish(alice), publish(alice)])
  expect([other.id, (await publish(alice)).id]).toEqual([one.id, one.id])
  expect((await findStories(alice, bruno)).stories.map(({ id }) => id)).toEqual([one.id])
  expect((await readdir(app.folders.media)).length).toBe(filesBefore + 3)
  expect((await publish(bruno)).id).not.toBe(one.id)
})

test('A story carries a caption of up to 200 characters, which moderators read and its author takes along', async () => {
  const { story } = await alice.callOk('createStory', { image, caption: '  Alba sul Naviglio ' })
  expect(story.caption).toBe('Alba sul Naviglio')
  expect((await findStories(alice, bruno)).stories[0]?.caption).toBe('Alba sul Naviglio')
  expect(await alice.call('createStory', { image, caption: 'a'.repeat(201) })).toMatchObject({
    status: 400,
    body: { error: 'La didascalia può avere al massimo 200 caratteri.' },
  })
  await bruno.callOk('report', { target_type: 'story', target_id: story.id, reason: 'spam', text: '' })
  await bruno.makeModerator()
  const { reports } = await bruno.callOk('getReports', { state: 'open', limit: 50 })
  expect(reports.find(({ target_id }) => target_id === story.id)?.content?.text).toBe('Alba sul Naviglio')
})

test('Only the author of a story learns who has seen it: newest first, without blocked and deleted people', async () => {
  const carla = await app.createUser('carla')
  const dario = await app.createUser('dario')
  const { id: story_id } = await createStory(alice)
  const viewsOf = (client: TestUser, page: object = {}) => client.call('getStoryViews', { story_id, ...page })
  const seen = async () => {
    const { views_count, viewers } = await alice.callOk('getStoryViews', { story_id })
    return [views_count, ...viewers.map(({ id }) => id)]
  }
  expect(await seen()).toEqual([0])
  for (const person of [bruno, alice, carla, dario, bruno]) await person.callOk('markStoryViewed', { story_id })
  expect(await seen()).toEqual([3, dario.id, carla.id, bruno.id])
  const first = await alice.callOk('getStoryViews', { story_id, limit: 2 })
  const rest = await alice.callOk('getStoryViews', { story_id, limit: 2, cursor: first.next_cursor! })
  expect([...first.viewers, ...rest.viewers].map(({ id }) => id)).toEqual([dario.id, carla.id, bruno.id])
  expect(rest.next_cursor).toBeNull()

  const missing = await alice.call('getStoryViews', { story_id: 999_999_999 })
  expect(missing.status).toBe(404)
  expect(await viewsOf(bruno)).toEqual(missing)
  await bruno.makeModerator()
  expect(await viewsOf(bruno)).toEqual(missing)
  await carla.block(alice)
  expect(await seen()).toEqual([2, dario.id, bruno.id])
  await dario.callOk('deleteAccount', { password })
  expect(await seen()).toEqual([1, bruno.id])
  await sql`UPDATE users SET suspended_at = ${new Date()} WHERE id = ${bruno.id}`.execute(app.db)
  expect(await seen()).toEqual([0])
  await sql`UPDATE stories SET expires_at = ${new Date(Date.now() - 1)} WHERE id = ${story_id}`.execute(app.db)
  expect((await viewsOf(alice)).status).toBe(404)
  await deleteExpiredStories(app.db, app.pictures)
  expect(await sql`SELECT * FROM story_views WHERE story_id = ${story_id}`.all(app.db)).toEqual([])
})

test.each(['', '0', null])('A story is published without a place for location_id %j', async (location_id) => {
  const { story } = await alice.callOk('createStory', { image, location_id: location_id as number | null })
  expect(story).toMatchObject({ location_id: null, location_name: null })
})

test('A client may publish a story as a file', async () => {
  const form = new FormData()
  form.append('image', new Blob([Buffer.from(image.split(',')[1] ?? '', 'base64')], { type: 'image/jpeg' }), 'foto.jpg')
  const response = await alice.request('/api/stories/create_story.php', { method: 'POST', body: form })
  expect(response.status).toBe(200)
  expect(((await response.json()) as { story: Story }).story.media_width).toBe(160)
})

test.each([
  [
    'an invalid image',
    { image: 'data:image/png;base64,bm9uIHVuYSBmb3Rv' },
    415,
    'Questo file non è un’immagine che si possa leggere. Prova con una foto JPEG, PNG o WebP.',
  ],
  ['a place that does not exist', { location_id: 999_999_999 }, 404, 'Il luogo scelto non esiste più.'],
])('A story with %s is refused in one sentence, and leaves no file', async (_case, field, status, error) => {
  const before = await readdir(app.folders.media)
  expect(await alice.call('createStory', { image, ...field })).toMatchObject({
    status,
    body: { success: false, error },
  })
  expect(await readdir(app.folders.media)).toEqual(before)
})

test('An account has at most a hundred live stories, also when three are published at once', async () => {
  await sql`
    WITH pictures AS (
      INSERT INTO media (name, width, height, thumbhash)
      SELECT 'tempesta' || n, 1, 1, '' FROM generate_series(1, 99) n RETURNING id
    )
    INSERT INTO stories (author_id, media_id) SELECT ${alice.id}, id FROM pictures`.execute(app.db)
  const before = (await readdir(app.folders.media)).length
  const replies = await Promise.all([1, 2, 3].map(() => alice.call('createStory', { image })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(replies.find(({ status }) => status === 409)?.body.error).toBe(
    'Hai già 100 storie attive: elimina una di quelle, oppure aspetta che scada.',
  )
  expect(await readdir(app.folders.media)).toHaveLength(before + 3) // three widths of the accepted one
  expect((await findStories(alice, bruno)).stories).toHaveLength(100)
})

test('Alice’s stories open at the first that Bruno has not seen', async () => {
  expect(await findStories(alice, bruno)).toEqual({ success: true, stories: [], start_index: 0, has_unread: false })
  const stories = [await createStory(alice), await createStory(alice), await createStory(alice)]
  const ids = stories.map(({ id }) => id)
  expect(await findStories(alice, bruno)).toMatchObject({
    stories: ids.map((id) => ({ id, is_seen: false })),
    start_index: 0,
    has_unread: true,
  })

  expect(await bruno.callOk('markStoryViewed', { user_id: bruno.id, story_id: ids[0]! })).toEqual({
    success: true,
    message: 'Storia vista',
  })
  await bruno.callOk('markStoryViewed', { story_id: ids[0]! })
  expect(await findStories(alice, bruno)).toMatchObject({
    stories: [{ is_seen: true }, { is_seen: false }, { is_seen: false }],
    start_index: 1,
    has_unread: true,
  })
  expect((await alice.callOk('getStoryRings', { user_ids: `${alice.id}` })).rings).toEqual([
    { user_id: alice.id, has_unread: true },
  ])

  for (const id of ids) await bruno.callOk('markStoryViewed', { story_id: id })
  expect(await findStories(alice, bruno)).toMatchObject({ start_index: 0, has_unread: false })
  expect((await bruno.callOk('getStoryRings', { user_ids: `${alice.id}` })).rings).toEqual([
    { user_id: alice.id, has_unread: false },
  ])
})

test('Alice’s own story counts as seen once she has viewed it', async () => {
  const story = await createStory(alice)
  expect((await findStories(alice, alice)).has_unread).toBe(true)
  await alice.callOk('markStoryViewed', { story_id: story.id })
  expect((await findStories(alice, alice)).has_unread).toBe(false)
})

test('Bruno likes a story and removes the like; repeating either changes nothing', async () => {
  const { id } = await createStory(alice)
  const liked = { success: true, message: 'Like aggiunto', total_likes: 1, user_liked: true }
  const removed = { success: true, message: 'Like rimosso', total_likes: 0, user_liked: false }
  for (let n = 1; n <= 2; n++)
    expect(await bruno.callOk('likeStory', { user_id: bruno.id, story_id: id, action: 'like' })).toEqual(liked)
  expect(await bruno.callOk('getStoryLikes', { user_id: bruno.id, story_id: id })).toEqual({
    success: true,
    total_likes: 1,
    user_liked: true,
  })
  expect(await alice.callOk('getStoryLikes', { story_id: id })).toEqual({
    success: true,
    total_likes: 1,
    user_liked: false,
  })
  expect(await alice.callOk('getStoryLikesList', { story_id: id })).toEqual({
    success: true,
    next_cursor: null,
    likes: [
      {
        id: bruno.id,
        username: bruno.username,
        display_name: null,
        profile_pic: null,
        is_followed: false,
        follow_status: null,
        profile_visibility: 'public',
      },
    ],
  })
  for (let n = 1; n <= 2; n++)
    expect(await bruno.callOk('likeStory', { story_id: id, action: 'remove' })).toEqual(removed)
  expect((await alice.callOk('getStoryLikesList', { story_id: id })).likes).toEqual([])
  expect((await bruno.call('likeStory', { story_id: id, action: 'toggle' as 'like' })).status).toBe(400)
})

test('After concurrent likes the counter equals the rows', async () => {
  const { id } = await createStory(alice)
  const users = await Promise.all([1, 2, 3, 4].map((n) => app.createUser(`folla_${n}`)))
  await Promise.all(
    users.flatMap((person) =>
      Array.from({ length: 9 }, (_, index) =>
        person.callOk('likeStory', { story_id: id, action: index % 2 ? 'remove' : 'like' }),
      ),
    ),
  )
  await expectCountersToMatchRows(app.db)
  for (const person of users) await person.callOk('likeStory', { story_id: id, action: 'like' })
  expect((await alice.callOk('getStoryLikes', { story_id: id })).total_likes).toBe(4)
  const first = await alice.callOk('getStoryLikesList', { story_id: id, limit: 3 })
  const second = await alice.callOk('getStoryLikesList', { story_id: id, limit: 3, cursor: first.next_cursor ?? '' })
  expect(new Set([...first.likes, ...second.likes].map((person) => person.id))).toEqual(
    new Set(users.map((person) => person.id)),
  )
  expect(second.next_cursor).toBeNull()
})

test('Alice can delete her story with its picture, likes and views; Bruno cannot', async () => {
  const story = await createStory(alice)
  await bruno.callOk('likeStory', { story_id: story.id, action: 'like' })
  await bruno.callOk('markStoryViewed', { story_id: story.id })
  expect(await findFiles(story)).toHaveLength(3)
  expect(await bruno.call('deleteStory', { story_id: story.id })).toMatchObject({
    status: 403,
    body: { error: 'Puoi eliminare solo le tue storie.' },
  })
  expect(await alice.callOk('deleteStory', { user_id: alice.id, story_id: story.id })).toEqual({
    success: true,
    message: 'Storia eliminata',
  })
  expect(await findFiles(story)).toEqual([])
  expect((await alice.call('deleteStory', { story_id: story.id })).status).toBe(404)
  for (const table of ['story_likes', 'story_views'] as const) {
    expect(
      await sql<{ story_id: unknown }>`SELECT story_id FROM ${sql.raw(table)} WHERE story_id = ${story.id}`.all(app.db),
    ).toEqual([])
  }
})

describe('An expired story', () => {
  test('is returned by no call and cannot be liked, viewed, reported or deleted', async () => {
    await bruno.follow(alice)
    const story = await createStory(alice)
    const live = await createStory(bruno)
    await expire(story)
    expect((await findStories(alice, bruno)).stories).toEqual([])
    expect((await bruno.callOk('getStoryRings', { user_ids: `${alice.id},${bruno.id}` })).rings).toEqual([
      { user_id: bruno.id, has_unread: true },
    ])
    expect((await bruno.callOk('getFollowedStories', {})).users.map(({ id }) => id)).toEqual([bruno.id])
    const story_id = story.id
    const replies = await Promise.all([
      bruno.call('likeStory', { story_id, action: 'like' }),
      bruno.call('markStoryViewed', { story_id }),
      bruno.call('getStoryLikes', { story_id }),
      bruno.call('getStoryLikesList', { story_id }),
      alice.call('deleteStory', { story_id }),
      bruno.call('report', { target_type: 'story', target_id: story_id, reason: 'spam' }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect((await bruno.call('getStoryLikes', { story_id: live.id })).status).toBe(200)
  })

  test('is deleted once with its files, even by two servers; live stories and reports of its author stay', async () => {
    const { pictures } = app
    const expired = [await createStory(alice), await createStory(alice), await createStory(bruno)]
    const live = await createStory(alice)
    for (const story_id of [expired[0]!.id, expired[1]!.id])
      await bruno.callOk('likeStory', { story_id, action: 'like' })
    // The job that notifies about the likes locks the stories for a moment, and locked stories are skipped.
    const countNotifications = async () =>
      (await alice.callOk('getNotifications', {})).notifications.filter(({ kind }) => kind === 'story_like').length
    await expect.poll(countNotifications).toBe(2)
    await bruno.callOk('report', { target_type: 'user', target_id: alice.id, reason: 'spam' })
    await deleteExpiredStories(app.db, pictures)
    await expire(...expired)
    const deleted = await Promise.all([deleteExpiredStories(app.db, pictures), deleteExpiredStories(app.db, pictures)])
    expect(deleted[0] + deleted[1]).toBe(3)
    expect(await deleteExpiredStories(app.db, pictures)).toBe(0)
    for (const story of expired) expect(await findFiles(story)).toEqual([])
    expect(await findFiles(live)).toHaveLength(3)
    expect((await findStories(alice, bruno)).stories.map(({ id }) => id)).toEqual([live.id])
    const reports = await sql<{
      reported_user_id: number | null
      story_id: number | null
    }>`SELECT reported_user_id, story_id FROM reports WHERE reporter_id = ${bruno.id} ORDER BY id`.all(app.db)
    expect(reports).toEqual([{ reported_user_id: alice.id, story_id: null }])
  })

  test('is deleted by a job', async () => {
    const expired = await createStory(alice)
    await expire(expired)
    await app.jobs.add(app.db, 'expireStories', {})
    await expect.poll(() => findFiles(expired)).toEqual([])
  })
})

test('The row begins with the viewer, then authors with unseen stories, and pages have no gap', async () => {
  const carla = await app.createUser('carla2')
  const dino = await app.createUser('dino')
  const elena = await app.createUser('elena')
  const stranger = await app.createUser('estraneo')
  for (const person of [alice, carla, dino, elena]) await bruno.follow(person)
  expect(await bruno.callOk('getFollowedStories', {})).toEqual({ success: true, users: [], next_cursor: null })
  const carlasStory = await createStory(carla)
  for (const person of [dino, alice, stranger, bruno]) await createStory(person)
  await bruno.callOk('markStoryViewed', { story_id: carlasStory.id })
  const namesOf = ({ users }: { users: { username: string; has_unread: boolean }[] }) =>
    users.map(({ username, has_unread }) => `${username}${has_unread ? '*' : ''}`)
  const expected = [`${bruno.username}*`, `${alice.username}*`, `${dino.username}*`, carla.username]
  expect(namesOf(await bruno.callOk('getFollowedStories', { user_id: bruno.id }))).toEqual(expected)
  const first = await bruno.callOk('getFollowedStories', { limit: 2 })
  const second = await bruno.callOk('getFollowedStories', { limit: 2, cursor: first.next_cursor ?? '' })
  expect([...namesOf(first), ...namesOf(second)]).toEqual(expected)
  expect(second.next_cursor).toBeNull()
  expect((await bruno.call('getFollowedStories', { cursor: 'boh' })).status).toBe(400)
})

test('A story of Alice’s private account is visible to her followers, until one blocks her', async () => {
  await bruno.follow(alice)
  const carla = await app.createUser('carla3')
  const { id } = await createStory(alice)
  await alice.makePrivate()
  expect((await findStories(alice, bruno)).stories).toHaveLength(1)
  expect((await findStories(alice, alice)).stories).toHaveLength(1)
  expect((await carla.call('getUserStories', { user_id: alice.id })).status).toBe(404)
  expect((await carla.call('getStoryLikes', { story_id: id })).status).toBe(404)
  expect((await carla.call('deleteStory', { story_id: id })).status).toBe(404)
  expect((await carla.callOk('getStoryRings', { user_ids: `${alice.id}` })).rings).toEqual([])
  await bruno.block(alice)
  expect((await bruno.call('getUserStories', { user_id: alice.id })).status).toBe(404)
  expect((await bruno.call('likeStory', { story_id: id, action: 'like' })).status).toBe(404)
  expect((await bruno.callOk('getFollowedStories', {})).users).toEqual([])
  expect((await bruno.call('getUserStories', { user_id: 999_999_999 })).status).toBe(404)
})
