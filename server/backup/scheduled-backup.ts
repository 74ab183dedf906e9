// The process of a scheduled backup. Its argument is the moment of the schedule.
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { openFileStore } from '#server/media/storage/open-file-store.ts'
import { readConfig } from '#server/platform/config.ts'
import { endProcess } from '#server/platform/end-process.ts'
import { createLog } from '#server/platform/log.ts'
import type { ScheduledOutcome } from './schedule.ts'
import { BackupTaken, describeFailure, takeBackup } from './take-backup.ts'

/** The name has the time in UTC, so that names are in the order of the backups. */
const nameOf = (date: Date) => `dintorni-${date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.tar`
const namePattern = /^dintorni-\d{8}T\d{6}Z\.tar$/
/** The same each time: the next backup replaces what an interrupted one has left. */
const unfinishedName = 'dintorni.tar.part'

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
  const { bytes } = await takeBackup(source, { file, unfinishedFile: path.join(folder, unfinishedName), dueAt })
  // Only now: the new one has been read from beginning to end.
  await deleteOldest(folder, keep)
  return { file, bytes }
}

const outcome = await takeScheduled(new Date(process.argv[2] ?? '')).catch((error: Error): ScheduledOutcome =>
  error instanceof BackupTaken ? { isTaken: true } : { failure: describeFailure(error) },
)
process.send?.(outcome, () => endProcess('failure' in outcome ? 1 : 0))
