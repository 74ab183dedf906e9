// The little of AAC in which encoders write who they are: ISO/IEC 14496-3, 4.4.2.7 and 4.4.2.8.

/** An element that fills up a frame; that of FFmpeg's encoder holds its name and version. */
const fillElement = 6
/** The kind of its content that says nothing. Others hold parts of the sound. */
const filling = 0

/** Reads bits from the left; those after the end are 0. */
function readBits(bytes: Uint8Array, position: number, count: number): number {
  let value = 0
  for (let n = position; n < position + count; n++) value = value * 2 + (((bytes[n >> 3] ?? 0) >> (7 - (n & 7))) & 1)
  return value
}

/** Returns a frame whose first elements fill it with nothing, if they fill it. The sound is the same. */
export function cleanSound(packet: Uint8Array): Uint8Array {
  const clean = Uint8Array.from(packet)
  let position = 0
  while (position < clean.length * 8 && readBits(clean, position, 3) === fillElement) {
    const count = readBits(clean, position + 3, 4)
    const isLong = count === 15
    const start = position + (isLong ? 15 : 7)
    const end = start + 8 * (isLong ? count + readBits(clean, position + 7, 8) - 1 : count)
    if (readBits(clean, start, 4) === filling)
      for (let n = start; n < Math.min(end, clean.length * 8); n++) clean[n >> 3]! &= ~(128 >> (n & 7))
    position = end
  }
  return clean
}
