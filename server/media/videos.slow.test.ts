import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runFfmpeg } from '#server/testing/fixtures/ffmpeg.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { createVideo, videoDataUrl } from '#server/testing/fixtures/videos.ts'
import { mutateFile } from '#server/testing/fuzz/hostile-files.ts'
import { changeBox, hostileVideos } from '#server/testing/fuzz/hostile-videos.ts'
import { createRandom } from '#server/testing/fuzz/random.ts'

// `npm run attack` damages more videos, at random.
const seed = Number(process.env.SEED ?? 1)
const damagedCount = process.env.ATTACK === 'full' ? 1000 : 60

const app = useTestApp()
const [anna] = useUsers(app, 'anna')
let folder: string
let cover: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-videos-'))
  cover = await createPhoto(320, 180)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const send = (bytes: Buffer, image = cover) => anna.call('uploadVideo', { video: videoDataUrl(bytes), image })

/** Publishes an uploaded video. @returns its file as it is served. */
async function fetchPublished(pictureId: number): Promise<Buffer> {
  const post = await anna.createPost('Ecco', { picture_ids: String(pictureId) })
  return Buffer.from(await (await anna.request(post.video_url ?? '')).arrayBuffer())
}

describe('A video of a phone plays in a browser, and says nothing about the phone:', () => {
  const ffmpeg = (...args: string[]) => runFfmpeg(folder, args)
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30:d=3']
  const tone = ['-f', 'lavfi', '-i', 'sine=d=3']
  const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-g', '30', '-pix_fmt', 'yuv420p']
  const where = '+45.4642+009.1900/'
  const sound = [...tone, ...h264, '-c:a', 'aac']
  const metadata = (...tags: string[]) => tags.flatMap((tag) => ['-metadata', tag])
  const appleKeys = metadata(
    `com.apple.quicktime.location.ISO6709=${where}`,
    'com.apple.quicktime.model=Telefono di Anna',
  )
  const unevenly = ['-vf', "select='not(mod(n,3))+lt(n,20)'", '-vsync', 'vfr']
  /** Files by name, and what makes them. */
  const recipes: Record<string, string[]> = {
    'sound.mp4': [...picture, ...sound, ...metadata(`location=${where}`, 'title=Casa')],
    'keys.mov': [...picture, ...sound, '-movflags', 'use_metadata_tags', ...appleKeys],
    'silent.mp4': [...picture, ...h264],
    'fragments.mp4': [...picture, ...sound, '-movflags', 'frag_keyframe+empty_moov'],
    'uneven.mp4': [...picture, ...sound, ...unevenly],
    // FFmpeg signs every 256th frame of sound, and this has 258.
    'signed.mp4': ['-stream_loop', '1', '-i', 'sound.mp4', '-c:v', 'copy', '-c:a', 'aac'],
    'cut.mp4': ['-ss', '1.4', '-i', 'sound.mp4', '-t', '1', '-c', 'copy'],
  }

  test.each(Object.entries(recipes))('%s', async (name, recipe) => {
    await ffmpeg(...recipe, name)
    const original = await readFile(path.join(folder, name))
    const { status, body } = await send(original)
    expect(status).toBe(200)
    const served = await fetchPublished(body.picture_id)
    await writeFile(path.join(folder, 'served.mp4'), served)
    // Decodes it, and complains.
    expect((await ffmpeg('-xerror', '-i', 'served.mp4', '-f', 'null', '-')).stderr).toBe('')
    for (const secret of [where, '45.46', 'Casa', 'Telefono', 'apple', 'x264', 'Lavf', 'Lavc'])
      expect([secret, served.includes(secret)]).toEqual([secret, false])
    const input = new Input({ source: new BufferSource(served), formats: ALL_FORMATS })
    const track = (await input.getPrimaryVideoTrack())!
    expect(await new EncodedPacketSink(track).getFirstPacket()).toMatchObject({ type: 'key', timestamp: 0 })
    expect(await input.getMetadataTags()).toEqual({})
    const seconds = await input.computeDuration()
    expect(seconds).toBeGreaterThan(0.9)
    expect(seconds).toBeLessThan(6.2)
  })

  test('one that was filmed upright', async () => {
    await ffmpeg(...picture, ...sound, 'upright.mov')
    const upright = changeBox(await readFile(path.join(folder, 'upright.mov')), 'tkhd', (content) => {
      const matrix = [0, 0x10000, 0, -0x10000, 0, 0, 180 * 0x10000, 0, 0x40000000]
      for (const [index, value] of matrix.entries()) content.writeInt32BE(value, 40 + 4 * index)
    })
    const { status, body } = await send(upright, await createPhoto(180, 320))
    expect(status).toBe(200)
    const input = new Input({ source: new BufferSource(await fetchPublished(body.picture_id)), formats: ALL_FORMATS })
    const track = (await input.getPrimaryVideoTrack())!
    expect([await track.getDisplayWidth(), await track.getDisplayHeight()]).toEqual([180, 320])
  })

  test('but not one in HEVC, which no browser has converted', async () => {
    await ffmpeg(...picture, '-c:v', 'libx265', '-x265-params', 'log-level=none', '-tag:v', 'hvc1', 'hevc.mov')
    expect(await send(await readFile(path.join(folder, 'hevc.mov')))).toMatchObject({
      status: 415,
      body: { error: expect.stringMatching(/^Il browser non ha convertito questo video, che è in HEVC/) },
    })
  })
})

test('A minute in the largest size arrives, as text and as a file', async () => {
  const frames = { seconds: 60, framesPerSecond: 30, frameBytes: 13_800 }
  const video = await createVideo({ width: 1280, height: 720, ...frames })
  expect(video.length).toBeGreaterThan(24_000_000)
  expect((await send(video)).status).toBe(200)
  const form = new FormData()
  form.append('video', new Blob([new Uint8Array(video)], { type: 'video/mp4' }), 'video.mp4')
  form.append('image', await (await fetch(cover)).blob(), 'copertina.jpg')
  const { status } = await anna.request('/api/posts/upload_video.php', { method: 'POST', body: form })
  expect(status).toBe(200)
})

test.each(Object.keys(hostileVideos))('%s is refused in a moment, and the server goes on', async (name) => {
  expect((await send(await hostileVideos[name]!())).status).toBe(415)
  expect((await send(await createVideo())).status).toBe(200)
})

test(`A truncated or damaged video is refused, or becomes a clean one (seed ${seed})`, async () => {
  const random = createRandom(seed)
  const originals = [await createVideo(), await createVideo({ isMov: true }), await createVideo({ isFragmented: true })]
  for (let n = 0; n < damagedCount; n++) {
    const original = originals[n % originals.length]!
    const damaged =
      n % 4 === 0 ? original.subarray(0, Math.floor(random() * original.length)) : mutateFile(original, random)
    const { status, body } = await send(damaged)
    expect([200, 400, 413, 415]).toContain(status)
    if (status !== 200) continue
    const served = await fetchPublished(body.picture_id)
    const input = new Input({ source: new BufferSource(served), formats: ALL_FORMATS })
    expect(await input.getMetadataTags()).toEqual({})
    expect(await input.computeDuration()).toBeLessThan(61)
  }
})
