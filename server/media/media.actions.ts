import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { pictureFileName, largestPictureWidth, pictureWidths } from '#contract/pictures.ts'
import type { Database } from '#server/database/connect.ts'
import { Refusal, toRefusal } from '#server/platform/refusal.ts'
import { createFairQueue } from '#server/platform/fair-queue.ts'
import { findExistingNames } from './media.queries.ts'
import type { PictureStore } from './media.rules.ts'
import { mediaText } from './media.text.ts'
import type { RenderedPicture } from './rendering/render.ts'
import { renderInChildProcess } from './rendering/renderer.ts'

/**
 * Pictures rendered at once, in a process of 100 MB each, leaving one core to reads; pictures queued. The web app sends
 * one at a time.
 */
const maxWorkers = 4
const maxQueue = 40
const queuePerOwner = 3

/** @returns the limits of each of so many processes, which share the cores. */
const limitsOf = (processes: number) => ({
  workers: Math.min(maxWorkers, Math.max(1, Math.floor((availableParallelism() - 1) / processes))),
  queue: Math.max(queuePerOwner, Math.ceil(maxQueue / processes)),
  queuePerOwner,
})
/** Disk space that pictures leave to the database. */
const reservedBytes = 128 * 1024 * 1024
/** Younger files without a row are kept: their transaction may be running. */
const minOrphanAgeMs = 60 * 60 * 1000

/**
 * `sweep` deletes files without a row, which a crash between file and row leaves behind, if they were written before
 * a moment (an hour ago by default). It returns how many pictures it deleted.
 */
export type SweepablePictureStore = PictureStore & { sweep: (db: Database, before?: Date) => Promise<number> }

/** 144 random bits, so that names cannot be guessed. */
const createName = () => randomBytes(18).toString('base64url')

/** @param processes that render pictures on this machine. */
export async function createPictureStore(folder: string, processes = 1): Promise<SweepablePictureStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const inTurn = createFairQueue(limitsOf(processes), {
    refuseAll: () => {
      throw new Refusal(503, mediaText.busy, 5)
    },
    refuseOwner: () => {
      throw new Refusal(429, mediaText.tooManyAtOnce, 5)
    },
  })
  const fileOf = (name: string, width: number) => path.join(folder, pictureFileName(name, width))
  const remove = async (name: string) => {
    await Promise.all(pictureWidths.map((width) => rm(fileOf(name, width), { force: true })))
  }
  /** Flushes the files before their row is written, so that a power cut leaves no row without files. */
  const writeFiles = async (name: string, files: RenderedPicture['files']) => {
    const writes = await Promise.allSettled(
      files.map(({ width, data }) => writeFile(fileOf(name, width), data, { mode: 0o600, flush: true })),
    )
    const failed = writes.find((write) => write.status === 'rejected')
    if (!failed) return
    await remove(name)
    throw isDiskFull(failed.reason) ? diskFull() : failed.reason
  }
  return {
    remove,
    async copy(picture) {
      const name = createName()
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
    save: ({ dataUrl, accountId, signal }) =>
      inTurn(accountId, signal, async () => {
        await refuseWhenDiskFull(folder)
        const { files, ...measures } = await renderInChildProcess(dataUrl)
        signal.throwIfAborted()
        const name = createName()
        await writeFiles(name, files)
        return { name, ...measures, bytes: files.reduce((sum, { data }) => sum + data.length, 0) }
      }),
    sweep: (db, before = new Date(Date.now() - minOrphanAgeMs)) => sweep(folder, db, before, remove),
  }
}

/** Whether the transaction may have been committed although it failed. */
const isInDoubt = (error: unknown) => !(error instanceof Refusal) && toRefusal(error).status === 503

const diskFull = () => new Refusal(503, mediaText.noRoom, 60)
const isDiskFull = (error: { code?: unknown }) => error.code === 'ENOSPC' || error.code === 'EDQUOT'

/** Throws a Refusal 503 when only the space reserved for the database is left. */
async function refuseWhenDiskFull(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < reservedBytes) throw diskFull()
}

/** Infinity for a file that was deleted meanwhile. */
const modifiedAtMs = (file: string) =>
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
    if (name && (await modifiedAtMs(path.join(folder, file))) < before.getTime()) old.push(name)
  }
  const names = [...new Set(old)]
  let removedCount = 0
  for (let at = 0; at < names.length; at += 1000) {
    const batch = names.slice(at, at + 1000)
    const existing = await findExistingNames(db, batch)
    for (const name of batch.filter((candidate) => !existing.has(candidate))) {
      await remove(name)
      removedCount++
    }
  }
  return removedCount
}
