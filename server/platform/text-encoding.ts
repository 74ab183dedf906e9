export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
/** Byte order marks, in hexadecimal. */
const encodingsByMark: Record<string, Encoding> = { efbbbf: 'utf-8', fffe: 'utf-16le', feff: 'utf-16be' }

/** Returns the encoding that the first bytes of a text name, if they do. */
export const markedEncodingOf = (start: Buffer): Encoding | undefined =>
  encodingsByMark[start.toString('hex', 0, 3)] ?? encodingsByMark[start.toString('hex', 0, 2)]

/**
 * Decodes a text, without its byte order mark: in the encoding that the mark names, else in UTF-8 if it is valid in it,
 * else in that of Italian editors under Windows ("ANSI").
 */
export function decodeText(bytes: Buffer): string {
  const marked = markedEncodingOf(bytes)
  if (marked) return new TextDecoder(marked).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
