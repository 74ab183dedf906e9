import {
  ALL_FORMATS,
  BlobSource,
  BufferTarget,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Logging,
  LogLevel,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { beforeEach, expect, test, vi } from 'vitest'
import { convertVideo, fittingSize, UnfitVideo } from './convert-video.ts'

Logging.level = LogLevel.Silent
const canEncodeVideo = vi.hoisted(() => vi.fn())
vi.mock('mediabunny', async (importOriginal) => ({ ...(await importOriginal<object>()), canEncodeVideo }))
beforeEach(() => void canEncodeVideo.mockResolvedValue(true))

test.each<[string, [number, number], [number, number]]>([
  ['a phone held upright', [1080, 1920], [720, 1280]],
  ['a phone held flat', [3840, 2160], [1280, 720]],
  ['a square', [1000, 1000], [720, 720]],
  ['an old phone', [640, 360], [640, 360]],
  ['a long strip', [4000, 300], [1280, 96]],
  ['an odd size', [639, 361], [640, 362]],
])('A video of %s, %j, is made %j: within the limits, never enlarged, even', (_kind, size, [width, height]) => {
  expect(fittingSize(...size)).toEqual({ width, height })
})

type FileOptions = {
  /** Seconds between the frames that need no other. */
  keySeconds?: number
  /** Bytes of the frame at a second. */
  bytesAt?: (second: number) => number
  profile?: number
}

/** Makes a video of 20 s and ten frames a second, whose pictures are noise. */
async function createFile({ keySeconds = 1, bytesAt = () => 100, profile = 0x42 }: FileOptions = {}): Promise<Blob> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(), target })
  const video = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(video)
  await output.start()
  const parameters = [0x67, profile, 0xc0, 31, 0xda, 0x05, 0x07, 0xe4]
  const description = Uint8Array.from([1, profile, 0xc0, 31, 0xff, 0xe1, 0, 8, ...parameters, 1, 0, 2, 0x68, 0xce])
  const decoderConfig = { codec: 'avc1.42c01f', codedWidth: 320, codedHeight: 180, description }
  for (let n = 0; n < 200; n++) {
    const second = n / 10
    const isKey = n % (keySeconds * 10) === 0
    const unit = new Uint8Array(bytesAt(second)).fill(0x55)
    unit.set([0, 0, (unit.length - 4) >> 8, (unit.length - 4) & 255, isKey ? 0x65 : 0x61])
    await video.add(new EncodedPacket(unit, isKey ? 'key' : 'delta', second, 0.1), { decoderConfig })
  }
  await output.finalize()
  return new Blob([target.buffer!])
}

/** Converts a piece where nothing can be decoded. @returns the frames of the copy; null if it would be made again. */
async function copy(file: Blob, from: number, to: number): Promise<number | null> {
  const running = { onProgress: () => undefined, signal: new AbortController().signal }
  const copied = await convertVideo(file, { from, to, hasSound: true }, running).catch((error: Error) => error)
  if (copied instanceof UnfitVideo) return null
  if (copied instanceof Error) throw copied
  const track = await new Input({ source: new BlobSource(copied), formats: ALL_FORMATS }).getPrimaryVideoTrack()
  let frames = 0
  for await (const { type } of new EncodedPacketSink(track!).packets()) if (frames++ === 0) expect(type).toBe('key')
  return frames
}

test('A whole video that fits is copied, however seldom its key frames are', async () => {
  expect(await copy(await createFile({ keySeconds: 20 }), 0, 20)).toBe(200)
})

test('A piece is copied if a key frame begins it half a second late at most', async () => {
  const file = await createFile()
  expect(await copy(file, 3, 5)).toBe(20)
  expect(await copy(file, 2.6, 5)).toBe(20)
  expect(await copy(file, 2.4, 5)).toBeNull()
})

test('Where nothing can be made again, a copy loses half of the piece at most', async () => {
  canEncodeVideo.mockResolvedValue(false)
  const file = await createFile({ keySeconds: 10 })
  expect(await copy(file, 6, 18)).toBe(80)
  expect(await copy(file, 6, 12)).toBeNull()
  expect(await copy(file, 12, 18)).toBeNull()
})

test('The piece that is taken has to fit, not the beginning of the file', async () => {
  const file = await createFile({ bytesAt: (second) => (second < 10 ? 100 : 60_000) })
  expect(await copy(file, 0, 8)).toBe(80)
  expect(await copy(file, 12, 18)).toBeNull()
})

test('A profile that browsers do not play everywhere is made again', async () => {
  expect(await copy(await createFile({ profile: 0x7a }), 0, 20)).toBeNull()
})
