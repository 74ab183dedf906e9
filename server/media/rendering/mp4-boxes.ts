// The few boxes of MP4 (ISO/IEC 14496-12) that mediabunny neither shows nor lets one choose.

type Box = { type: string; content: Buffer }

/** Reads boxes one after the other, up to the first that does not fit. */
function* readBoxes(bytes: Buffer): Generator<Box> {
  for (let start = 0; start + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(start)
    const type = bytes.toString('latin1', start + 4, start + 8)
    const headerLength = size === 1 ? 16 : 8
    if (start + headerLength > bytes.length) return
    const large = size === 1 ? Number(bytes.readBigUInt64BE(start + 8)) : size
    const end = size === 0 ? bytes.length : start + large
    if (end < start + headerLength || end > bytes.length) return
    yield { type, content: bytes.subarray(start + headerLength, end) }
    start = end
  }
}

const findBoxes = (bytes: Buffer, ...[type, ...inner]: string[]): Buffer[] =>
  [...readBoxes(bytes)]
    .filter((box) => box.type === type)
    .flatMap(({ content }) => (inner.length > 0 ? findBoxes(content, ...inner) : [content]))

/** Replaces the times of an MP4 file, which say when it was written, by none. */
export function removeDates(file: Buffer): void {
  const headers = [['mvhd'], ['trak', 'tkhd'], ['trak', 'mdia', 'mdhd']]
  for (const path of headers)
    for (const content of findBoxes(file, 'moov', ...path)) content.fill(0, 4, content[0] === 1 ? 20 : 12)
}

/** Version 1 of a box has numbers of eight bytes. */
const readNumber = (box: Buffer, position: number) =>
  box[0] === 1 ? Number(box.readBigUInt64BE(position)) : box.readUInt32BE(position)

/**
 * Finds where an edit list ends a track: what comes later was cut away on the phone, and is still in the file. mediabunny
 * takes the start of the first edit, and no end. Throws when a box is too short.
 * @param trackId that of its header.
 * @returns seconds of presentation; Infinity without an end.
 */
export function findEnd(file: Buffer, trackId: number): number {
  const [movie] = findBoxes(file, 'moov', 'mvhd')
  const track = findBoxes(file, 'moov', 'trak').find((content) => {
    const [header] = findBoxes(content, 'tkhd')
    return header?.readUInt32BE(header[0] === 1 ? 20 : 12) === trackId
  })
  const [edits] = track ? findBoxes(track, 'edts', 'elst') : []
  if (!movie || !edits) return Infinity
  const numberBytes = edits[0] === 1 ? 8 : 4
  const unitsPerSecond = movie.readUInt32BE(movie[0] === 1 ? 20 : 12)
  let units = 0
  for (let position = 8; position < edits.length; position += 2 * numberBytes + 4) {
    const length = readNumber(edits, position)
    units += length
    const isEmpty = edits.readInt32BE(position + numberBytes) === -1
    if (!isEmpty) return length === 0 ? Infinity : units / unitsPerSecond
  }
  return Infinity
}
