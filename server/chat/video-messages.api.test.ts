import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/calls.ts'
import type { Message } from '#contract/chat.ts'
import { exportText } from '#server/auth/export.text.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useNewUsers, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { createVideo, videoDataUrl } from '#server/testing/fixtures/videos.ts'
import { sql } from '#server/testing/sql.ts'
import { pushBodyOf } from './chat.views.ts'
import { findMessagePushCandidate } from './messages.queries.ts'

const app = useTestApp()
const [carla, marta] = useUsers(app, 'carla', 'marta')
const [anna, bruno] = useNewUsers(app, 'anna', 'bruno')
let cover: string
beforeAll(async () => {
  cover = await createPhoto(320, 180)
  await marta.makeModerator()
})

async function becomeFriends() {
  await anna.follow(bruno)
  await bruno.follow(anna)
}

const upload = async (person: TestUser) => {
  const video = videoDataUrl(await createVideo())
  return (await person.callOk('uploadVideo', { video, image: cover, image_alt: 'Un tram' })).picture_id
}
const inputFor = (to: TestUser, more: Partial<Input<'sendMessage'>>) => ({
  other_id: to.id,
  client_id: randomUUID(),
  text: '',
  ...more,
})
/** Anna sends Bruno a video. */
const sendVideo = async (text = '') =>
  (await anna.callOk('sendMessage', inputFor(bruno, { text, picture_id: await upload(anna) }))).message
const messagesOf = async (viewer: TestUser, other: TestUser) =>
  (await viewer.callOk('getMessages', { other_id: other.id, limit: 50 })).messages

const urlOf = ({ video_url }: Pick<Message, 'video_url'>) => {
  if (video_url === null) throw new Error('has no video')
  return video_url
}
const nameOf = (url: string) => path.basename(url, '.mp4')
const filesOf = async (url: string) =>
  (await readdir(app.folders.media)).filter((file) => file.startsWith(nameOf(url))).toSorted()
const whoSees = async (url: string) => {
  const statuses = await Promise.all([anna, bruno, carla, marta].map((person) => person.request(url)))
  const visitor = await app.createVisitor().request(url)
  return [...statuses, visitor].map(({ status }) => status)
}

describe('Anna’s video in a message', () => {
  test('arrives with its cover and description, in the list of conversations and in a quotation', async () => {
    await becomeFriends()
    const message = await sendVideo()
    expect(message).toMatchObject({
      image_url: expect.stringMatching(/^\/media\/[\w-]{24}-1280\.webp$/) as string,
      image_width: 320,
      image_height: 180,
      image_alt: 'Un tram',
      video_url: expect.stringMatching(/^\/media\/[\w-]{24}\.mp4$/) as string,
    })
    expect(await messagesOf(bruno, anna)).toMatchObject([{ video_url: message.video_url }])
    const { conversations } = await bruno.callOk('getConversations', {})
    expect(conversations[0]?.last_message).toMatchObject({ video_url: message.video_url })
    const { message: reply } = await bruno.callOk(
      'sendMessage',
      inputFor(anna, { text: 'Corre!', reply_to: message.number }),
    )
    expect(reply).toMatchObject({ video_url: null, reply: { has_image: true, has_video: true } })
    await anna.callOk('deleteMessage', { message_id: message.id, scope: 'me' })
    expect((await messagesOf(anna, bruno))[0]?.reply).toMatchObject({ has_image: false, has_video: false })
  })

  test('is announced as a video to those who want the words in notifications', async () => {
    await becomeFriends()
    const settings = (await bruno.callOk('getUserSettings', {})).settings
    await bruno.callOk('updateUserSettings', { ...settings, show_message_text: 1 })
    const bodyOf = async ({ number }: Message) =>
      pushBodyOf((await findMessagePushCandidate(app.db, bruno.id, anna.id, number))!)
    expect(await bodyOf(await sendVideo())).toBe(`${anna.username} ti ha scritto: «Video»`)
    expect(await bodyOf(await sendVideo('Guarda'))).toBe(`${anna.username} ti ha scritto: «Guarda»`)
    const { message } = await anna.callOk('sendMessage', inputFor(bruno, { image: cover }))
    expect(await bodyOf(message)).toBe(`${anna.username} ti ha scritto: «Foto»`)
  })

  test('is for the two alone, until it is deleted for both: then all four files go', async () => {
    await becomeFriends()
    const message = await sendVideo()
    const url = urlOf(message)
    expect(await whoSees(url)).toEqual([200, 200, 404, 404, 404])
    expect(await filesOf(url)).toHaveLength(4)
    await bruno.callOk('deleteMessage', { message_id: message.id, scope: 'me' })
    expect(await whoSees(url)).toEqual([200, 404, 404, 404, 404])
    await anna.callOk('deleteMessage', { message_id: message.id, scope: 'both' })
    expect(await whoSees(url)).toEqual([404, 404, 404, 404, 404])
    expect(await filesOf(url)).toEqual([])
    expect((await messagesOf(anna, bruno))[0]).toMatchObject({ image_url: null, video_url: null, is_deleted: true })
  })

  test('that Bruno has reported is played by a moderator, also once Anna has deleted it, and by no other', async () => {
    await becomeFriends()
    const message = await sendVideo()
    await bruno.callOk('report', { target_type: 'message', target_id: message.id, reason: 'violence' })
    await anna.callOk('deleteMessage', { message_id: message.id, scope: 'both' })
    const { reports } = await marta.callOk('getReports', { state: 'open' })
    const content = reports.find(({ target_id }) => target_id === message.id)?.content
    expect(content).toMatchObject({ video_url: message.video_url })
    expect(await whoSees(urlOf(message))).toEqual([404, 404, 404, 200, 404])
  })

  test('is in her export and not in Bruno’s', async () => {
    await becomeFriends()
    const name = nameOf(urlOf(await sendVideo()))
    const exportOf = async (person: TestUser) => {
      const { url } = await person.callOk('exportAccount', { password })
      return unzipSync(new Uint8Array(await (await person.request(url)).arrayBuffer()))
    }
    const hers = await exportOf(anna)
    expect(hers[exportText.videoFile(name)]).toBeDefined()
    expect(JSON.parse(strFromU8(hers[exportText.files.messages]!))).toMatchObject([{ picture: name, video: name }])
    const his = await exportOf(bruno)
    expect(Object.keys(his).filter((file) => file.endsWith('.mp4'))).toEqual([])
    expect(JSON.parse(strFromU8(his[exportText.files.messages]!))).toMatchObject([
      { picture: null, video: null, has_picture: true },
    ])
  })
})

describe('A message with an upload', () => {
  test('waits until the other has accepted, and the upload is not lost meanwhile', async () => {
    const picture_id = await upload(anna)
    await anna.callOk('sendMessage', inputFor(bruno, { text: 'Ci conosciamo?' }))
    const input = inputFor(bruno, { picture_id })
    expect(await anna.call('sendMessage', input)).toMatchObject({
      status: 403,
      body: { error: 'Potrai inviare foto e video quando la richiesta sarà accettata.' },
    })
    await bruno.callOk('answerMessageRequest', { other_id: anna.id, action: 'accept' })
    expect((await anna.callOk('sendMessage', input)).message.video_url).not.toBeNull()
  })

  test('is sent once however often it arrives, although the upload is taken by then', async () => {
    await becomeFriends()
    const input = inputFor(bruno, { picture_id: await upload(anna) })
    const first = await Promise.all(Array.from({ length: 5 }, () => anna.callOk('sendMessage', input)))
    const again = await anna.callOk('sendMessage', input)
    expect(new Set([...first, again].map(({ message }) => message.id)).size).toBe(1)
    expect(again.message.video_url).toBe(first[0]?.message.video_url)
    expect(await messagesOf(bruno, anna)).toHaveLength(1)
  })

  test('that another message or post has, or that is somebody else’s or none, is refused', async () => {
    await becomeFriends()
    const own = await upload(anna)
    await anna.callOk('sendMessage', inputFor(bruno, { picture_id: own }))
    for (const picture_id of [own, await upload(bruno), 999_999])
      expect(await anna.call('sendMessage', inputFor(bruno, { text: 'Ecco', picture_id }))).toMatchObject({
        status: 404,
        body: { error: 'La foto o il video non è più disponibile: riprova.' },
      })
    expect(await messagesOf(bruno, anna)).toHaveLength(1)
  })

  test('has no second picture; nothing of the two is lost', async () => {
    await becomeFriends()
    const picture_id = await upload(anna)
    expect(await anna.call('sendMessage', inputFor(bruno, { picture_id, image: cover }))).toMatchObject({
      status: 400,
      body: { error: 'Un messaggio ha una sola foto o un solo video.' },
    })
    expect((await anna.callOk('sendMessage', inputFor(bruno, { picture_id }))).message.video_url).not.toBeNull()
  })

  test('counts once in the quota of the day, when it is uploaded', async () => {
    await becomeFriends()
    const picture_id = await upload(anna)
    const bytesToday = () => sql`SELECT picture_bytes FROM daily_usage WHERE user_id = ${anna.id}`.all(app.db)
    const before = await bytesToday()
    expect(before).toHaveLength(1)
    await anna.callOk('sendMessage', inputFor(bruno, { picture_id }))
    expect(await bytesToday()).toEqual(before)
  })
})
