import type { Readable } from 'node:stream'
import { pictureNameOf, type PictureSource } from '#server/platform/picture-files.ts'

/**
 * Stores the files of pictures in a folder or a bucket. A file is written once and never changes. Throws a Refusal 503
 * when the store is full or unreachable.
 */
export type FileStore = {
  /** Throws a Refusal 503 when nothing can be written, before the work of rendering. */
  refuseWhenUnavailable: () => Promise<void>
  /** Writes a file; when it resolves the file outlasts a power cut. */
  put: (file: string, data: Buffer) => Promise<void>
  copy: (from: string, to: string) => Promise<void>
  /** Throws a Refusal 404 when there is no such file. */
  read: (file: string) => Promise<Readable>
  /** Deletes a file, if it exists. */
  remove: (file: string) => Promise<void>
  /** In bytes; null when there is no such file. */
  findSize: (file: string) => Promise<number | null>
  /** Lists all files of pictures, page by page. A server never does: there may be millions. */
  list: () => AsyncIterable<string[]>
  /** How the server sends files. */
  source: PictureSource
}

/** Whether a name is one of a picture's or video's file: other things may lie in the same place. */
export const isPictureFile = (file: string): boolean => pictureNameOf(file) !== undefined
