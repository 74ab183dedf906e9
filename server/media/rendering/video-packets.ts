import {
  type EncodedPacket,
  EncodedPacketSink,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
} from 'mediabunny'
import { takenVideo } from '#server/media/media.rules.ts'
import { mediaText } from '#server/media/media.text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { cleanSound } from './aac.ts'
import { cleanFrame, type H264Track } from './h264.ts'

export const videoUnreadable = () => new Refusal(415, mediaText.videoUnreadable)

export const bytesOf = (packets: EncodedPacket[]) => packets.reduce((sum, { byteLength }) => sum + byteLength, 0)
/** In seconds. */
export const endOf = (packets: EncodedPacket[]) =>
  packets.reduce((end, { timestamp, duration }) => Math.max(end, timestamp + duration), -Infinity)

type PacketLimits = { maxPackets: number; maxBytes: number; refuse: () => Refusal }

/** Reads packets in the order of decoding. Many may lie on the same bytes of the file. */
async function readPackets(track: InputTrack, limits: PacketLimits): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = []
  let bytes = 0
  for await (const packet of new EncodedPacketSink(track).packets()) {
    bytes += packet.data.length
    if (packets.length === limits.maxPackets) throw limits.refuse()
    if (packet.data.length === 0 || bytes > limits.maxBytes) throw videoUnreadable()
    packets.push(packet)
  }
  return packets
}

type FrameReading = {
  h264: H264Track
  /** Seconds at which the presentation ends. */
  end: number
  maxBytes: number
}

/**
 * Reads the frames that are shown, in the order of decoding, from the last one at or before time 0 that needs no others.
 * Throws a Refusal 413 or 415, DamagedVideo or UnplayableVideo.
 */
export async function readFrames(
  track: InputVideoTrack,
  { h264, end, maxBytes }: FrameReading,
): Promise<[EncodedPacket, ...EncodedPacket[]]> {
  const refuse = () => new Refusal(413, mediaText.videoTooManyFrames)
  const packets = await readPackets(track, { maxPackets: takenVideo.frames, maxBytes, refuse })
  const frames = packets.map((packet) => {
    const { data, isKey } = cleanFrame(packet.data, h264)
    return packet.clone({ data, type: isKey ? 'key' : 'delta' })
  })
  const lastStart = frames.findLastIndex(({ type, timestamp }) => type === 'key' && timestamp <= 0)
  const start = lastStart === -1 ? frames.findIndex(({ type }) => type === 'key') : lastStart
  // Frames that are shown earlier than `end` may need one that is shown later.
  const last = frames.findLastIndex(({ timestamp }) => timestamp < end)
  const [first, ...others] = frames.slice(Math.max(start, 0), last + 1)
  if (first?.type !== 'key') throw videoUnreadable()
  return [first, ...others.filter(({ timestamp }) => timestamp > first.timestamp)]
}

/**
 * Reads the sound of these frames, which ends with them: players wait for a sound that says it lasts hours. Throws a
 * Refusal 415.
 */
export async function readSound(
  track: InputAudioTrack,
  frames: [EncodedPacket, ...EncodedPacket[]],
  maxBytes: number,
): Promise<EncodedPacket[]> {
  const packets = await readPackets(track, {
    maxPackets: takenVideo.audioPackets,
    maxBytes,
    refuse: videoUnreadable,
  })
  const [start, end] = [frames[0].timestamp, endOf(frames)]
  return packets
    .filter(({ timestamp }) => timestamp >= start && timestamp < end)
    .map((packet) => {
      const duration = Math.min(packet.duration, end - packet.timestamp)
      return packet.clone({ data: cleanSound(packet.data), duration })
    })
}
