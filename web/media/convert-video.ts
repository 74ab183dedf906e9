import {
  BlobSource,
  BufferTarget,
  canEncodeVideo,
  Conversion,
  type ConversionAudioOptions,
  type ConversionOptions,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  Quality,
  WEBM,
} from 'mediabunny'
import { h264Profiles, videoLimits } from '#contract/limits.ts'

/** Seconds of the file, from where to where. */
export type VideoPiece = { from: number; to: number }
export type VideoCut = VideoPiece & { hasSound: boolean }

/** The browser cannot make of a file what the server takes. */
export class UnfitVideo extends Error {
  override name = 'UnfitVideo'
}

/** The browser cannot make of the sound of a file what the server takes. */
export class UnfitSound extends Error {
  override name = 'UnfitSound'
}

const audioBits = 128_000
/** A file with a little more is taken as it is: making it again costs time and quality. */
const takenBits = videoLimits.bitsPerSecond * 1.15
const framesPerSecond = 30
const keyFrameSeconds = 2
/** When nothing has moved for so long, nothing will: some decoders never say that they cannot. */
const pauseMs = 30_000

const openFile = (file: Blob) => new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM, MATROSKA] })

const even = (pixels: number) => Math.max(2, Math.round(pixels / 2) * 2)

/** The size that a video is made in: never enlarged, and even as the codec wants it. */
export function fittingSize(width: number, height: number): { width: number; height: number } {
  const { longerSide, shorterSide } = videoLimits
  const scale = Math.min(1, longerSide / Math.max(width, height), shorterSide / Math.min(width, height))
  return { width: even(width * scale), height: even(height * scale) }
}

/** How late a copy of a piece may begin, where the browser can make the pictures again instead. */
const maxDelaySeconds = 0.5

/**
 * Measures a copy of a piece, which begins with the next key frame; some files have one in ten seconds. Null if it would
 * begin too late: where the browser makes no pictures, in the second half of the piece.
 */
async function measureCopy(track: InputVideoTrack, { from, to }: VideoPiece) {
  const delaySeconds = (await canEncodeVideo('avc')) ? maxDelaySeconds : (to - from) / 2
  const sink = new EncodedPacketSink(track)
  let start = (await sink.getKeyPacket(from)) ?? (await sink.getFirstKeyPacket())
  if (start && start.timestamp + start.duration <= from) start = await sink.getNextKeyPacket(start)
  if (!start || start.timestamp > from + delaySeconds) return null
  let [bytes, frames] = [0, 0]
  for await (const { timestamp, byteLength } of sink.packets(start, undefined, { metadataOnly: true })) {
    if (timestamp >= to) break
    bytes += byteLength
    frames++
  }
  const seconds = to - start.timestamp
  return { bitsPerSecond: (bytes * 8) / seconds, framesPerSecond: frames / seconds }
}

/** Whether a codec is H.264 in a profile that browsers play: "avc1.64001f" is High. */
const isPlayable = (codec: string) =>
  codec.startsWith('avc1.') && h264Profiles.includes(Number.parseInt(codec.slice(5, 7), 16))

/** Whether the pictures of a piece need not be made again. */
async function fitsAlready(track: InputVideoTrack, piece: VideoPiece): Promise<boolean> {
  if (!isPlayable((await track.getCodecParameterString()) ?? '')) return false
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()]
  const fitting = fittingSize(width, height)
  if (fitting.width < width - 1 || fitting.height < height - 1) return false
  const copy = await measureCopy(track, piece)
  return copy !== null && copy.bitsPerSecond <= takenBits && copy.framesPerSecond <= 2 * framesPerSecond
}

/** Whether the sound of a file need not be made again. */
const isSoundTaken = async (track: InputAudioTrack) =>
  (await track.getCodec()) === 'aac' && (await track.getNumberOfChannels()) <= 2

/** AAC as phones record it is copied, because not every browser can make it. */
async function soundOptions(track: InputAudioTrack): Promise<ConversionAudioOptions> {
  if (await isSoundTaken(track)) return { codec: 'aac' }
  return { codec: 'aac', numberOfChannels: 2, quality: new Quality({ bitrate: audioBits }) }
}

type Convert = { onProgress: (part: number) => void; signal: AbortSignal }

/**
 * Makes an MP4 of H.264 and AAC of a piece of a video, without any metadata. What fits already is copied. Throws an
 * UnfitVideo or an UnfitSound where the browser cannot, or the signal's reason.
 */
export async function convertVideo(file: Blob, cut: VideoCut, { onProgress, signal }: Convert): Promise<Blob> {
  const input = openFile(file)
  const track = await input.getPrimaryVideoTrack().catch(() => null)
  if (!track) throw new UnfitVideo('no video')
  const size = fittingSize(await track.getDisplayWidth(), await track.getDisplayHeight())
  const sound = cut.hasSound ? await input.getPrimaryAudioTrack() : null
  // The pictures are copied only where the sound is.
  const isMadeAgain = !(await fitsAlready(track, cut)) || (sound !== null && !(await isSoundTaken(sound)))
  const options = (copy: ConversionOptions['copy']): Omit<ConversionOptions, 'output'> => ({
    input,
    tracks: 'primary',
    trim: { start: cut.from, end: cut.to },
    tags: {},
    ...(copy !== undefined && { copy }),
    video: isMadeAgain
      ? {
          codec: 'avc',
          ...size,
          fit: 'contain',
          frameRate: framesPerSecond,
          quality: new Quality({ bitrate: videoLimits.bitsPerSecond - audioBits }),
          keyFrameInterval: keyFrameSeconds,
          forceTranscode: true,
        }
      : {},
    audio: cut.hasSound ? soundOptions : { discard: true },
  })
  return run(options(isMadeAgain ? undefined : { mode: 'forced', boundaryPolicy: 'shrink' }), { onProgress, signal })
}

async function run(options: Omit<ConversionOptions, 'output'>, { onProgress, signal }: Convert): Promise<Blob> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const conversion = await Conversion.init({ ...options, output })
  const hasVideo = conversion.utilizedTracks.some((track) => track.isVideoTrack())
  if (!conversion.isValid || !hasVideo)
    throw new UnfitVideo(conversion.discardedTracks.map(({ reason }) => reason).join(', '))
  // Without this the video would be silent, and nobody would have said so.
  const lostSound = conversion.discardedTracks.find(
    ({ track, reason }) => track.isAudioTrack() && reason !== 'discarded_by_user',
  )
  if (lostSound) throw new UnfitSound(lostSound.reason)
  const cancel = () => void conversion.cancel()
  let timer = setTimeout(cancel, pauseMs)
  conversion.onProgress = (part) => {
    clearTimeout(timer)
    timer = setTimeout(cancel, pauseMs)
    onProgress(part)
  }
  signal.addEventListener('abort', cancel)
  try {
    await conversion.execute()
  } catch (error) {
    signal.throwIfAborted()
    throw new UnfitVideo('not converted', { cause: error })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
  }
  return new Blob([target.buffer!], { type: 'video/mp4' })
}
