import type { Readable } from 'node:stream'
import { pictureFileName, largestPictureWidth } from '#contract/pictures.ts'

/** A stored picture before it has a row: the files are there already. */
export type NewPicture = { name: string; width: number; height: number; thumbhash: string }

/** Keeps pictures as files in one folder; the rows that name them are written by whoever owns the picture. */
export type PictureStore = {
  /** Decodes the picture of a data URL, turns it upright, strips all metadata and writes the files. Throws a Refusal 413, 415 or 503. */
  save: (dataUrl: string) => Promise<NewPicture>
  /**
   * Has the rows of a saved picture written. When they are refused its files go; when no answer came they stay for the
   * sweep, since the rows may be there.
   */
  claim: <Result>(picture: NewPicture | null, write: () => Promise<Result>) => Promise<Result>
  /** The same picture once more, under a name of its own: whoever deletes one leaves the other. */
  copy: (picture: NewPicture) => Promise<NewPicture>
  /** A picture in its largest width; the stream fails when the file is gone. */
  read: (name: string) => Readable
  /** Deletes the files of a picture; missing ones are fine. */
  remove: (name: string) => Promise<void>
}

/** The most pixels an image may have: 50 MP (design: media). */
export const pixelsLimit = 50_000_000
/** What `sharp` may be handed; what the client calls the file is not believed. */
export const readableFormats = new Set(['jpeg', 'png', 'webp', 'heif', 'avif'])

/** Where a picture is served in its largest width. */
export const pictureUrl = (name: string): string => `/media/${pictureFileName(name, largestPictureWidth)}`
