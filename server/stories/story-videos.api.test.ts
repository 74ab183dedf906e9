import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Story } from '#contract/stories.ts'
import { exportText } from '#server/auth/export.text.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useNewUsers, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { createVideo, videoDataUrl, type VideoOptions } from '#server/testing/fixtures/videos.ts'
import { sql } from '#server/testing/sql.ts'
import { deleteExpiredStories } from './stories.actions.ts'

const app = useTestApp()
const [marta] = useUsers(app, 'marta')
const [anna, bruno, fabio] = useNewUsers(app, 'anna', 'bruno', 'fabio')
let cover: string
beforeAll(async () => {
  cover = await createPhoto(320, 180)
  await marta.makeModerator()
})

const upload = async (person: TestUser, options: VideoOptions = {}) => {
  const video = videoDataUrl(await createVideo(options))
  return (await person.callOk('uploadVideo', { video, image: cover, image_alt: 'Un tram' })).picture_id
}
const publish = async (person: TestUser, options: VideoOptions = {}): Promise<Story> =>
  (await person.callOk('createStory', { picture_id: await upload(person, options) })).story
const countFiles = async () => (await readdir(app.folders.media)).length
const filesOf = async ({ media_url }: Story) =>
  (await readdir(app.folders.media)).filter((file) => file.startsWith(path.basename(media_url, '.mp4')))
const expire = ({ id }: Story) =>
  sql`UPDATE stories SET expires_at = ${new Date(Date.now() - 1)} WHERE id = ${id}`.execute(app.db)
const statusFor = async (person: Pick<TestUser, 'request'>, url: string) => (await person.request(url)).status

test('Anna films a story: Bruno gets the video, and its cover and description until it plays', async () => {
  const { id, media_url } = await publish(anna)
  const [shown] = (await bruno.callOk('getUserStories', { user_id: anna.id })).stories
  const name = path.basename(media_url, '.mp4')
  expect(shown).toMatchObject({
    id,
    media_url: `/media/${name}.mp4`,
    cover_url: `/media/${name}-1280.webp`,
    media_width: 320,
    media_height: 180,
    media_alt: 'Un tram',
    media_thumbhash: expect.stringMatching(/./),
    media_is_silent: false,
  })
  expect((await bruno.request(media_url)).headers.get('content-type')).toBe('video/mp4')
  expect((await publish(anna, { hasSound: false })).media_is_silent).toBe(true)
})

test('An uploaded photo is a story like one that comes with it, with its own description', async () => {
  const { picture_id } = await anna.callOk('uploadPicture', { image: cover, image_alt: 'Un ponte' })
  const { story } = await anna.callOk('createStory', { picture_id, image_alt: 'Altro' })
  expect(story).toMatchObject({
    media_url: expect.stringMatching(/-1280\.webp$/),
    cover_url: null,
    media_alt: 'Un ponte',
  })
})

test('A filmed story whose answer was lost is sent again, even twice at once: there is one', async () => {
  const story = { picture_id: await upload(anna), client_id: crypto.randomUUID() }
  const send = async () => (await anna.callOk('createStory', story)).story.id
  const ids = [...(await Promise.all([send(), send()])), await send()]
  expect(new Set(ids).size).toBe(1)
  expect((await anna.callOk('getUserStories', { user_id: anna.id })).stories).toHaveLength(1)
})

describe('A story is refused in one sentence, and the upload is not lost', () => {
  test('with a video of more than 30 seconds; a frame more does not matter', async () => {
    const publishOf = async (seconds: number) => {
      const picture_id = await upload(anna, { seconds, hasSound: false })
      return { picture_id, reply: await anna.call('createStory', { picture_id }) }
    }
    expect((await publishOf(30.4)).reply.status).toBe(200)
    const { picture_id, reply } = await publishOf(31)
    expect(reply).toMatchObject({
      status: 400,
      body: { error: 'Il video di una storia può durare al massimo 30 secondi.' },
    })
    expect((await anna.createPost('Allora così', { picture_ids: String(picture_id) })).video_url).not.toBeNull()
  })

  test.each([
    ['neither a picture nor a video', {}],
    ['an empty picture', { image: '', picture_id: 0 }],
  ])('with %s', async (_case, fields) => {
    expect(await anna.call('createStory', fields)).toMatchObject({
      status: 400,
      body: { error: 'Scegli una foto o un video per la storia.' },
    })
  })

  test('with both', async () => {
    const picture_id = await upload(anna)
    const before = await countFiles()
    expect(await anna.call('createStory', { picture_id, image: cover })).toMatchObject({
      status: 400,
      body: { error: 'Una storia ha una sola foto, o un solo video.' },
    })
    expect(await countFiles()).toBe(before)
    await anna.callOk('createStory', { picture_id })
  })

  test('with an upload that is published already, of somebody else, or of nobody', async () => {
    const own = await upload(anna)
    await anna.callOk('createStory', { picture_id: own })
    const others = await upload(bruno)
    for (const picture_id of [own, others, 999_999_999])
      expect(await anna.call('createStory', { picture_id })).toMatchObject({
        status: 404,
        body: { error: 'Quello che hai caricato non c’è più: sceglilo di nuovo.' },
      })
    await bruno.callOk('createStory', { picture_id: others })
  })
})

describe('The video of a story is for those who see its cover:', () => {
  const everybody = () => [anna, fabio, bruno, marta, app.createVisitor()]
  const statuses = async ({ media_url, cover_url }: Story) => {
    const [ofVideo, ofCover] = await Promise.all(
      [media_url, cover_url!].map((url) => Promise.all(everybody().map((person) => statusFor(person, url)))),
    )
    expect(ofVideo).toEqual(ofCover)
    return ofVideo
  }

  test('everybody; once Anna is private her followers, and not whom she blocks', async () => {
    await fabio.follow(anna)
    const story = await publish(anna)
    expect(await statuses(story)).toEqual([200, 200, 200, 200, 200])
    await anna.makePrivate()
    expect(await statuses(story)).toEqual([200, 200, 404, 404, 404])
    await anna.block(fabio)
    expect(await statuses(story)).toEqual([200, 404, 404, 404, 404])
  })

  test('a moderator, once it is reported, who finds it in the queue', async () => {
    await fabio.follow(anna)
    const story = await publish(anna)
    await anna.makePrivate()
    await fabio.callOk('report', { target_type: 'story', target_id: story.id, reason: 'violence' })
    expect(await statuses(story)).toEqual([200, 200, 404, 200, 404])
    const { reports } = await marta.callOk('getReports', { state: 'open', limit: 50 })
    const content = reports.find(({ target_type, target_id }) => target_type === 'story' && target_id === story.id)
    expect(content?.content).toMatchObject({ video_url: story.media_url, image_url: story.cover_url })
  })

  test('nobody, once it has expired; then all four files go', async () => {
    const story = await publish(anna)
    expect(await filesOf(story)).toHaveLength(4)
    await expire(story)
    expect(await statuses(story)).toEqual([404, 404, 404, 404, 404])
    await deleteExpiredStories(app.db, app.pictures)
    expect(await filesOf(story)).toEqual([])
  })
})

test('When Anna deletes a filmed story, all four files go', async () => {
  const story = await publish(anna)
  await anna.callOk('deleteStory', { story_id: story.id })
  expect(await filesOf(story)).toEqual([])
})

test('Anna’s export contains the video of her story beside its cover', async () => {
  const { media_url } = await publish(anna)
  const { url } = await anna.callOk('exportAccount', { password })
  const files = unzipSync(new Uint8Array(await (await anna.request(url)).arrayBuffer()))
  const name = path.basename(media_url, '.mp4')
  const [exported] = JSON.parse(strFromU8(files[exportText.files.stories]!)) as { video: string; picture: string }[]
  expect([exported?.video, exported?.picture]).toEqual([name, name])
  expect(files[exportText.videoFile(name)]).toBeDefined()
  expect(files[exportText.pictureFile(name)]).toBeDefined()
})
