import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { maxImageBytes } from '#contract/fields.ts'
import { pictureWidths } from '#contract/pictures.ts'
import { maxPixels, readableFormats } from '#server/media/media.rules.ts'
import { mediaText } from '#server/media/media.text.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Longest time for decoding one picture. */
const decodeTimeoutSeconds = 20
/** 0 to 6. Effort 2 takes half the time of the default 4, for files 8 % larger. */
const webpEffort = 2

sharp.concurrency(1)
sharp.cache(false)

/** Decodes a data URL. Throws a Refusal 415 (not a data URL) or 413 (too large). */
function decodeDataUrl(dataUrl: string): Buffer {
  const comma = dataUrl.indexOf(',')
  if (!/^data:[^,]*;base64$/i.test(dataUrl.slice(0, Math.max(comma, 0)))) throw new Refusal(415, mediaText.unreadable)
  const bytes = Buffer.from(dataUrl.slice(comma + 1), 'base64')
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
  const bytes = decodeDataUrl(dataUrl)
  try {
    // limitInputPixels is above our own limit, so that the refusal gives the right reason.
    const image = sharp(bytes, { limitInputPixels: maxPixels * 4, failOn: 'error', sequentialRead: true }).timeout({
      seconds: decodeTimeoutSeconds,
    })
    const { format, width, height } = await image.metadata()
    if (!readableFormats.has(format)) throw new Refusal(415, mediaText.unreadable)
    if (width * height > maxPixels) throw new Refusal(413, mediaText.tooManyPixels)
    // Decode once. sharp drops metadata unless asked to keep it.
    const largest = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: decodeTimeoutSeconds })
      .autoOrient()
      .resize({ width: pictureWidths.at(-1)!, withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const files: RenderedPicture['files'] = []
    let pixels: RawPixels = largest
    // Each width is scaled from the one above, which costs a fraction of scaling from the largest.
    for (const width of pictureWidths.toReversed()) {
      pixels = await shrink(pixels, width)
      files.push({ width, data: await openPixels(pixels).webp({ quality: 80, effort: webpEffort }).toBuffer() })
    }
    return { width: largest.info.width, height: largest.info.height, thumbhash: await thumbhashOf(pixels), files }
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (/pixel limit/i.test((error as Error).message)) throw new Refusal(413, mediaText.tooManyPixels)
    throw new Refusal(415, mediaText.unreadable)
  }
}

type RawPixels = { data: Buffer; info: OutputInfo }
const openPixels = ({ data, info }: RawPixels): Sharp =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })

const shrink = (pixels: RawPixels, width: number): Promise<RawPixels> | RawPixels =>
  pixels.info.width <= width ? pixels : openPixels(pixels).resize({ width }).raw().toBuffer({ resolveWithObject: true })

async function thumbhashOf(pixels: RawPixels): Promise<string> {
  const { data, info } = await openPixels(pixels)
    .resize(100, 100, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}
