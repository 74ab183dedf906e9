/** A field of a message: `number` is its tag; a length-delimited one has bytes. */
type Field = { number: number; value: number; bytes: Buffer | null }

/**
 * Reads the fields of a protobuf message, as far as the envelope of an OpenStreetMap file needs it. Throws if the
 * message is truncated.
 */
export function* fieldsOf(message: Buffer): Generator<Field> {
  let offset = 0
  const varint = (): number => {
    let value = 0
    for (let shift = 0; shift < 10; shift += 1) {
      const byte = message[offset]
      if (byte === undefined) throw new RangeError('truncated number')
      offset += 1
      value += (byte & 0x7f) * 2 ** (7 * shift)
      if (byte < 0x80) return value
    }
    throw new RangeError('number without an end')
  }
  while (offset < message.length) {
    const tag = varint()
    const number = Math.floor(tag / 8)
    const wireType = tag % 8
    if (wireType === 0) yield { number, value: varint(), bytes: null }
    else if (wireType === 1 || wireType === 5) offset += wireType === 1 ? 8 : 4
    else if (wireType === 2) {
      const length = varint()
      if (offset + length > message.length) throw new RangeError('truncated field')
      offset += length
      yield { number, value: length, bytes: message.subarray(offset - length, offset) }
    } else throw new RangeError('unknown wire type')
  }
}
