import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import path from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '#contract/call-paths.ts'
import type { Post } from '#contract/posts.ts'
import { exportText } from '#server/auth/export.text.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useNewUsers, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { createVideo, videoDataUrl } from '#server/testing/fixtures/videos.ts'
import { sql } from '#server/testing/sql.ts'
import { purgeUploads } from './uploads.actions.ts'

const app = useTestApp()
const [bruno, marta] = useUsers(app, 'bruno', 'marta')
const [anna, fabio] = useNewUsers(app, 'anna', 'fabio')
let cover: string
beforeAll(async () => {
  cover = await createPhoto(320, 180)
  await marta.makeModerator()
})

const upload = async (person: TestUser) => {
  const video = videoDataUrl(await createVideo())
  return (await person.callOk('uploadVideo', { video, image: cover, image_alt: 'Un tram' })).picture_id
}
const publish = async (person: TestUser, fields: object = {}) =>
  person.createPost('Guardate', { ...fields, picture_ids: String(await upload(person)) })

const urlOf = (post: Pick<Post, 'video_url'>) => {
  if (post.video_url === null) throw new Error('has no video')
  return post.video_url
}
const nameOf = (url: string) => path.basename(url).slice(0, 24)
const filesOf = async (url: string) =>
  (await readdir(app.folders.media)).filter((file) => file.startsWith(nameOf(url))).toSorted()
const fetchBytes = async (person: TestUser, url: string) => Buffer.from(await (await person.request(url)).arrayBuffer())

test('Anna’s video is shown wherever her post is, with its cover, its description and its sound', async () => {
  const post = await publish(anna)
  expect(post).toMatchObject({
    image_url: expect.stringMatching(/^\/media\/[\w-]{24}-1280\.webp$/),
    image_width: 320,
    image_height: 180,
    image_alt: 'Un tram',
    more_images: [],
    video_url: expect.stringMatching(/^\/media\/[\w-]{24}\.mp4$/),
  })
  expect(await filesOf(urlOf(post))).toHaveLength(4)
  const near = { lat: post.location_latitude, lon: post.location_longitude }
  const lists = [
    (await bruno.callOk('getFeed', near)).posts,
    (await bruno.callOk('getProfile', { user_id: anna.id })).posts,
    (await bruno.callOk('getLocation', { location_id: post.location_id })).location.posts,
    [(await bruno.callOk('getPost', { post_id: post.id })).post],
  ]
  for (const posts of lists) expect(posts.find(({ id }) => id === post.id)).toMatchObject({ video_url: post.video_url })
  const photo = await anna.createPost('Foto', { image: cover, location_id: post.location_id })
  expect(photo.video_url).toBeNull()
  const { photos } = (await bruno.callOk('getLocation', { location_id: post.location_id })).location
  expect(photos.slice(0, 2)).toMatchObject([
    { post_id: photo.id, is_video: false },
    { post_id: post.id, is_video: true },
  ])

  const input = new Input({ source: new BufferSource(await fetchBytes(bruno, urlOf(post))), formats: ALL_FORMATS })
  const tracks = await input.getTracks()
  expect(await Promise.all(tracks.map((track) => track.getCodec()))).toEqual(['avc', 'aac'])
  expect(await input.computeDuration()).toBeCloseTo(1, 1)
})

test('A form sends a video and its cover as files', async () => {
  const form = new FormData()
  form.append('video', new Blob([new Uint8Array(await createVideo())], { type: 'video/mp4' }), '../../video.php')
  form.append('image', await (await fetch(cover)).blob(), 'copertina.jpg')
  const reply = await anna.request('/api/posts/upload_video.php', { method: 'POST', body: form })
  expect([reply.status, await reply.json()]).toEqual([200, { success: true, picture_id: expect.any(Number) }])
})

describe('A browser gets a video', () => {
  const rangeOf = async (url: string, range: string, method = 'GET') => {
    const reply = await bruno.request(url, { method, headers: { range } })
    return { status: reply.status, range: reply.headers.get('content-range'), bytes: await reply.arrayBuffer() }
  }

  test('in parts, and learns its type and size before', async () => {
    const url = urlOf(await publish(anna))
    const whole = await fetchBytes(bruno, url)
    expect(whole.toString('latin1', 4, 8)).toBe('ftyp')
    expect(whole.indexOf('moov')).toBeLessThan(whole.indexOf('mdat'))
    const part = await rangeOf(url, 'bytes=100-199')
    expect([part.status, part.range]).toEqual([206, `bytes 100-199/${whole.length}`])
    expect(Buffer.from(part.bytes)).toEqual(whole.subarray(100, 200))
    expect((await rangeOf(url, `bytes=${whole.length}-`)).status).toBe(416)

    const { status, headers } = await bruno.request(url, { method: 'HEAD' })
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(whole.length),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=120',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("media-src 'self' blob:"),
      etag: expect.stringMatching(/./),
    })
  })

  test('that Anna shows to her followers as one of them, and keeps no copy', async () => {
    await fabio.follow(anna)
    const post = await publish(anna, { privacy: 'followers' })
    const reply = await fabio.request(urlOf(post))
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect((await bruno.request(urlOf(post), { headers: { range: 'bytes=0-1' } })).status).toBe(404)
  })
})

describe('A video is nobody’s to see', () => {
  const statusFor = async (person: Pick<TestUser, 'request'>, url: string) => (await person.request(url)).status

  test('but its author’s and followers’, once the author is private', async () => {
    await fabio.follow(anna)
    const url = urlOf(await publish(anna))
    expect(await statusFor(app.createVisitor(), url)).toBe(200)
    await anna.makePrivate()
    const people = [anna, fabio, bruno, app.createVisitor()]
    expect(await Promise.all(people.map((person) => statusFor(person, url)))).toEqual([200, 200, 404, 404])
  })

  test('whom the author has blocked', async () => {
    const url = urlOf(await publish(anna, { privacy: 'followers' }))
    await fabio.follow(anna)
    expect(await statusFor(fabio, url)).toBe(200)
    await anna.block(fabio)
    expect(await statusFor(fabio, url)).toBe(404)
  })

  test('when its post is deleted: all four files go', async () => {
    const post = await publish(anna)
    await anna.callOk('deletePost', { post_id: post.id })
    expect(await statusFor(anna, urlOf(post))).toBe(404)
    expect(await filesOf(urlOf(post))).toEqual([])
  })

  test('when its author has deleted the account', async () => {
    const post = await publish(anna)
    await anna.callOk('deleteAccount', { password })
    await expect.poll(() => filesOf(urlOf(post))).toEqual([])
  })

  test('while it waits for a post, and a day later it is gone', async () => {
    const id = await upload(anna)
    const { name } = await sql<{ name: string }>`SELECT name FROM media WHERE id = ${id}`.one(app.db)
    expect(await statusFor(anna, `/media/${name}.mp4`)).toBe(404)
    expect(await filesOf(name)).toHaveLength(4)
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
    await sql`UPDATE picture_uploads SET created_at = ${yesterday} WHERE media_id = ${id}`.execute(app.db)
    await purgeUploads(app.db, app.pictures)
    expect(await filesOf(name)).toEqual([])
  })
})

test('A moderator sees the video that Bruno has reported, although it is for followers', async () => {
  const post = await publish(anna, { privacy: 'followers' })
  await fabio.follow(anna)
  await fabio.callOk('report', { target_type: 'post', target_id: post.id, reason: 'violence' })
  const { reports } = await marta.callOk('getReports', { state: 'open' })
  const content = reports.find((report) => report.target_id === post.id)?.content
  expect(content).toMatchObject({ video_url: post.video_url })
  expect((await marta.request(urlOf(post))).status).toBe(200)
})

test('A video stands alone: beside photos, or another video, nothing is published and nothing is lost', async () => {
  const [video, other] = [await upload(anna), await upload(anna)]
  const { picture_id: photo } = await anna.callOk('uploadPicture', { image: cover })
  const location_id = await app.findPlaceId('Milano')
  const files = (await readdir(app.folders.media)).length
  for (const fields of [
    { picture_ids: `${video},${photo}` },
    { picture_ids: `${photo},${video}` },
    { picture_ids: `${video},${other}` },
    { picture_ids: String(video), image: cover },
  ])
    expect(await anna.call('createSpot', { text: 'Tutto', location_id, ...fields })).toMatchObject({
      status: 400,
      body: { error: 'Un video sta da solo: togli le foto, o il video.' },
    })
  expect((await readdir(app.folders.media)).length).toBe(files)
  expect((await anna.createPost('Solo', { picture_ids: String(video) })).video_url).not.toBeNull()
})

test('Anna’s export contains her video beside its cover', async () => {
  const post = await publish(anna)
  const waiting = await upload(anna)
  const { url } = await anna.callOk('exportAccount', { password })
  const files = unzipSync(new Uint8Array(await (await anna.request(url)).arrayBuffer()))
  const name = nameOf(urlOf(post))
  expect(Buffer.from(files[exportText.videoFile(name)]!)).toEqual(await fetchBytes(anna, urlOf(post)))
  expect(files[exportText.pictureFile(name)]).toBeDefined()
  const [exported] = JSON.parse(strFromU8(files[exportText.files.posts]!)) as { video: string }[]
  expect(exported?.video).toBe(name)
  const other = await sql<{ name: string }>`SELECT name FROM media WHERE id = ${waiting}`.one(app.db)
  expect(Object.keys(files).filter((file) => file.endsWith('.mp4'))).toHaveLength(2)
  expect(files[exportText.videoFile(other.name)]).toBeDefined()
})

test('The body of somebody who is not signed in is not waited for', async () => {
  const { url } = addressOf('uploadVideo')
  const headers = { 'content-type': 'application/json', 'content-length': 40_000_000, cookie: '__Host-sid=nobody' }
  const upload = request(new URL(url, app.url), { method: 'POST', headers })
  upload.write('{')
  const [reply] = (await once(upload, 'response')) as [IncomingMessage]
  expect(reply.statusCode).toBe(401)
  upload.destroy()
})
