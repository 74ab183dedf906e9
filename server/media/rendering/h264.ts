import { DamagedVideo, type FrameSize, highProfile, readFrameSize } from './h264-size.ts'

// Units of H.264 (ITU-T H.264, 7.3.1) as MP4 has them: each after its length.

const idrSlice = 5
const sequenceParameters = 7
const pictureParameters = 8
/**
 * Slices, parameters and access unit delimiters. The others are dropped: nobody needs them to decode, and cameras write
 * where and when into supplemental information.
 */
const keptUnits = new Set([1, idrSlice, sequenceParameters, pictureParameters, 9])
const sliceUnits = new Set([1, idrSlice])
/** Begins a unit where units have no lengths. Inside a unit it may not stand, and decoders find another unit there. */
const startCode = Buffer.from([0, 0, 1])
/** Of the lengths that are written. */
const lengthBytes = 4

/** `record`: what an `avcC` box holds, with units of `lengthBytes`. */
export type H264Track = FrameSize & { record: Uint8Array; unitLengthBytes: number }

const typeOf = (unit: Uint8Array) => unit[0]! & 31

function refuseHiddenUnits(units: Uint8Array[]): void {
  for (const { buffer, byteOffset, length } of units)
    if (Buffer.from(buffer, byteOffset, length).includes(startCode)) throw new DamagedVideo('a unit in a unit')
}

/** Takes `count` units with a length of two bytes from a record. */
function takeParameters(record: Uint8Array, start: number, count: number): { units: Uint8Array[]; end: number } {
  const units: Uint8Array[] = []
  let end = start
  for (let n = 0; n < count; n++) {
    const length = ((record[end] ?? 0) << 8) + (record[end + 1] ?? 0)
    const unit = record.subarray(end + 2, end + 2 + length)
    if (length === 0 || unit.length < length) throw new DamagedVideo('parameters are cut off')
    units.push(unit)
    end += 2 + length
  }
  return { units, end }
}

const withLength = (unit: Uint8Array) => [unit.length >> 8, unit.length & 255, ...unit]

/**
 * Reads an `avcC` box, and writes it again without anything but parameters. Throws DamagedVideo or UnplayableVideo.
 */
export function readRecord(record: Uint8Array): H264Track {
  const [version, profile = 0, compatibility = 0, level = 0, lengths = 0, count = 0] = record
  if (version !== 1) throw new DamagedVideo('a record of another version')
  const { units, end } = takeParameters(record, 6, count & 31)
  const pictureUnits = takeParameters(record, end + 1, record[end] ?? 0).units
  // Firefox writes the first byte of each twice (Mozilla's bug 2031056). The second is the profile, and none is 0x67.
  const firstByte = units[0]?.[1] === units[0]?.[0] ? 1 : 0
  const sequences = units.map((unit) => unit.subarray(firstByte))
  const pictures = pictureUnits.map((unit) => unit.subarray(firstByte))
  const [first] = sequences
  if (!first || pictures.length === 0) throw new DamagedVideo('no parameters')
  const size = readFrameSize(first)
  for (const unit of sequences) refuseOtherSize(unit, size)
  if (!sequences.every((unit) => typeOf(unit) === sequenceParameters)) throw new DamagedVideo('no parameters')
  if (!pictures.every((unit) => typeOf(unit) === pictureParameters)) throw new DamagedVideo('no parameters')
  refuseHiddenUnits([...sequences, ...pictures])
  const extension = profile === highProfile ? [0xfd, 0xf8, 0xf8, 0] : []
  const header = [1, profile, compatibility, level, 0xfc + lengthBytes - 1, 0xe0 + sequences.length]
  const clean = [
    ...header,
    ...sequences.flatMap(withLength),
    pictures.length,
    ...pictures.flatMap(withLength),
    ...extension,
  ]
  return { ...size, record: Uint8Array.from(clean), unitLengthBytes: (lengths & 3) + 1 }
}

function refuseOtherSize(unit: Uint8Array, { width, height }: FrameSize): void {
  const other = readFrameSize(unit)
  if (other.width !== width || other.height !== height) throw new DamagedVideo('the size changes')
}

function* readUnits(packet: Uint8Array, unitLengthBytes: number): Generator<Uint8Array> {
  for (let start = 0; start < packet.length;) {
    let length = 0
    for (let n = 0; n < unitLengthBytes; n++) length = length * 256 + (packet[start + n] ?? Infinity)
    const unit = packet.subarray(start + unitLengthBytes, start + unitLengthBytes + length)
    if (unit.length !== length) throw new DamagedVideo('a unit is cut off')
    if (length > 0) yield unit
    start += unitLengthBytes + length
  }
}

/**
 * Leaves the units of a frame that a decoder needs. `isKey`: it can be decoded without others. Throws DamagedVideo or
 * UnplayableVideo.
 */
export function cleanFrame(packet: Uint8Array, track: H264Track): { data: Uint8Array; isKey: boolean } {
  const kept: Uint8Array[] = []
  for (const unit of readUnits(packet, track.unitLengthBytes)) {
    const type = typeOf(unit)
    if (type === sequenceParameters) refuseOtherSize(unit, track)
    if (keptUnits.has(type)) kept.push(unit)
  }
  refuseHiddenUnits(kept)
  const types = kept.map(typeOf)
  if (!types.some((type) => sliceUnits.has(type))) throw new DamagedVideo('a frame without a picture')
  const data = Buffer.alloc(kept.reduce((sum, { length }) => sum + lengthBytes + length, 0))
  let end = 0
  for (const unit of kept) {
    data.writeUInt32BE(unit.length, end)
    data.set(unit, end + lengthBytes)
    end += lengthBytes + unit.length
  }
  return { data, isKey: types.includes(idrSlice) }
}
