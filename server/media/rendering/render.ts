import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { maxImageBytes } from '#contract/fields.ts'
import { largestPictureHeight, largestPictureWidth, type PictureWidth, pictureWidths } from '#contract/pictures.ts'
import {
  hasShapeOf,
  isHeic,
  maxPixels,
  previewMaxBytes,
  previewSize,
  readableFormats,
} from '#server/media/media.rules.ts'
import { mediaText } from '#server/media/media.text.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** 0 to 6. Effort 2 takes half the time of the default 4, for files 8 % larger. */
const webpEffort = 2

/**
 * The bytes of each width above which a picture is encoded in the next lower quality. Photographs stay far below (a
 * detailed one of 1280 × 960 pixels has 0.3 MB at the first quality); noise does not.
 */
const maxBytesByWidth: Record<PictureWidth, number> = { 320: 96 * 1024, 640: 384 * 1024, 1280: 1024 * 1024 }
const qualities = [80, 40, 5] as const
const previewQualities = [80, 60, 40, 20, 5] as const

sharp.concurrency(1)
sharp.cache(false)
// libvips looks into a file to choose its decoder, and some decoders run for minutes before the format is known (SVG
// expands entities). The others are refused by the library itself, in milliseconds. HEIF includes AVIF.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`),
})

/** Decodes the data URL of an upload. @returns null if it is none. */
function decodeDataUrl(dataUrl: string): Buffer | null {
  const comma = dataUrl.indexOf(',')
  if (!/^data:[^,]*;base64$/i.test(dataUrl.slice(0, Math.max(comma, 0)))) return null
  return Buffer.from(dataUrl.slice(comma + 1), 'base64')
}

/** Throws a Refusal 415 (not a data URL) or 413 (too large). */
function decodeImage(dataUrl: string): Buffer {
  const bytes = decodeDataUrl(dataUrl)
  if (!bytes) throw new Refusal(415, mediaText.unreadable)
  if (bytes.length > maxImageBytes) throw new Refusal(413, mediaText.tooLarge)
  return bytes
}

/** `width` and `height` are those of the largest file. */
export type RenderedPicture = {
  width: number
  height: number
  thumbhash: string
  files: { width: number; data: Buffer }[]
}

/** Decodes a picture, turns it upright and encodes every width without metadata. Throws a Refusal 413 or 415. */
export async function render(dataUrl: string): Promise<RenderedPicture> {
  const bytes = decodeImage(dataUrl)
  try {
    // limitInputPixels is above our own limit, so that the refusal gives the right reason.
    const image = sharp(bytes, { limitInputPixels: maxPixels * 4, failOn: 'error', sequentialRead: true })
    const { format, width, height } = await image.metadata()
    if (!readableFormats.has(format)) throw new Refusal(415, mediaText.unreadable)
    if (width * height > maxPixels) throw new Refusal(413, mediaText.tooManyPixels)
    // Decode once. sharp drops metadata unless asked to keep it.
    const largest = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: largestPictureWidth, height: largestPictureHeight, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const files: RenderedPicture['files'] = []
    let pixels: RawPixels = largest
    // Each width is scaled from the one above, which costs a fraction of scaling from the largest.
    for (const width of pictureWidths.toReversed()) {
      pixels = await shrink(pixels, width)
      files.push({ width, data: await encode(pixels, maxBytesByWidth[width]) })
    }
    return { width: largest.info.width, height: largest.info.height, thumbhash: await thumbhashOf(pixels), files }
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (/pixel limit/i.test((error as Error).message)) throw new Refusal(413, mediaText.tooManyPixels)
    throw new Refusal(415, isHeic(bytes) ? mediaText.heic : mediaText.unreadable)
  }
}

export type RenderedVideo = RenderedPicture & { video: { data: Buffer; ms: number; isSilent: boolean } }

/**
 * Renders the cover of a video, and writes its video and sound into a new file. Throws a Refusal 400 (cover of another
 * shape), 413 or 415.
 */
export async function renderVideo(dataUrl: string, coverDataUrl: string): Promise<RenderedVideo> {
  // Loaded only then: it takes a tenth of a second.
  const { remuxVideo } = await import('./remux-video.ts')
  const bytes = decodeDataUrl(dataUrl)
  if (!bytes) throw new Refusal(415, mediaText.videoUnreadable)
  const { data, ms, isSilent, ...shown } = await remuxVideo(bytes)
  const cover = await render(coverDataUrl)
  if (!hasShapeOf(cover, shown)) throw new Refusal(400, mediaText.coverShape)
  return { ...cover, video: { data, ms, isSilent } }
}

type RawPixels = { data: Buffer; info: OutputInfo }
const openPixels = ({ data, info }: RawPixels): Sharp =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })

const shrink = (pixels: RawPixels, width: number): Promise<RawPixels> | RawPixels =>
  pixels.info.width <= width ? pixels : openPixels(pixels).resize({ width }).raw().toBuffer({ resolveWithObject: true })

/** Encodes in the first quality that stays below a number of bytes, or in the lowest. */
async function encode(pixels: RawPixels, maxBytes: number): Promise<Buffer> {
  let data = Buffer.alloc(0)
  for (const quality of qualities) {
    data = await openPixels(pixels).webp({ quality, effort: webpEffort }).toBuffer()
    if (data.length <= maxBytes) break
  }
  return data
}

/** Makes the JPEG of a stored picture that previews of links show. */
export async function renderPreview(bytes: Uint8Array): Promise<Buffer> {
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
  const pixels = await image
    .resize({ ...previewSize(await image.metadata()), fit: 'fill' })
    .flatten({ background: '#fffdfa' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  let data = Buffer.alloc(0)
  for (const quality of previewQualities) {
    data = await openPixels(pixels).jpeg({ quality, progressive: true }).toBuffer()
    if (data.length <= previewMaxBytes) break
  }
  return data
}

async function thumbhashOf(pixels: RawPixels): Promise<string> {
  const { data, info } = await openPixels(pixels)
    .resize(100, 100, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}
