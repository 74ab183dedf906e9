import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { pictureFileName, largestPictureWidth, pictureWidths } from '#contract/pictures.ts'
import type { Database } from '#server/database/connect.ts'
import { Refusal, toRefusal } from '#server/platform/refusal.ts'
import { limitConcurrency } from '#server/platform/workers.ts'
import { findNames } from './media.queries.ts'
import type { PictureStore } from './media.rules.ts'
import { mediaText } from './media.text.ts'
import { renderElsewhere } from './rendering/renderer.ts'

/** Pictures worked on at once, and waiting: one core is left to those who read. */
const limits = { workers: Math.max(1, availableParallelism() - 1), queue: 40 }
/** Bytes of the disk that pictures leave free. */
const reservedBytes = 128 * 1024 * 1024
/** Files without a row are left alone this long: their transaction may still be under way. */
const orphanAge = 60 * 60 * 1000

/**
 * The house's own store also sweeps: it deletes files that no row names, which a crash between file and row leaves;
 * those written before a moment, an hour ago unless said otherwise.
 */
export type SweepablePictureStore = PictureStore & { sweep: (db: Database, before?: Date) => Promise<number> }

/** 144 random bits: whoever was not told the name does not guess it. */
const newName = () => randomBytes(18).toString('base64url')

export async function createPictureStore(folder: string): Promise<SweepablePictureStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const limited = limitConcurrency(limits, () => {
    throw new Refusal(503, mediaText.busy, 5)
  })
  const fileOf = (name: string, width: number) => path.join(folder, pictureFileName(name, width))
  const remove = async (name: string) => {
    await Promise.all(pictureWidths.map((width) => rm(fileOf(name, width), { force: true })))
  }
  return {
    remove,
    async copy(picture) {
      const name = newName()
      await Promise.all(pictureWidths.map((width) => copyFile(fileOf(picture.name, width), fileOf(name, width))))
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
    read: (name) => createReadStream(fileOf(name, largestPictureWidth)),
    save: (dataUrl) =>
      limited(async () => {
        await refuseWhenFull(folder)
        const { files, ...measured } = await renderElsewhere(dataUrl)
        const name = newName()
        // On the disk before the row that names it is: a power cut leaves no row without its files.
        const written = await Promise.allSettled(
          files.map(({ width, data }) => writeFile(fileOf(name, width), data, { mode: 0o600, flush: true })),
        )
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

/** Milliseconds; never for a file that was deleted meanwhile. */
const modifiedAt = (file: string) =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => Infinity,
  )

async function sweep(
  folder: string,
  db: Database,
  before: Date,
  remove: (name: string) => Promise<void>,
): Promise<number> {
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
