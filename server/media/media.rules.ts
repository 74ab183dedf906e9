import type { Readable } from 'node:stream'
import { videoLimits } from '#contract/limits.ts'
import { pictureFileName, largestPictureWidth, videoFileName } from '#contract/pictures.ts'

/** A picture whose files are written and whose row is not: within an hour it is inserted or given up. `bytes`: of all its files. */
export type NewPicture = {
  name: string
  width: number
  height: number
  thumbhash: string
  bytes: number
  /** Null for a picture that does not move. `isSilent`: without sound. */
  video: { ms: number; isSilent: boolean } | null
}

/** A picture as a client sent it, or a video with its cover. `signal`: aborted when the client leaves. */
type Upload = { dataUrl: string; videoDataUrl?: string | null; accountId: number; signal: AbortSignal }

/** Stores the files of pictures. The feature that owns a picture writes its row. */
export type PictureStore = {
  /**
   * Renders an upload and writes its files. One account has one picture in the works, and accounts take turns. Throws a
   * Refusal 400 (cover), 413, 415, 429 (too many at once) or 503.
   */
  save: (upload: Upload) => Promise<NewPicture>
  /**
   * Runs `insertRows`, which inserts the rows of a saved picture. If it fails the files are deleted; if the outcome is
   * unknown they stay for the sweep, because the rows may exist.
   */
  claim: <Result>(picture: NewPicture | null, insertRows: () => Promise<Result>) => Promise<Result>
  /** Copies a picture under a new name, so that each copy can be deleted alone. */
  copy: (picture: NewPicture) => Promise<NewPicture>
  /** Reads the largest width. Throws a Refusal 404 or 503. */
  read: (name: string) => Promise<Readable>
  /** Reads the video of a picture that has one. Throws a Refusal 404 or 503. */
  readVideo: (name: string) => Promise<Readable>
  /** Deletes the files of pictures that have no rows. Never throws: what cannot be deleted now the sweep deletes. */
  remove: (names: string[]) => Promise<void>
}

type Size = { width: number; height: number }

/** Largest image in pixels (docs/product.md, "Limits and constants"). */
export const maxPixels = 50_000_000
/**
 * Formats that `sharp` may decode (render.ts) and we accept. The client's file type is ignored. `heif` is how sharp calls
 * AVIF; it cannot decode HEIC.
 */
export const readableFormats = new Set(['jpeg', 'png', 'webp', 'heif', 'avif'])

/** The kinds of HEIC, as its first box names them. */
const heicBrands = /heic|heix|heim|heis|hevc|hevx/
const longestBrandList = 128

/** Whether a file says that it is HEIC, which iPhones take and convert for everybody who asks for a photo by itself. */
export const isHeic = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 4, 8) === 'ftyp' &&
  heicBrands.test(bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), longestBrandList)))

/** The longest video of a number of seconds: cut at the edges of frames, it is a little longer. */
export const longestVideoMs = (seconds: number): number => seconds * 1000 + 500

/** What a video may be at most. */
export const takenVideo = {
  /** A list repeats a shorter one many times a second. */
  shortestMs: 100,
  longestMs: longestVideoMs(videoLimits.seconds),
  longerSide: videoLimits.longerSide,
  shorterSide: videoLimits.shorterSide,
  /** Sixty a second, and a few. */
  frames: 4000,
  /** The shortest ones that phones write, for a minute. */
  audioPackets: 6000,
  /** On average. */
  bitsPerSecond: (videoLimits.bitsPerSecond * 4) / 3,
} as const

const coverTolerance = 0.02

/** Whether a cover takes the place of a video without a jump. */
export const hasShapeOf = (cover: Size, video: Size): boolean =>
  Math.abs((cover.width * video.height) / (cover.height * video.width) - 1) <= coverTolerance

/** The URL of a picture's largest width. */
export const pictureUrl = (name: string): string => `/media/${pictureFileName(name, largestPictureWidth)}`

/** The URL of the video whose cover has that name. */
export const videoUrl = (name: string): string => `/media/${videoFileName(name)}`

/** The longer side of a picture in the preview of a link, and its largest file: WhatsApp leaves out larger ones. */
const previewSidePx = 1200
export const previewMaxBytes = 300_000

/** The size of a picture in the preview of a link: in its own shape, never enlarged. */
export function previewSize({ width, height }: Size): Size {
  const scale = Math.min(1, previewSidePx / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The URL of a picture in the preview of a link. */
export const previewUrl = (name: string): string => `/media/preview/${name}.jpg`
