import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedVideoPacketSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Logging,
  LogLevel,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
} from 'mediabunny'
import { maxVideoBytes } from '#contract/fields.ts'
import { fieldsText } from '#contract/fields.text.ts'
import { takenVideo } from '#server/media/media.rules.ts'
import { mediaText } from '#server/media/media.text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readRecord } from './h264.ts'
import { UnplayableVideo } from './h264-size.ts'
import { findEnd, removeDates } from './mp4-boxes.ts'
import { bytesOf, endOf, readFrames, readSound, videoUnreadable } from './video-packets.ts'

Logging.level = LogLevel.Silent

type Size = { width: number; height: number }
/** `width` and `height`: pixels as it is shown, after rotation. */
export type RemuxedVideo = Size & { data: Buffer; ms: number; isSilent: boolean }

/**
 * Copies one video track and at most one audio track into a new MP4, without decoding them and without anything else
 * that the file contains. Throws a Refusal 413 or 415.
 */
export async function remuxVideo(bytes: Buffer): Promise<RemuxedVideo> {
  if (bytes.length > maxVideoBytes) throw new Refusal(413, fieldsText.videoTooLarge)
  try {
    return await remux(bytes)
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof UnplayableVideo) throw new Refusal(415, mediaText.videoCodec)
    throw videoUnreadable()
  }
}

async function remux(bytes: Buffer): Promise<RemuxedVideo> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4, QTFF] })
  if (!(await input.canRead())) throw videoUnreadable()
  const track = await chooseVideoTrack(input)
  const audioTrack = await chooseAudioTrack(input)
  const { h264, config, shown } = await describeVideo(track)
  const frames = await readFrames(track, { h264, end: findEnd(bytes, track.id), maxBytes: bytes.length })
  const sound = audioTrack ? await readSound(audioTrack, frames, bytes.length - bytesOf(frames)) : []
  const ms = Math.round((endOf(frames) - frames[0].timestamp) * 1000)
  refuseExcess({ ...shown, ms, bytes: bytesOf(frames) + bytesOf(sound) })
  const metadata = { rotation: await track.getRotation(), flip: await track.getFlip() }
  const audioConfig = await audioTrack?.getDecoderConfig()
  const written = audioConfig && sound.length > 0 ? { packets: sound, config: audioConfig } : null
  const data = await write({ packets: frames, config, metadata }, written)
  return { data, ms, isSilent: written === null, ...shown }
}

async function chooseVideoTrack(input: Input): Promise<InputVideoTrack> {
  const tracks = await input.getVideoTracks()
  const codecs = await Promise.all(tracks.map((track) => track.getCodec()))
  const track = tracks[codecs.indexOf('avc')]
  if (track) return track
  if (codecs.includes('hevc')) throw new Refusal(415, mediaText.hevc)
  throw tracks.length > 0 ? new Refusal(415, mediaText.videoCodec) : videoUnreadable()
}

/** Phones record sound twice, the second time in a codec of their own. */
async function chooseAudioTrack(input: Input): Promise<InputAudioTrack | null> {
  const tracks = await input.getAudioTracks()
  if (tracks.length === 0) return null
  for (const track of tracks)
    if ((await track.getCodec()) === 'aac' && [1, 2].includes(await track.getNumberOfChannels())) return track
  throw new Refusal(415, mediaText.audioCodec)
}

/** Neither the size nor the profile that the container names is believed. */
async function describeVideo(track: InputVideoTrack) {
  const decoderConfig = await track.getDecoderConfig()
  if (!(decoderConfig?.description instanceof Uint8Array)) throw videoUnreadable()
  const h264 = readRecord(decoderConfig.description)
  const { codec, colorSpace, codedWidth = 1, codedHeight = 1 } = decoderConfig
  const { displayAspectWidth = codedWidth, displayAspectHeight = codedHeight } = decoderConfig
  // Of pixels, which are not square in films of old.
  const aspect = (displayAspectWidth * codedHeight) / (displayAspectHeight * codedWidth)
  const upright = {
    width: Math.round(h264.width * Math.max(1, aspect)),
    height: Math.round(h264.height * Math.max(1, 1 / aspect)),
  }
  const config = {
    codec,
    codedWidth: h264.width,
    codedHeight: h264.height,
    description: h264.record,
    ...(colorSpace && { colorSpace }),
    ...(aspect !== 1 && { displayAspectWidth: upright.width, displayAspectHeight: upright.height }),
  }
  const isSideways = (await track.getRotation()) % 180 !== 0
  const shown = isSideways ? { width: upright.height, height: upright.width } : upright
  return { h264, config, shown }
}

/** Throws a Refusal 413 or 415. Numbers of a hostile file may be NaN. */
function refuseExcess({ width, height, ms, bytes }: Size & { ms: number; bytes: number }): void {
  const { longerSide, shorterSide, shortestMs, longestMs, bitsPerSecond } = takenVideo
  const isWithin = (value: number, limit: number, sentence: string) => {
    if (!(value <= limit)) throw new Refusal(413, sentence)
  }
  if (!(ms >= shortestMs)) throw new Refusal(415, mediaText.videoTooShort)
  isWithin(ms, longestMs, mediaText.videoTooLong)
  isWithin(Math.max(width, height), longerSide, mediaText.videoTooManyPixels)
  isWithin(Math.min(width, height), shorterSide, mediaText.videoTooManyPixels)
  // The first frame of a moment is as large as that of a minute.
  isWithin((bytes * 8) / Math.max(1, ms / 1000), bitsPerSecond, mediaText.videoBitRate)
}

type Written<Config, Metadata = undefined> = { packets: EncodedPacket[]; config: Config; metadata?: Metadata }

/** Writes an MP4 whose index comes first, and whose first frame is shown at 0. */
async function write(
  { packets: frames, config, metadata }: Written<VideoDecoderConfig, Parameters<Output['addVideoTrack']>[1]>,
  sound: Written<AudioDecoderConfig> | null,
): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const video = new EncodedVideoPacketSource('avc')
  const audio = new EncodedAudioPacketSource('aac')
  const startSeconds = frames[0]?.timestamp ?? 0
  const fromStart = (packet: EncodedPacket) => packet.clone({ timestamp: packet.timestamp - startSeconds })
  output.addVideoTrack(video, metadata)
  if (sound) output.addAudioTrack(audio)
  await output.start()
  const writeVideo = async () => {
    for (const frame of frames) await video.add(fromStart(frame), { decoderConfig: config })
    video.close()
  }
  const writeSound = async ({ packets, config: decoderConfig }: Written<AudioDecoderConfig>) => {
    for (const packet of packets) await audio.add(fromStart(packet), { decoderConfig })
    audio.close()
  }
  await Promise.all([writeVideo(), sound && writeSound(sound)])
  await output.finalize()
  const file = Buffer.from(target.buffer!)
  removeDates(file)
  return file
}
