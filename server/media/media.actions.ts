import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { imageBytesLimit } from '#contract/fields.ts'
import { fileName, largestWidth, widths } from '#contract/pictures.ts'
import type { Database } from '#server/database/connect.ts'
import { Refusal, toRefusal } from '#server/platform/refusal.ts'
import { limitWorkers } from '#server/platform/workers.ts'
import { findNames } from './media.queries.ts'
import { type PictureStore, pixelsLimit, readableFormats } from './media.rules.ts'
import { mediaText } from './media.text.ts'

/** Seconds that decoding one picture may take. */
const timeLimit = 20
/** Pictures worked on at once, and waiting: one core is left to those who read. */
const limits = { workers: Math.max(1, availableParallelism() - 1), queue: 40 }
/** Of 0 to 6: half the time of the default 4 for pictures that are 8 % larger. */
const webpEffort = 2
/** Bytes of the disk that pictures leave free. */
const reservedBytes = 128 * 1024 * 1024
/** Files without a row are left alone this long: their transaction may still be under way. */
const orphanAge = 60 * 60 * 1000

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

/**
 * The house's own store also sweeps: it deletes files that no row names, which a crash between file and row leaves;
 * those written before a moment, an hour ago unless said otherwise.
 */
export type SweptStore = PictureStore & { sweep: (db: Database, before?: Date) => Promise<number> }

/** 144 random bits: whoever was not told the name does not guess it. */
const newName = () => randomBytes(18).toString('base64url')

export async function openPictureStore(folder: string): Promise<SweptStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const limited = limitWorkers(limits, () => {
    throw new Refusal(503, mediaText.busy, 5)
  })
  const fileOf = (name: string, width: number) => path.join(folder, fileName(name, width))
  const remove = async (name: string) => {
    await Promise.all(widths.map((width) => rm(fileOf(name, width), { force: true })))
  }
  return {
    remove,
    async copy(picture) {
      const name = newName()
      await Promise.all(widths.map((width) => copyFile(fileOf(picture.name, width), fileOf(name, width))))
      return { ...picture, name }
    },
    async claim(picture, write) {
      try {
        return await write()
      } catch (error) {
        if (picture && !isInDoubt(error)) await remove(picture.name)
        throw error
      }
    },
    read: (name) => createReadStream(fileOf(name, largestWidth)),
    save: (dataUrl) => limited(async () => {
      await refuseWhenFull(folder)
      const { files, ...measured } = await render(decodeDataUrl(dataUrl))
      const name = newName()
      // On the disk before the row that names it is: a power cut leaves no row without its files.
      const written = await Promise.allSettled(files.map(({ width, data }) => writeFile(fileOf(name, width), data, { mode: 0o600, flush: true })))
      const failed = written.find((one) => one.status === 'rejected')
      if (failed) {
        await remove(name)
        throw isFull(failed.reason) ? noRoom() : failed.reason
      }
      return { name, ...measured }
    }),
    sweep: (db, before = new Date(Date.now() - orphanAge)) => sweep(folder, db, before, remove),
  }
}

/** A database that went away in the middle may have committed. */
const isInDoubt = (error: unknown) => !(error instanceof Refusal) && toRefusal(error).status === 503

const noRoom = () => new Refusal(503, mediaText.noRoom, 60)
const isFull = (error: { code?: unknown }) => error.code === 'ENOSPC' || error.code === 'EDQUOT'

/** Pictures fill a disk long before words do: the last of it is kept for the database, which cannot do without. */
async function refuseWhenFull(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < reservedBytes) throw noRoom()
}

type Rendered = { width: number; height: number; thumbhash: string; files: { width: number; data: Buffer }[] }

async function render(bytes: Buffer): Promise<Rendered> {
  try {
    // limitInputPixels stays above our own limit, so that a refusal names the true reason.
    const image = sharp(bytes, { limitInputPixels: pixelsLimit * 4, failOn: 'error', sequentialRead: true }).timeout({ seconds: timeLimit })
    const { format, width, height } = await image.metadata()
    if (!readableFormats.has(format)) throw new Refusal(415, mediaText.unreadable)
    if (width * height > pixelsLimit) throw new Refusal(413, mediaText.tooManyPixels)
    // Decoded once; metadata is dropped because sharp keeps none unless asked.
    const largest = await sharp(bytes, { limitInputPixels: pixelsLimit, failOn: 'error' })
      .timeout({ seconds: timeLimit })
      .autoOrient()
      .resize({ width: widths.at(-1)!, withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const files: Rendered['files'] = []
    let pixels: Pixels = largest
    // From large to small, each from the one before: a fraction of the work of starting from the largest every time.
    for (const width of widths.toReversed()) {
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
const opened = ({ data, info }: Pixels): Sharp => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })

const shrink = (pixels: Pixels, width: number): Promise<Pixels> | Pixels =>
  pixels.info.width <= width ? pixels : opened(pixels).resize({ width }).raw().toBuffer({ resolveWithObject: true })

async function thumbhashOf(pixels: Pixels): Promise<string> {
  const { data, info } = await opened(pixels).resize(100, 100, { fit: 'inside' }).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

/** Milliseconds; never for a file that was deleted meanwhile. */
const modifiedAt = (file: string) => stat(file).then(({ mtimeMs }) => mtimeMs, () => Infinity)

async function sweep(folder: string, db: Database, before: Date, remove: (name: string) => Promise<void>): Promise<number> {
  const old: string[] = []
  for (const file of await readdir(folder)) {
    const name = file.match(/^([\w-]{24})-\d+\.webp$/)?.[1]
    if (name && (await modifiedAt(path.join(folder, file))) < before.getTime()) old.push(name)
  }
  const names = [...new Set(old)]
  let removed = 0
  for (let at = 0; at < names.length; at += 1000) {
    const batch = names.slice(at, at + 1000)
    const kept = await findNames(db, batch)
    for (const name of batch.filter((candidate) => !kept.has(candidate))) {
      await remove(name)
      removed++
    }
  }
  return removed
}
