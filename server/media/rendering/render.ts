import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { imageBytesLimit } from '#contract/fields.ts'
import { pictureWidths } from '#contract/pictures.ts'
import { pixelsLimit, readableFormats } from '#server/media/media.rules.ts'
import { mediaText } from '#server/media/media.text.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Seconds that decoding one picture may take. */
const timeLimit = 20
/** Of 0 to 6: half the time of the default 4 for pictures that are 8 % larger. */
const webpEffort = 2

sharp.concurrency(1)
sharp.cache(false)

/** The bytes of a data URL. Throws a Refusal when it is none or too long. */
function decodeDataUrl(dataUrl: string): Buffer {
  const comma = dataUrl.indexOf(',')
  if (!/^data:[^,]*;base64$/i.test(dataUrl.slice(0, Math.max(comma, 0)))) throw new Refusal(415, mediaText.unreadable)
  const bytes = Buffer.from(dataUrl.slice(comma + 1), 'base64')
  if (bytes.length > imageBytesLimit) throw new Refusal(413, mediaText.tooLarge)
  return bytes
}

/** `width` and `height` of the largest. */
export type Rendered = { width: number; height: number; thumbhash: string; files: { width: number; data: Buffer }[] }

/** Decodes the picture of a data URL, turns it upright, and writes it in every width without metadata. Throws a Refusal 413 or 415. */
export async function render(dataUrl: string): Promise<Rendered> {
  const bytes = decodeDataUrl(dataUrl)
  try {
    // limitInputPixels stays above our own limit, so that a refusal names the true reason.
    const image = sharp(bytes, { limitInputPixels: pixelsLimit * 4, failOn: 'error', sequentialRead: true }).timeout({
      seconds: timeLimit,
    })
    const { format, width, height } = await image.metadata()
    if (!readableFormats.has(format)) throw new Refusal(415, mediaText.unreadable)
    if (width * height > pixelsLimit) throw new Refusal(413, mediaText.tooManyPixels)
    // Decoded once; metadata is dropped because sharp keeps none unless asked.
    const largest = await sharp(bytes, { limitInputPixels: pixelsLimit, failOn: 'error' })
      .timeout({ seconds: timeLimit })
      .autoOrient()
      .resize({ width: pictureWidths.at(-1)!, withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const files: Rendered['files'] = []
    let pixels: Pixels = largest
    // From large to small, each from the one before: a fraction of the work of starting from the largest every time.
    for (const width of pictureWidths.toReversed()) {
      pixels = await shrink(pixels, width)
      files.push({ width, data: await opened(pixels).webp({ quality: 80, effort: webpEffort }).toBuffer() })
    }
    return { width: largest.info.width, height: largest.info.height, thumbhash: await thumbhashOf(pixels), files }
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (/pixel limit/i.test((error as Error).message)) throw new Refusal(413, mediaText.tooManyPixels)
    throw new Refusal(415, mediaText.unreadable)
  }
}

type Pixels = { data: Buffer; info: OutputInfo }
const opened = ({ data, info }: Pixels): Sharp =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })

const shrink = (pixels: Pixels, width: number): Promise<Pixels> | Pixels =>
  pixels.info.width <= width ? pixels : opened(pixels).resize({ width }).raw().toBuffer({ resolveWithObject: true })

async function thumbhashOf(pixels: Pixels): Promise<string> {
  const { data, info } = await opened(pixels)
    .resize(100, 100, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}
