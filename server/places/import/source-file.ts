import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { createGunzip } from 'node:zlib'
import { type Encoding, markedEncodingOf } from '#server/platform/text-encoding.ts'

/** A file that cannot be read; the message is one line for an operator. */
export class UnreadableFile extends Error {}

export type Format = 'pbf' | 'json' | 'text'

export type SourceFile = {
  path: string
  /** Without the folder. */
  name: string
  /** In bytes, before decompression. */
  size: number
  gzipped: boolean
  format: Format
}

const startBytes = 64 * 1024

/** Detects the format by the first bytes, not by the name. */
export async function openSourceFile(file: string): Promise<SourceFile> {
  const stats = await stat(file).catch(() => null)
  if (!stats?.isFile()) throw new UnreadableFile(stats ? 'is not a file' : 'does not exist')
  const start = await readStart(file)
  if (start.length === 0) throw new UnreadableFile('is empty')
  const gzipped = start[0] === 0x1f && start[1] === 0x8b
  const source = { path: file, name: path.basename(file), size: stats.size, gzipped }
  const content = gzipped ? await firstChunk(source) : start
  return { ...source, format: formatOf(content, source.name) }
}

async function readStart(file: string): Promise<Buffer> {
  const handle = await open(file).catch((error: Error) => {
    throw new UnreadableFile(`cannot be opened: ${error.message}`)
  })
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(startBytes) })
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function firstChunk(file: Omit<SourceFile, 'format'>): Promise<Buffer> {
  for await (const chunk of readChunks(file)) return chunk
  throw new UnreadableFile('is empty')
}

function formatOf(start: Buffer, name: string): Format {
  // Four bytes for the length, then the header of the first blob.
  if (
    start.length > 15 &&
    start.readUInt32BE(0) < startBytes &&
    start.subarray(4, 15).toString('latin1') === '\n\tOSMHeader'
  )
    return 'pbf'
  if (/\.pbf(\.gz)?$/i.test(name)) throw new UnreadableFile('is not an OpenStreetMap PBF file')
  const binary = otherBinaries.find(
    ([beginning]) => start.subarray(0, beginning.length).toString('latin1') === beginning,
  )
  if (binary) throw new UnreadableFile(binary[1])
  const encoding = markedEncodingOf(start) ?? 'utf-8'
  if (start.includes(0) && !encoding.startsWith('utf-16'))
    throw new UnreadableFile('is neither OpenStreetMap PBF nor text')
  const text = withoutRecordMarks(new TextDecoder(encoding).decode(start)).trimStart()
  if (!text) throw new UnreadableFile('holds nothing but blanks')
  if (text.startsWith('{') || text.startsWith('[')) return 'json'
  const isOther = otherTexts.find(([start]) => start.test(text))
  if (isOther) throw new UnreadableFile(isOther[1])
  return 'text'
}

/** Files that are no places, by their beginning, and what to do. */
const otherTexts: [RegExp, string][] = [
  [/^<(!doctype html|html|head|body)\b/i, 'is a web page, perhaps with an error: download the data again'],
  [/^(<[?!][^>]*>\s*)*<osm\b/i, 'is XML of OpenStreetMap, which is not read: convert it to .osm.pbf'],
  [/^(<[?!][^>]*>\s*)*<kml\b/i, 'is KML, which is not read: convert it to GeoJSON'],
  [/^(<[?!][^>]*>\s*)*<gpx\b/i, 'is GPX, which is not read: convert it to GeoJSON'],
  [/^</, 'is XML, which is not read: convert it to GeoJSON or CSV'],
]
const otherBinaries: [string, string][] = [
  ['PK\u0003\u0004', 'is a ZIP archive (.zip, .xlsx, .kmz), which is not read: unpack it, or export CSV or GeoJSON'],
  ['\u0000\u0000\u0027\u000a', 'is a shapefile, which is not read: convert it to GeoJSON'],
  ['SQLite format 3', 'is a database (.gpkg, .sqlite), which is not read: export GeoJSON'],
  ['%PDF', 'is a PDF'],
]

/** Text sequences of JSON begin each value with this character. */
export const withoutRecordMarks = (text: string): string => text.replaceAll('\u001e', '')

/** Streams the decompressed content. @param onRead called with the number of bytes read from the disk. */
async function* readChunks(
  file: Pick<SourceFile, 'path' | 'gzipped'>,
  onRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<Buffer> {
  const disk = createReadStream(file.path, { highWaterMark: 256 * 1024 })
  const chunks = file.gzipped ? disk.pipe(createGunzip()) : disk
  if (chunks !== disk) disk.once('error', (error) => chunks.destroy(error))
  try {
    for await (const chunk of chunks) {
      onRead(disk.bytesRead)
      yield chunk as Buffer
    }
  } catch (error) {
    if (!file.gzipped) throw error
    throw new UnreadableFile(`is truncated or damaged: ${(error as Error).message}`)
  } finally {
    disk.destroy()
  }
}

/**
 * Returns the encoding that a byte order mark names; else UTF-8 if the whole file is valid in it, else that of Italian
 * spreadsheets.
 */
export async function detectEncoding(file: SourceFile): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isStart = true
  for await (const chunk of readChunks(file)) {
    const marked = isStart ? markedEncodingOf(chunk) : undefined
    if (marked) return marked
    isStart = false
    if (!canDecode(decoder, chunk)) return 'windows-1252'
  }
  return canDecode(decoder) ? 'utf-8' : 'windows-1252'
}

function canDecode(decoder: TextDecoder, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined })
    return true
  } catch {
    return false
  }
}

/** Streams the text of a file, without its byte order mark. @param onRead as for `readChunks`. */
export async function* readText(
  file: SourceFile,
  encoding: Encoding,
  onRead?: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of readChunks(file, onRead)) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

export const maxLineLength = 1024 * 1024

/** Streams the lines of a file. Throws an UnreadableFile when one has no end. @param onRead as for `readChunks`. */
export async function* readLines(
  file: SourceFile,
  encoding: Encoding,
  onRead?: (bytes: number) => void,
): AsyncGenerator<string> {
  let rest = ''
  for await (const text of readText(file, encoding, onRead)) {
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop() ?? ''
    if (rest.length > maxLineLength) throw new UnreadableFile(`has a line of more than ${maxLineLength} characters`)
    yield* lines
  }
  if (rest) yield rest
}
