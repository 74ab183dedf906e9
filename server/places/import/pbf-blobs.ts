import { type FileHandle, open } from 'node:fs/promises'
import zlib from 'node:zlib'
import { fieldsOf } from './protobuf.ts'
import { type SourceFile, UnreadableFile } from './source-file.ts'

/** Limits of the format: 64 kB for a blob's header, 32 MB for what is in it. */
const largestHeader = 64 * 1024
const largestBlob = 32 * 1024 * 1024

export type PbfBlob = { type: string; at: number; length: number }

/** An OpenStreetMap file is a row of blobs, each with a header that tells how long it is. */
export class PbfFile {
  private readonly handle: FileHandle
  private readonly size: number

  private constructor(handle: FileHandle, size: number) {
    this.handle = handle
    this.size = size
  }

  static async open({ path, size, gzipped }: SourceFile): Promise<PbfFile> {
    if (gzipped) throw new UnreadableFile('is an OpenStreetMap PBF file inside gzip: unzip it first')
    return new PbfFile(await open(path), size)
  }

  close(): Promise<void> {
    return this.handle.close()
  }

  /** Where each blob lies, without reading it. */
  async *blobs(): AsyncGenerator<PbfBlob> {
    for (let at = 0; at < this.size;) {
      const headerLength = (await this.read(at, 4)).readUInt32BE(0)
      if (headerLength > largestHeader) throw damaged()
      const { type, length } = readHeader(await this.read(at + 4, headerLength))
      if (length > largestBlob || length === 0) throw damaged()
      at += 4 + headerLength
      if (at + length > this.size) throw damaged()
      yield { type, at, length }
      at += length
    }
  }

  /** What is in a blob, decompressed. */
  async content({ at, length }: PbfBlob): Promise<Buffer> {
    return decompress(await this.read(at, length))
  }

  private async read(at: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.handle.read(Buffer.alloc(length), 0, length, at)
    if (bytesRead < length) throw damaged()
    return buffer
  }
}

const damaged = () => new UnreadableFile('is truncated or damaged')

function readHeader(message: Buffer): { type: string; length: number } {
  let [type, length] = ['', 0]
  for (const { number, value, bytes } of orDamaged(() => [...fieldsOf(message)])) {
    if (number === 1 && bytes) type = bytes.toString('latin1')
    if (number === 3) length = value
  }
  return { type, length }
}

const limit = { maxOutputLength: largestBlob }
const compressions: Record<number, (bytes: Buffer) => Buffer> = {
  1: (bytes) => bytes,
  3: (bytes) => zlib.inflateSync(bytes, limit),
  7: (bytes) => zlib.zstdDecompressSync(bytes, limit),
}
const unread: Record<number, string> = { 4: 'LZMA', 5: 'bzip2', 6: 'LZ4' }

function decompress(message: Buffer): Buffer {
  for (const { number, bytes } of orDamaged(() => [...fieldsOf(message)])) {
    if (unread[number])
      throw new UnreadableFile(
        `is compressed with ${unread[number]}, which is not read: convert it with “osmium cat -o NEW.osm.pbf” first`,
      )
    const open = compressions[number]
    if (open && bytes) return orDamaged(() => open(bytes))
  }
  throw damaged()
}

/** What zlib and protobuf throw says nothing to who imports a file. */
export function orDamaged<Result>(work: () => Result): Result {
  try {
    return work()
  } catch {
    throw damaged()
  }
}
