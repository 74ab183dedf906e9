import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import {
  DamagedBackup,
  maxEntryBytes,
  manifestName,
  type Manifest,
  readSeal,
  sealBytes,
  sha256,
  backupFormat,
} from './archive.ts'

export type ArchiveEntry = { name: string; data: Buffer }

const listPattern = /^checksums\/\d+\.sha256$/

/**
 * Reads a backup from beginning to end, and checks each byte of it. An entry is proved only when the file has been read
 * to its end. Throws DamagedBackup.
 * @param onRead gets how many bytes have been read.
 */
export async function* readArchive(
  file: string,
  onRead: (bytes: number, total: number) => void = () => undefined,
): AsyncGenerator<ArchiveEntry> {
  const { digest: expected, size } = await readEnd(file)
  const digest = createHash('sha256')
  let bytesRead = 0
  const bytes = createReadStream(file, { end: size - 1, highWaterMark: 1024 * 1024 }).on('data', (chunk) => {
    digest.update(chunk)
    bytesRead += chunk.length
    onRead(bytesRead, size)
  })
  const entries = Readable.toWeb(bytes).pipeThrough(
    createTarDecoder({ strict: true }) as never,
  ) as unknown as AsyncIterable<{
    header: { name: string; size: number }
    body: ReadableStream<Uint8Array>
  }>
  const unproved = new Map<string, string>()
  try {
    for await (const { header, body } of entries) {
      if (header.size > maxEntryBytes) throw new DamagedBackup(`${header.name} is too large`)
      const data = await buffer(body as never)
      if (listPattern.test(header.name)) proveEntries(unproved, data)
      else unproved.set(header.name, sha256(data))
      yield { name: header.name, data }
    }
  } catch (error) {
    throw (error as { code?: unknown }).code === undefined && !(error instanceof DamagedBackup)
      ? new DamagedBackup(`it cannot be read after ${bytesRead} bytes: ${(error as Error).message}`)
      : error
  } finally {
    bytes.destroy()
  }
  if (digest.digest('hex') !== expected) throw new DamagedBackup('its checksum is another one')
  if (unproved.size > 0) throw new DamagedBackup(`there is no checksum of ${[...unproved.keys()][0]}`)
}

/** Compares the entries since the last list with their checksums. */
function proveEntries(unproved: Map<string, string>, list: Buffer): void {
  for (const line of list.toString().split('\n').slice(0, -1)) {
    const [checksum, name = ''] = line.split('  ')
    if (!unproved.has(name)) throw new DamagedBackup(`${name} is missing`)
    if (unproved.get(name) !== checksum) throw new DamagedBackup(`${name} is damaged`)
    unproved.delete(name)
  }
  if (unproved.size > 0) throw new DamagedBackup(`there is no checksum of ${[...unproved.keys()][0]}`)
}

/** @returns the digest that the file ends with, and how many bytes it is of. */
async function readEnd(file: string): Promise<{ digest: string; size: number }> {
  const handle = await open(file)
  try {
    const size = (await handle.stat()).size - sealBytes
    if (size < 0) throw new DamagedBackup('it is no backup, or was cut off')
    const { buffer: end } = await handle.read(Buffer.alloc(sealBytes), 0, sealBytes, size)
    const digest = readSeal(end)
    if (digest === undefined) throw new DamagedBackup('it is no complete backup: its end is missing')
    return { digest, size }
  } finally {
    await handle.close()
  }
}

/** Reads the description at the beginning of a backup. */
export async function readManifest(file: string): Promise<Manifest> {
  for await (const { name, data } of readArchive(file)) {
    if (name !== manifestName) break
    return parseManifest(data)
  }
  throw new DamagedBackup('it does not begin as a backup does')
}

/** Throws for a format of a later version. */
export function parseManifest(data: Buffer): Manifest {
  const manifest = parseEntry<Manifest>(manifestName, data)
  if (manifest.format !== backupFormat)
    throw new DamagedBackup(`its format is ${manifest.format}, and this version of Dintorni reads ${backupFormat}`)
  return manifest
}

/** Reads an entry of JSON. */
export function parseEntry<Content>(name: string, data: Buffer): Content {
  try {
    return JSON.parse(data.toString()) as Content
  } catch {
    throw new DamagedBackup(`${name} is damaged`)
  }
}

const decompress = promisify(gunzip)

/** Decompresses a part of a table. */
export const readPart = ({ name, data }: ArchiveEntry): Promise<Buffer> =>
  decompress(data).catch(() => {
    throw new DamagedBackup(`${name} is damaged`)
  })
