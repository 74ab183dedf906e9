import path from 'node:path'
import { parseArgs } from 'node:util'
import { countPictures } from '#server/media/media.queries.ts'
import { openFolderStore } from '#server/media/storage/folder-store.ts'
import type { FileStore } from '#server/media/storage/file-store.ts'
import { copyPictures, deleteOrphans, type MoveCounts } from '#server/media/storage/move-pictures.ts'
import type { Database } from '#server/database/connect.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { type BucketLocation, parseMediaUrl } from '#server/platform/media-url.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { Refused, refuseUsage } from './command.ts'
import { createProgress } from './progress.ts'

export const mediaMoveUsage = 'media move --to PLACE [--from PLACE] [--delete-orphans]'

type Place = BucketLocation | 'folder'

function readPlace(option: string, value: string): Place {
  if (value === 'folder') return 'folder'
  try {
    return parseMediaUrl(value)
  } catch (error) {
    throw new Refused(`admin: ${option} must be folder or a bucket: ${(error as Error).message}`)
  }
}

/** Without `--from`: the folder if a bucket is filled, else the bucket of the server. Throws Refused. */
function readPlaces({ from, to }: { from: string | undefined; to: string | undefined }): { from: Place; to: Place } {
  if (to === undefined) return refuseUsage(mediaMoveUsage)
  const target = readPlace('--to', to)
  const usual = target === 'folder' ? readConfig(process.env).mediaUrl : 'folder'
  const source = from === undefined ? usual : readPlace('--from', from)
  if (source === undefined) throw new Refused('admin: say with --from which bucket, or set MEDIA_URL')
  if (JSON.stringify(source) === JSON.stringify(target)) throw new Refused('admin: --from and --to are the same place')
  return { from: source, to: target }
}

function parseOptions(args: string[]) {
  try {
    const options = { to: { type: 'string' }, from: { type: 'string' }, 'delete-orphans': { type: 'boolean' } } as const
    return parseArgs({ args, options }).values
  } catch {
    return refuseUsage(mediaMoveUsage)
  }
}

async function openPlace(place: Place): Promise<FileStore> {
  if (place === 'folder') return openFolderStore(path.join(readConfig(process.env).dataDir, 'media'))
  const { openBucketStore } = await import('#server/media/storage/bucket-store.ts')
  return openBucketStore(place, createLog('silent')).catch((error: Error) => {
    throw new Refused(`admin: ${place.bucket}: ${error.message}`)
  })
}

function refuseWhenAway(error: Error): never {
  if (!(error instanceof Refusal)) throw error
  const answer = error.cause === undefined ? '' : `: ${String(error.cause)}`
  throw new Refused(
    `admin: the store does not answer, or is full${answer}; what is copied stays, and the next run goes on`,
  )
}

/** Reads the arguments after `media move`. @returns the work. Throws Refused. */
export function readMediaMove(args: string[]): (db: Database) => Promise<string> {
  const { 'delete-orphans': isDeleting = false, ...options } = parseOptions(args)
  const places = readPlaces({ from: options.from, to: options.to })
  return async (db) => {
    const from = await openPlace(places.from)
    const to = await openPlace(places.to)
    const progress = createProgress()
    const total = await countPictures(db)
    const onProgress = ({ copied, present, missing }: MoveCounts) => {
      const done = copied + present + missing
      progress.show(`${done} of ${total} pictures, ${copied} copied`, done >= total)
    }
    const { copied, present, missing } = await copyPictures(db, { from, to, onProgress })
      .finally(progress.end)
      .catch(refuseWhenAway)
    const orphans = await deleteOrphans(db, to, !isDeleting).catch(refuseWhenAway)
    const rest = missing > 0 ? `, ${missing} without files` : ''
    const deleted = isDeleting ? 'deleted' : 'there, --delete-orphans deletes them'
    return `${copied} pictures copied, ${present} were there${rest}; ${orphans} that belong to no row ${deleted}`
  }
}
