import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fileNamesOf, pictureFileName, largestPictureWidth, videoFileName } from '#contract/pictures.ts'
import type { Database } from '#server/database/connect.ts'
import { Refusal, toRefusal } from '#server/platform/refusal.ts'
import { createFairQueue } from '#server/platform/fair-queue.ts'
import type { PictureSource } from '#server/platform/picture-files.ts'
import type { PictureStore } from './media.rules.ts'
import { mediaText } from './media.text.ts'
import { deleteWrites, findHold, giveUpWrites, insertWrite } from './picture-writes.queries.ts'
import { renderInChildProcess, renderVideoInChildProcess } from './rendering/renderer.ts'
import type { FileStore } from './storage/file-store.ts'

/**
 * Pictures rendered at once, in a process of 100 MB each, leaving one core to reads; pictures queued. The web app sends
 * one at a time.
 */
const maxWorkers = 4
const maxQueue = 40
const queuePerOwner = 3
/** Pictures whose files are deleted at once. */
const deletedAtOnce = 8
/** Pictures that the sweep gives up at once. */
const sweptAtOnce = 200

const limits = {
  workers: Math.min(maxWorkers, Math.max(1, availableParallelism() - 1)),
  queue: maxQueue,
  queuePerOwner,
}

/** Videos wait for each other first, because each holds 50 MB meanwhile. */
const videoQueue = { workers: 2, queue: 8, queuePerOwner: 1 }

/** The picture store of a server. */
export type ServedPictureStore = PictureStore & {
  source: PictureSource
  /**
   * Deletes the files that a crash or an unreachable store has left: the files of pictures without a row whose writing
   * began before a moment (an hour ago by default), and those of deleted pictures; nothing while a backup is being
   * taken. Throws when the store is unreachable.
   * @returns how many pictures it deleted.
   */
  sweep: (before?: Date) => Promise<number>
}

/** 144 random bits, so that names cannot be guessed. */
const createName = () => randomBytes(18).toString('base64url')

/** Creates the store of the pictures whose files are in `files`. */
export function createPictureStore(db: Database, files: FileStore): ServedPictureStore {
  const refusals = {
    refuseAll: () => {
      throw new Refusal(503, mediaText.busy, 5)
    },
    refuseOwner: () => {
      throw new Refusal(429, mediaText.tooManyAtOnce, 5)
    },
  }
  const inTurn = createFairQueue(limits, refusals)
  const videoInTurn = createFairQueue(videoQueue, refusals)
  /**
   * Deletes the files before the notes about them, so that no remaining file is forgotten.
   * @returns false when a backup holds all files. The notes stay, for a later sweep.
   */
  const deleteFiles = async (names: string[]): Promise<boolean> => {
    if ((await findHold.first(db))?.is_held) return false
    for (let start = 0; start < names.length; start += deletedAtOnce) {
      const batch = names.slice(start, start + deletedAtOnce)
      await Promise.all(batch.flatMap((name) => fileNamesOf(name, true).map((file) => files.remove(file))))
      await deleteWrites(db, batch)
    }
    return true
  }
  const remove = async (names: string[]) => {
    // The rows are committed, and the sweep finds the remaining files in `picture_writes`.
    await deleteFiles(names).catch(() => undefined)
  }
  /**
   * Writes all files of a new picture before its row, so that a power cut leaves no row without files. The note in
   * `picture_writes` stays after a failure: a store that did not answer in time may write a file later.
   */
  const write = async (writeFiles: (name: string) => Promise<void>[]) => {
    const name = createName()
    await insertWrite(db, name)
    const failed = (await Promise.allSettled(writeFiles(name))).find((one) => one.status === 'rejected')
    if (!failed) return name
    await Promise.allSettled(fileNamesOf(name, true).map((file) => files.remove(file)))
    throw failed.reason
  }
  return {
    source: files.source,
    remove,
    async copy(picture) {
      const hasVideo = picture.video !== null
      const originals = fileNamesOf(picture.name, hasVideo)
      const name = await write((copyName) =>
        fileNamesOf(copyName, hasVideo).map((file, index) => files.copy(originals[index]!, file)),
      )
      return { ...picture, name }
    },
    async claim(picture, insertRows) {
      try {
        return await insertRows()
      } catch (error) {
        if (picture && !isInDoubt(error)) await remove([picture.name])
        throw error
      }
    },
    read: (name) => files.read(pictureFileName(name, largestPictureWidth)),
    readVideo: (name) => files.read(videoFileName(name)),
    save({ dataUrl, videoDataUrl = null, accountId, signal }) {
      const save = () =>
        inTurn(accountId, signal, async () => {
          await files.refuseWhenUnavailable()
          const { files: pictures, video, ...measures } = await renderUpload(dataUrl, videoDataUrl)
          signal.throwIfAborted()
          const contents = [...pictures.map(({ data }) => data), ...(video ? [video.data] : [])]
          const name = await write((name) => [
            ...pictures.map(({ width, data }) => files.put(pictureFileName(name, width), data)),
            ...(video ? [files.put(videoFileName(name), video.data)] : []),
          ])
          const bytes = contents.reduce((sum, { length }) => sum + length, 0)
          return { name, ...measures, bytes, video: video && { ms: video.ms, isSilent: video.isSilent } }
        })
      return videoDataUrl === null ? save() : videoInTurn(accountId, signal, save)
    },
    async sweep(before) {
      let deletedCount = 0
      for (;;) {
        const names = (await giveUpWrites(db, before ?? null, sweptAtOnce)).map(({ name }) => name)
        if (!(await deleteFiles(names))) return deletedCount
        deletedCount += names.length
        if (names.length < sweptAtOnce) return deletedCount
      }
    },
  }
}

async function renderUpload(dataUrl: string, video: string | null) {
  if (video === null) return { ...(await renderInChildProcess(dataUrl)), video: null }
  return renderVideoInChildProcess({ dataUrl, video })
}

/** Whether the transaction may have been committed although it failed. */
const isInDoubt = (error: unknown) => !(error instanceof Refusal) && toRefusal(error).status === 503
