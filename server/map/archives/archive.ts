import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { StreetsFailure } from '#contract/map-streets.ts'
import type { GroundSchema } from '#server/map/ground.rules.ts'

/** A file of vector tiles. */
export type Archive = {
  schema: GroundSchema
  /** What the file calls itself; that of `npm run map:streets`, its town. */
  name: string | null
  /** Follows from the content: another file has another version, a copy of this one the same. */
  version: string
  minZoom: number
  maxZoom: number
  /** West, south, east, north in degrees. */
  bounds: [number, number, number, number]
  /** Plain text. */
  attribution: string
  /** Returns a tile as it is stored, or null if the file has none there. Throws if the file cannot be read any more. */
  findTile: (z: number, x: number, y: number) => Promise<Uint8Array | null>
  close: () => Promise<void>
}

/** The file cannot be used as the ground map; the message says why, after the file's name. */
export class UnfitArchive extends Error {
  readonly kind: StreetsFailure

  constructor(message: string, kind: StreetsFailure = 'unfit') {
    super(message)
    this.kind = kind
  }
}

const sampleBytes = 256 * 1024
const samples = 64

/**
 * Returns a version of the file's content: a hash of all of it up to 16 MB, and of 64 evenly spaced samples beyond,
 * because an extract of a country has many gigabytes. Times do not count: each of several servers has its own copy.
 */
export async function versionOf(file: FileHandle): Promise<string> {
  const { size } = await file.stat()
  const hash = createHash('sha256').update(String(size))
  const step = Math.max(sampleBytes, Math.floor(size / samples))
  for (let position = 0; position < size; position += step) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, position)
    hash.update(buffer.subarray(0, bytesRead))
  }
  return hash.digest('base64url').slice(0, 16)
}
