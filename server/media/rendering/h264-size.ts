// The little of H.264 that says how large a video is before anybody decodes it: ITU-T H.264, 7.3.2.1.1.

import { h264Profiles } from '#contract/limits.ts'

/** The file contradicts itself. */
export class DamagedVideo extends Error {}
/** H.264 in a form that browsers do not play: more than 8 bits, or more colours than 4:2:0. */
export class UnplayableVideo extends Error {}

/** Reads bits from the left. Throws DamagedVideo at the end. */
class BitReader {
  private position = 0
  private readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  bits(count: number): number {
    let value = 0
    for (let n = 0; n < count; n++, this.position++) {
      const byte = this.bytes[this.position >> 3]
      if (byte === undefined) throw new DamagedVideo('parameters end early')
      value = value * 2 + ((byte >> (7 - (this.position & 7))) & 1)
    }
    return value
  }

  /** An Exp-Golomb code. */
  unsigned(): number {
    let zeros = 0
    while (this.bits(1) === 0) if (++zeros > 31) throw new DamagedVideo('a number is too large')
    return 2 ** zeros - 1 + this.bits(zeros)
  }

  signed(): number {
    const value = this.unsigned()
    return value % 2 === 0 ? -value / 2 : (value + 1) / 2
  }
}

/** Three bytes that would look like the start of a unit have a 3 in between. */
function withoutEscapes(unit: Uint8Array): Uint8Array {
  const bytes: number[] = []
  for (const [index, byte] of unit.entries())
    if (byte !== 3 || unit[index - 1] !== 0 || unit[index - 2] !== 0) bytes.push(byte)
  return Uint8Array.from(bytes)
}

function skipScalingLists(reader: BitReader): void {
  for (let list = 0; list < 8; list++) {
    if (reader.bits(1) === 0) continue
    let [last, next] = [8, 8]
    for (let n = 0; n < (list < 6 ? 16 : 64); n++) {
      if (next !== 0) next = (last + reader.signed() + 256) % 256
      last = next === 0 ? last : next
    }
  }
}

function skipPictureOrder(reader: BitReader): void {
  const type = reader.unsigned()
  if (type === 0) reader.unsigned()
  if (type !== 1) return
  reader.bits(1)
  reader.signed()
  reader.signed()
  const count = reader.unsigned()
  if (count > 255) throw new DamagedVideo('the picture order is too long')
  for (let n = 0; n < count; n++) reader.signed()
}

/** Of it the parameters say more. */
export const highProfile = 100

/** In pixels, before rotation. */
export type FrameSize = { width: number; height: number }

/**
 * Pixels of a side that are decoded and not shown: cameras fill up to the next 16 or 32. A decoder's memory holds them.
 */
const maxHidden = 64

/** Reads the size of the frames from a unit of sequence parameters. Throws DamagedVideo or UnplayableVideo. */
export function readFrameSize(unit: Uint8Array): FrameSize {
  const reader = new BitReader(withoutEscapes(unit.subarray(1)))
  const profile = reader.bits(8)
  reader.bits(16)
  reader.unsigned()
  if (!h264Profiles.includes(profile)) throw new UnplayableVideo('profile')
  if (profile === highProfile) {
    if (reader.unsigned() !== 1) throw new UnplayableVideo('colours')
    if (reader.unsigned() + reader.unsigned() > 0) throw new UnplayableVideo('bits')
    reader.bits(1)
    if (reader.bits(1) === 1) skipScalingLists(reader)
  }
  reader.unsigned()
  skipPictureOrder(reader)
  reader.unsigned()
  reader.bits(1)
  const columns = reader.unsigned() + 1
  const rows = reader.unsigned() + 1
  const isProgressive = reader.bits(1)
  if (isProgressive === 0) reader.bits(1)
  reader.bits(1)
  const hasCrop = reader.bits(1) === 1
  const [left, right, top, bottom] = hasCrop
    ? [reader.unsigned(), reader.unsigned(), reader.unsigned(), reader.unsigned()]
    : [0, 0, 0, 0]
  const fields = 2 - isProgressive
  const hiddenColumns = 2 * (left + right)
  const hiddenRows = 2 * fields * (top + bottom)
  if (Math.max(hiddenColumns, hiddenRows) > maxHidden) throw new DamagedVideo('much of the frame is hidden')
  const width = columns * 16 - hiddenColumns
  const height = rows * 16 * fields - hiddenRows
  if (width <= 0 || height <= 0) throw new DamagedVideo('nothing is left of the frame')
  return { width, height }
}
