import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { beforeAll, expect, test } from 'vitest'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import {
  createSequenceParameters,
  createUnit,
  createVideo,
  videoDataUrl,
  type VideoOptions,
} from '#server/testing/fixtures/videos.ts'
import { changeBox } from '#server/testing/fuzz/hostile-videos.ts'

const app = useTestApp()
const [anna] = useUsers(app, 'anna')
let cover: string
beforeAll(async () => {
  cover = await createPhoto(320, 180)
})

/** Publishes a video. @returns its file as it is served. */
async function publish(original: Buffer, image = cover) {
  const { picture_id } = await anna.callOk('uploadVideo', { video: videoDataUrl(original), image })
  const post = await anna.createPost('Ecco', { picture_ids: String(picture_id) })
  return { post, bytes: Buffer.from(await (await anna.request(post.video_url ?? '')).arrayBuffer()) }
}
const open = (bytes: Buffer) => new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })

/** The units of cameras with a position, in a frame. */
const supplement = createUnit(6, 'segreto: 45.4642 9.1900')
const location = '+45.4642+009.1900/'

test.each<[string, VideoOptions]>([
  ['an MP4', { tags: { title: 'Casa mia', date: new Date(), raw: { '©xyz': location, '©mod': 'Telefono di Anna' } } }],
  ['a MOV', { isMov: true, tags: { raw: { '©xyz': location, '©mod': 'Telefono di Anna' }, title: 'Casa mia' } }],
  ['its frames', { units: [supplement] }],
])('Where a video was filmed, when and with what is not in it any more: %s', async (_, options) => {
  const original = await createVideo(options)
  const secrets = ['45.4642', 'Telefono', 'Casa mia', 'segreto']
  expect(secrets.some((secret) => original.includes(secret))).toBe(true)
  const { bytes: served } = await publish(original)
  expect(secrets.filter((secret) => served.includes(secret))).toEqual([])
  for (const box of ['udta', 'meta', 'ilst', 'uuid', '©xyz']) expect(served.includes(box)).toBe(false)
  for (const header of ['mvhd', 'tkhd', 'mdhd'])
    expect(served.subarray(served.indexOf(header) + 8, served.indexOf(header) + 16)).toEqual(Buffer.alloc(8))
})

test.each<[string, VideoOptions]>([
  ['a moment later', { startSeconds: 2 }],
  ['before it is shown', { startSeconds: -0.3 }],
  ['in fragments', { isFragmented: true }],
  ['without sound', { hasSound: false }],
])('A video that begins %s begins at once, with a frame that needs no other', async (_, options) => {
  const { post, bytes } = await publish(await createVideo(options))
  const input = open(bytes)
  const track = (await input.getPrimaryVideoTrack())!
  expect(await new EncodedPacketSink(track).getFirstPacket()).toMatchObject({ type: 'key', timestamp: 0 })
  const isSilent = options.hasSound === false
  expect((await input.getTracks()).length).toBe(isSilent ? 1 : 2)
  expect(post.video_is_silent).toBe(isSilent)
})

test('What Anna has cut away at the end is not in the file any more', async () => {
  const video = await createVideo({ seconds: 4, startSeconds: -0.3 })
  const timescale = 57_600
  const cut = changeBox(video, 'elst', (content) => content.writeUInt32BE(timescale, 8))
  const input = open((await publish(cut)).bytes)
  // Frames from -0.3: the one at 0 needs them.
  expect(await (await input.getPrimaryVideoTrack())!.computeDuration()).toBeCloseTo(1.3)
})

test('A sound that says it lasts for hours ends with Anna’s video, and so does her story', async () => {
  const video = await createVideo()
  const times = video.lastIndexOf('stts')
  video.writeUInt32BE(0x7fffffff, times + 4 + 8 * video.readUInt32BE(times + 8) + 4)
  expect(await open(video).computeDuration()).toBeGreaterThan(10_000)
  const { picture_id } = await anna.callOk('uploadVideo', { video: videoDataUrl(video), image: cover })
  const { story } = await anna.callOk('createStory', { picture_id })
  const served = Buffer.from(await (await anna.request(story.media_url)).arrayBuffer())
  expect(await open(served).computeDuration()).toBeCloseTo(1)
})

/** Of frames much larger than what is shown of them. */
const hugeParameters = createSequenceParameters({ width: 320, height: 180, hidden: 8192 })
const afterStartCode = (unit: Buffer) => Buffer.concat([Buffer.from('picture\0\0\x01', 'latin1'), unit])

test.each<[string, VideoOptions]>([
  ['decodes 8192 pixels to show 320', { coded: { hidden: 8192 } }],
  ['does so from its second frame on', { units: [createUnit(7, hugeParameters.subarray(1))] }],
  ['hides parameters in a picture', { units: [createUnit(1, afterStartCode(hugeParameters))] }],
  ['hides a position in a picture', { units: [createUnit(1, afterStartCode(Buffer.from('\x06 45.4642 9.1900')))] }],
])('A video that %s reaches nobody', async (_, options) => {
  const video = videoDataUrl(await createVideo(options))
  expect((await anna.call('uploadVideo', { video, image: cover })).status).toBe(415)
})

test('A video filmed upright stays so', async () => {
  const video = await createVideo({ rotation: 90 })
  const refused = await anna.call('uploadVideo', { video: videoDataUrl(video), image: cover })
  expect(refused).toMatchObject({ status: 400, body: { error: 'La copertina non ha la forma del video.' } })
  const { post, bytes } = await publish(video, await createPhoto(180, 320))
  expect([post.image_width, post.image_height]).toEqual([180, 320])
  expect(await (await open(bytes).getPrimaryVideoTrack())!.getRotation()).toBe(90)
})

test('A video that Firefox made plays in other browsers as well', async () => {
  const descriptionOf = async (file: Buffer) =>
    (await (await open(file).getPrimaryVideoTrack())!.getDecoderConfig())?.description
  const { bytes } = await publish(await createVideo({ isOfFirefox: true }))
  expect(await descriptionOf(bytes)).toEqual(await descriptionOf((await publish(await createVideo())).bytes))
})

const codec = 'I video di questo tipo qui non si possono leggere: serve un MP4 in H.264.'
const sound = 'L’audio di questo video qui non si può leggere: serve AAC, mono o stereo.'
const size = 'Il video è troppo grande: al massimo 1280 × 720 pixel.'

test.each<[string, VideoOptions, number, string]>([
  [
    'HEVC',
    { videoCodec: 'hevc' },
    415,
    'Il browser non ha convertito questo video, che è in HEVC. Prova con un altro browser, o gira il video nel formato «Più compatibile».',
  ],
  ['VP9', { videoCodec: 'vp9' }, 415, codec],
  ['ten bits', { coded: { profile: 110 } }, 415, codec],
  ['MP3', { audioCodec: 'mp3' }, 415, sound],
  ['six channels', { channels: 6 }, 415, sound],
  ['1920 × 1080 pixels', { width: 1920, height: 1080 }, 413, size],
  ['900 × 900 pixels', { width: 900, height: 900 }, 413, size],
  ['4096 pixels behind 320', { coded: { width: 4096, height: 2304 } }, 413, size],
  ['50 milliseconds', { seconds: 0.05, framesPerSecond: 20, hasSound: false }, 415, 'Il video è troppo breve.'],
  ['62 seconds', { seconds: 62, hasSound: false }, 413, 'Un video può durare al massimo un minuto.'],
  [
    'a hundred frames a second',
    { seconds: 41, framesPerSecond: 100, hasSound: false },
    413,
    'Il video ha troppi fotogrammi: al massimo 60 al secondo.',
  ],
  [
    'six megabits a second',
    { frameBytes: 75_000 },
    413,
    'Il video pesa troppo per quanto dura: al massimo 4 megabit al secondo.',
  ],
])('A video with %s is refused with one sentence', async (_, options, status, error) => {
  const video = videoDataUrl(await createVideo(options))
  expect(await anna.call('uploadVideo', { video, image: cover })).toMatchObject({ status, body: { error } })
})

test('A video of more than 26 MB is refused, and what is none', async () => {
  const send = (video: string, image = cover) => anna.call('uploadVideo', { video, image })
  const tooLarge = { status: 413, body: { error: 'Il video può pesare al massimo 26 MB.' } }
  const none = {
    status: 415,
    body: { error: 'Questo file non è un video che si possa leggere. Prova con un video MP4.' },
  }
  const heavy = Buffer.concat([await createVideo(), Buffer.alloc(26 * 1024 * 1024)])
  expect((await send(videoDataUrl(heavy))).status).toBe(400)
  expect(await send(videoDataUrl(heavy.subarray(0, 26 * 1024 * 1024 + 1)))).toMatchObject(tooLarge)
  expect(await send('ciao')).toMatchObject(none)
  expect(await send(cover)).toMatchObject(none)
  expect(await send(videoDataUrl(Buffer.from('ciao')))).toMatchObject(none)
  const video = videoDataUrl(await createVideo())
  expect((await send(video, videoDataUrl(await createVideo()))).status).toBe(415)
  expect((await send(video)).status).toBe(200)
})
