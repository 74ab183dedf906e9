// The process of a scheduled backup. Its argument is the moment of the schedule.
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { openFileStore } from '#server/media/storage/open-file-store.ts'
import { readConfig } from '#server/platform/config.ts'
import { endProcess } from '#server/platform/end-process.ts'
import { createLog } from '#server/platform/log.ts'
import { unfinishedSuffix } from './archive-writer.ts'
import { describeFailure, recordBackup } from './record-backup.ts'
import type { ScheduledOutcome } from './schedule.ts'
import { BackupTaken, takeBackup } from './take-backup.ts'
import { verifyBackup } from './verify-backup.ts'

/** In UTC, so that the order of the names is that of the backups. */
const nameOf = (date: Date) => `dintorni-${date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.tar`
const namePattern = /^dintorni-\d{8}T\d{6}Z\.tar$/

/** Deletes what is left of backups that were interrupted: nobody else is taking one of this database. */
async function deleteUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith(unfinishedSuffix) && namePattern.test(name.slice(0, -unfinishedSuffix.length)))
      await rm(path.join(folder, name), { force: true })
}

async function deleteOldest(folder: string, keep: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => namePattern.test(name)).toSorted()
  for (const name of names.slice(0, -keep)) await rm(path.join(folder, name), { force: true })
}

async function takeScheduled(dueAt: Date): Promise<ScheduledOutcome> {
  const config = readConfig(process.env)
  const { databaseUrl, dataDir, backups } = config
  if (databaseUrl === undefined || !backups)
    throw new Error('without DATABASE_URL or BACKUP_DIR there is nothing to do')
  const { folder, keep } = backups
  const source = { databaseUrl, dataDir, files: await openFileStore(config, createLog('silent')) }
  const file = path.join(folder, nameOf(new Date()))
  const { bytes } = await recordBackup(source, { file, dueAt }, (onTaking) =>
    takeBackup(source, {
      file,
      onProgress: () => undefined,
      onTaking: async () => {
        await onTaking()
        await deleteUnfinished(folder)
      },
      check: verifyBackup,
    }),
  )
  // Only now: the new one has been read from beginning to end.
  await deleteOldest(folder, keep)
  return { file, bytes }
}

async function run(): Promise<ScheduledOutcome> {
  try {
    return await takeScheduled(new Date(process.argv[2] ?? ''))
  } catch (error) {
    return error instanceof BackupTaken ? { isTaken: true } : { failure: describeFailure(error as Error) }
  }
}

const outcome = await run()
process.send?.(outcome, () => endProcess('failure' in outcome ? 1 : 0))
