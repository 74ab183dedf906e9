/** A field of a message: a number, or bytes. */
type Field = { number: number; value: number; bytes: Buffer | null }

/**
 * The fields of one protobuf message; as little of the format as the outside of an OpenStreetMap file needs. Throws
 * where it breaks off.
 */
export function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let shift = 0; shift < 10; shift += 1) {
      const byte = message[at]
      if (byte === undefined) throw new RangeError('a number breaks off')
      at += 1
      value += (byte & 0x7f) * 2 ** (7 * shift)
      if (byte < 0x80) return value
    }
    throw new RangeError('a number does not end')
  }
  while (at < message.length) {
    const tag = varint()
    const [number, wire] = [Math.floor(tag / 8), tag % 8]
    if (wire === 0) yield { number, value: varint(), bytes: null }
    else if (wire === 1 || wire === 5) at += wire === 1 ? 8 : 4
    else if (wire === 2) {
      const length = varint()
      if (at + length > message.length) throw new RangeError('a field breaks off')
      at += length
      yield { number, value: length, bytes: message.subarray(at - length, at) }
    } else throw new RangeError('a field of an unknown kind')
  }
}
