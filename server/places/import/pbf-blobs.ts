import { type FileHandle, open } from 'node:fs/promises'
import zlib from 'node:zlib'
import { fieldsOf } from './protobuf.ts'
import { type SourceFile, UnreadableFile } from './source-file.ts'

/** Limits of the format. */
const maxHeaderBytes = 64 * 1024
const maxBlobBytes = 32 * 1024 * 1024

export type PbfBlob = { type: string; offset: number; length: number }

/** An OpenStreetMap file is a sequence of blobs, each with a header that contains its length. */
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

  /** Returns the offsets of the blobs, without reading their contents. */
  async *blobs(): AsyncGenerator<PbfBlob> {
    let offset = 0
    while (offset < this.size) {
      const headerLength = (await this.read(offset, 4)).readUInt32BE(0)
      if (headerLength > maxHeaderBytes) throw damaged()
      const { type, length } = readHeader(await this.read(offset + 4, headerLength))
      if (length > maxBlobBytes || length === 0) throw damaged()
      offset += 4 + headerLength
      if (offset + length > this.size) throw damaged()
      yield { type, offset, length }
      offset += length
    }
  }

  /** Returns the decompressed content of a blob. */
  async content({ offset, length }: PbfBlob): Promise<Buffer> {
    return decompress(await this.read(offset, length))
  }

  private async read(offset: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.handle.read(Buffer.alloc(length), 0, length, offset)
    if (bytesRead < length) throw damaged()
    return buffer
  }
}

const damaged = () => new UnreadableFile('is truncated or damaged')

function readHeader(message: Buffer): { type: string; length: number } {
  let type = ''
  let length = 0
  for (const { number, value, bytes } of refuseIfDamaged(() => [...fieldsOf(message)])) {
    if (number === 1 && bytes) type = bytes.toString('latin1')
    if (number === 3) length = value
  }
  return { type, length }
}

const zlibOptions = { maxOutputLength: maxBlobBytes }
const compressions: Record<number, (bytes: Buffer) => Buffer> = {
  1: (bytes) => bytes,
  3: (bytes) => zlib.inflateSync(bytes, zlibOptions),
  7: (bytes) => zlib.zstdDecompressSync(bytes, zlibOptions),
}
const unsupportedCompressions: Record<number, string> = { 4: 'LZMA', 5: 'bzip2', 6: 'LZ4' }

function decompress(message: Buffer): Buffer {
  for (const { number, bytes } of refuseIfDamaged(() => [...fieldsOf(message)])) {
    if (unsupportedCompressions[number])
      throw new UnreadableFile(
        `is compressed with ${unsupportedCompressions[number]}, which is not read: ` +
          'convert it with “osmium cat -o NEW.osm.pbf” first',
      )
    const decode = compressions[number]
    if (decode && bytes) return refuseIfDamaged(() => decode(bytes))
  }
  throw damaged()
}

/** Replaces errors of zlib and protobuf, which mean nothing to an operator. */
export function refuseIfDamaged<Result>(work: () => Result): Result {
  try {
    return work()
  } catch {
    throw damaged()
  }
}
