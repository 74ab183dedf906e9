import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Story } from '#contract/stories.ts'
import { createPictureStore } from '#server/media/media.actions.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'
import { deleteExpiredStories } from './stories.actions.ts'

let app: TestApp
let alice: TestUser
let bruno: TestUser
let image: string
let count = 0
beforeAll(async () => {
  app = await createTestApp()
  image = await createPhoto()
})
afterAll(() => app.close())

async function twoPeople(): Promise<void> {
  count++
  alice = await app.createUser(`alice${count}`)
  bruno = await app.createUser(`bruno${count}`)
}

const tells = async (person: TestUser): Promise<Story> => (await person.callOk('createStory', { image })).story
const storiesOf = (person: TestUser, viewer: TestUser) => viewer.callOk('getUserStories', { user_id: person.id })
const filesOf = async ({ media_url }: Story) =>
  (await readdir(app.folders.media)).filter((file) => file.startsWith(path.basename(media_url).slice(0, 24)))
/** 24 hours later, for these stories. */
const letExpire = (...stories: Story[]) =>
  app.db
    .updateTable('stories')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where(
      'id',
      'in',
      stories.map(({ id }) => id),
    )
    .execute()

test('Alice tells a story at a place; it lives 24 hours', async () => {
  await twoPeople()
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

test.each(['', '0', null])('A story needs no place: %j says none', async (location_id) => {
  await twoPeople()
  const { story } = await alice.callOk('createStory', { image, location_id: location_id as number | null })
  expect(story).toMatchObject({ location_id: null, location_name: null })
})

test('A client may publish a story as a file', async () => {
  await twoPeople()
  const form = new FormData()
  form.append('image', new Blob([Buffer.from(image.split(',')[1] ?? '', 'base64')], { type: 'image/jpeg' }), 'foto.jpg')
  const response = await alice.request('/api/stories/create_story.php', { method: 'POST', body: form })
  expect(response.status).toBe(200)
  expect(((await response.json()) as { story: Story }).story.media_width).toBe(800)
})

test.each([
  ['no picture', { image: undefined as unknown as string }, 400, 'Scegli una foto per la storia.'],
  ['an empty picture', { image: '' }, 400, 'Scegli una foto per la storia.'],
  [
    'a file that is no image',
    { image: 'data:image/png;base64,bm9uIHVuYSBmb3Rv' },
    415,
    'Questo file non è un’immagine che si possa leggere. Prova con una foto JPEG, PNG o WebP.',
  ],
  ['a place that does not exist', { location_id: 999_999_999 }, 404, 'Il luogo scelto non esiste più.'],
  ['somebody else’s name', { user_id: 1_000_000 }, 403, 'Non puoi agire al posto di un altro utente.'],
])('A story with %s is refused in one sentence, and leaves no file', async (_case, field, status, error) => {
  await twoPeople()
  const before = await readdir(app.folders.media)
  expect(await alice.call('createStory', { image, ...field })).toMatchObject({
    status,
    body: { success: false, error },
  })
  expect(await readdir(app.folders.media)).toEqual(before)
})

test('Nobody has more than a hundred live stories, also when three come at once', async () => {
  await twoPeople()
  await sql`
    WITH pictures AS (INSERT INTO media (name, width, height, thumbhash) SELECT 'tempesta' || n, 1, 1, '' FROM generate_series(1, 99) n RETURNING id)
    INSERT INTO stories (author_id, media_id) SELECT ${alice.id}, id FROM pictures`.execute(app.db)
  const before = (await readdir(app.folders.media)).length
  const replies = await Promise.all([1, 2, 3].map(() => alice.call('createStory', { image })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(replies.find(({ status }) => status === 409)?.body.error).toBe(
    'Hai già 100 storie attive: elimina una di quelle, oppure aspetta che scada.',
  )
  expect(await readdir(app.folders.media)).toHaveLength(before + 3) // three widths of the one that was taken
  expect((await storiesOf(alice, bruno)).stories).toHaveLength(100)
})

test('Bruno goes on at the first story that he has not seen', async () => {
  await twoPeople()
  expect(await storiesOf(alice, bruno)).toEqual({ success: true, stories: [], start_index: 0, has_unread: false })
  const told = [await tells(alice), await tells(alice), await tells(alice)]
  const ids = told.map(({ id }) => id)
  expect(await storiesOf(alice, bruno)).toMatchObject({
    stories: ids.map((id) => ({ id, is_seen: false })),
    start_index: 0,
    has_unread: true,
  })

  expect(await bruno.callOk('markStoryViewed', { user_id: bruno.id, story_id: ids[0]! })).toEqual({
    success: true,
    message: 'Storia vista',
  })
  await bruno.callOk('markStoryViewed', { story_id: ids[0]! })
  expect(await storiesOf(alice, bruno)).toMatchObject({
    stories: [{ is_seen: true }, { is_seen: false }, { is_seen: false }],
    start_index: 1,
    has_unread: true,
  })
  expect((await alice.callOk('getStoryRings', { user_ids: `${alice.id}` })).rings).toEqual([
    { user_id: alice.id, has_unread: true },
  ])

  for (const id of ids) await bruno.callOk('markStoryViewed', { story_id: id })
  expect(await storiesOf(alice, bruno)).toMatchObject({ start_index: 0, has_unread: false })
  expect((await bruno.callOk('getStoryRings', { user_ids: `${alice.id}` })).rings).toEqual([
    { user_id: alice.id, has_unread: false },
  ])
})

test('One’s own story counts as seen once one has looked at it', async () => {
  await twoPeople()
  const story = await tells(alice)
  expect((await storiesOf(alice, alice)).has_unread).toBe(true)
  await alice.callOk('markStoryViewed', { story_id: story.id })
  expect((await storiesOf(alice, alice)).has_unread).toBe(false)
})

test('Bruno likes a story and takes it back; saying it twice changes nothing', async () => {
  await twoPeople()
  const { id } = await tells(alice)
  const liked = { success: true, message: 'Like aggiunto', total_likes: 1, user_liked: true }
  const removed = { success: true, message: 'Like rimosso', total_likes: 0, user_liked: false }
  for (let time = 1; time <= 2; time++)
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
        profile_pic: null,
        is_followed: false,
        follow_status: null,
        profile_visibility: 'public',
      },
    ],
  })
  for (let time = 1; time <= 2; time++)
    expect(await bruno.callOk('likeStory', { story_id: id, action: 'remove' })).toEqual(removed)
  expect((await alice.callOk('getStoryLikesList', { story_id: id })).likes).toEqual([])
  expect((await bruno.call('likeStory', { story_id: id, action: 'toggle' as 'like' })).status).toBe(400)
})

test('After a storm of likes the counter equals the rows', async () => {
  await twoPeople()
  const { id } = await tells(alice)
  const crowd = await Promise.all([1, 2, 3, 4].map((at) => app.createUser(`folla${count}_${at}`)))
  await Promise.all(
    crowd.flatMap((person) =>
      Array.from({ length: 9 }, (_, at) =>
        person.callOk('likeStory', { story_id: id, action: at % 2 ? 'remove' : 'like' }),
      ),
    ),
  )
  await expectCountersToMatchRows(app.db)
  for (const person of crowd) await person.callOk('likeStory', { story_id: id, action: 'like' })
  expect((await alice.callOk('getStoryLikes', { story_id: id })).total_likes).toBe(4)
  const first = await alice.callOk('getStoryLikesList', { story_id: id, limit: 3 })
  const second = await alice.callOk('getStoryLikesList', { story_id: id, limit: 3, cursor: first.next_cursor ?? '' })
  expect(new Set([...first.likes, ...second.likes].map((person) => person.id))).toEqual(
    new Set(crowd.map((person) => person.id)),
  )
  expect(second.next_cursor).toBeNull()
})

test('Alice deletes her story with its picture, likes and views; Bruno cannot', async () => {
  await twoPeople()
  const story = await tells(alice)
  await bruno.callOk('likeStory', { story_id: story.id, action: 'like' })
  await bruno.callOk('markStoryViewed', { story_id: story.id })
  expect(await filesOf(story)).toHaveLength(3)
  expect(await bruno.call('deleteStory', { story_id: story.id })).toMatchObject({
    status: 403,
    body: { error: 'Puoi eliminare solo le tue storie.' },
  })
  expect(await alice.callOk('deleteStory', { user_id: alice.id, story_id: story.id })).toEqual({
    success: true,
    message: 'Storia eliminata',
  })
  expect(await filesOf(story)).toEqual([])
  expect((await alice.call('deleteStory', { story_id: story.id })).status).toBe(404)
  for (const table of ['story_likes', 'story_views'] as const) {
    expect(await app.db.selectFrom(table).select('story_id').where('story_id', '=', story.id).execute()).toEqual([])
  }
})

describe('What has expired', () => {
  test('is shown by no call, and cannot be liked, seen, reported or deleted any more', async () => {
    await twoPeople()
    await bruno.follow(alice)
    const story = await tells(alice)
    const kept = await tells(bruno)
    await letExpire(story)
    expect((await storiesOf(alice, bruno)).stories).toEqual([])
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
    expect((await bruno.call('getStoryLikes', { story_id: kept.id })).status).toBe(200)
  })

  test('is deleted with its files, once, also by two servers; what lives stays, and so does a report of its author', async () => {
    await twoPeople()
    const pictures = await createPictureStore(app.folders.media)
    const gone = [await tells(alice), await tells(alice), await tells(bruno)]
    const kept = await tells(alice)
    for (const story_id of [gone[0]!.id, gone[1]!.id]) await bruno.callOk('likeStory', { story_id, action: 'like' })
    // Who tells of the likes holds the stories for a moment, and what is held is left for another time.
    const told = async () =>
      (await alice.callOk('getNotifications', {})).notifications.filter(({ kind }) => kind === 'story_like').length
    await expect.poll(told, { timeout: 10_000 }).toBe(2)
    await bruno.callOk('report', { target_type: 'user', target_id: alice.id, reason: 'spam' })
    await deleteExpiredStories(app.db, pictures)
    await letExpire(...gone)
    const deleted = await Promise.all([deleteExpiredStories(app.db, pictures), deleteExpiredStories(app.db, pictures)])
    expect(deleted[0] + deleted[1]).toBe(3)
    expect(await deleteExpiredStories(app.db, pictures)).toBe(0)
    for (const story of gone) expect(await filesOf(story)).toEqual([])
    expect(await filesOf(kept)).toHaveLength(3)
    expect((await storiesOf(alice, bruno)).stories.map(({ id }) => id)).toEqual([kept.id])
    const reports = await app.db
      .selectFrom('reports')
      .select(['reported_user_id', 'story_id'])
      .where('reporter_id', '=', bruno.id)
      .orderBy('id')
      .execute()
    expect(reports).toEqual([{ reported_user_id: alice.id, story_id: null }])
  })

  test('is deleted by a job', async () => {
    await twoPeople()
    const gone = await tells(alice)
    await letExpire(gone)
    await app.jobs.add(app.db, 'expireStories', {})
    await expect.poll(() => filesOf(gone), { timeout: 15_000 }).toEqual([])
  })
})

test('The row shows oneself first, then who has something unseen, then the newest; it pages without a gap', async () => {
  await twoPeople()
  const [carla, dino, elena] = [
    await app.createUser(`carla${count}`),
    await app.createUser(`dino${count}`),
    await app.createUser(`elena${count}`),
  ]
  const stranger = await app.createUser(`estraneo${count}`)
  for (const person of [alice, carla, dino, elena]) await bruno.follow(person)
  expect(await bruno.callOk('getFollowedStories', {})).toEqual({ success: true, users: [], next_cursor: null })
  const ofCarla = await tells(carla)
  for (const person of [dino, alice, stranger, bruno]) await tells(person)
  await bruno.callOk('markStoryViewed', { story_id: ofCarla.id })
  const names = ({ users }: { users: { username: string; has_unread: boolean }[] }) =>
    users.map(({ username, has_unread }) => `${username}${has_unread ? '*' : ''}`)
  const expected = [`${bruno.username}*`, `${alice.username}*`, `dino${count}*`, `carla${count}`]
  expect(names(await bruno.callOk('getFollowedStories', { user_id: bruno.id }))).toEqual(expected)
  const first = await bruno.callOk('getFollowedStories', { limit: 2 })
  const second = await bruno.callOk('getFollowedStories', { limit: 2, cursor: first.next_cursor ?? '' })
  expect([...names(first), ...names(second)]).toEqual(expected)
  expect(second.next_cursor).toBeNull()
  expect((await bruno.call('getFollowedStories', { cursor: 'boh' })).status).toBe(400)
})

test('A story of Alice’s private account is for those she accepted; a block hides it from them too', async () => {
  await twoPeople()
  await bruno.follow(alice)
  const carla = await app.createUser(`carla${count}`)
  const { id } = await tells(alice)
  await alice.makePrivate()
  expect((await storiesOf(alice, bruno)).stories).toHaveLength(1)
  expect((await storiesOf(alice, alice)).stories).toHaveLength(1)
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

test.each([
  ['nobody', ''],
  ['no numbers', 'a,b'],
  ['a gap', '1,,2'],
  ['more than fifty people', Array.from({ length: 51 }, (_, at) => at + 1).join(',')],
])('Rings of %s are refused', async (_case, user_ids) => {
  expect(await alice.call('getStoryRings', { user_ids })).toMatchObject({
    status: 400,
    body: { error: 'Il campo «user_ids» non è valido.' },
  })
})

test('Who is not signed in sees no stories', async () => {
  const visitor = app.createVisitor()
  expect((await visitor.call('getUserStories', { user_id: alice.id })).status).toBe(401)
  expect((await visitor.call('getStoryRings', { user_ids: `${alice.id}` })).status).toBe(401)
  expect((await visitor.call('createStory', { image })).status).toBe(401)
})
