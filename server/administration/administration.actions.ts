import { statfs } from 'node:fs/promises'
import type { AppContext } from '#server/app-context.ts'
import { findBackupRequest, findLastBackup, upsertBackupRequest } from '#server/backup/backups.queries.ts'
import type { Database } from '#server/database/connect.ts'
import { findJobCounts } from '#server/database/job-counts.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { insertLogEntry, serverEntry } from '#server/moderation/moderation-log.queries.ts'
import { countOpenReports } from '#server/moderation/reports.queries.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { describeVersion } from '#server/platform/version.ts'
import { administrationText } from './administration.text.ts'
import { findCounted, findDatabaseSize, findDays, findErrors, findHours, hasFigures } from './figures.queries.ts'

/** Takes the figures at once if there are none of this hour. */
export async function startFigures(db: Database, jobs: JobQueue): Promise<void> {
  if (!(await hasFigures.first(db))?.found) await jobs.add(db, 'recordFigures', {})
}

/** Returns the overview of the server. Its counts are at most ten minutes old. */
export async function readOverview({ db, config }: Pick<AppContext, 'db' | 'config'>) {
  const [counted, size, jobs, openReports, days, hours, errors, disk, version, backup, request] = await Promise.all([
    findCounted(db),
    findDatabaseSize(db),
    findJobCounts(db),
    countOpenReports(db),
    findDays(db),
    findHours(db),
    findErrors(db),
    statfs(config.dataDir),
    describeVersion(),
    findLastBackup.first(db),
    findBackupRequest.first(db),
  ])
  return {
    counted,
    databaseBytes: size?.bytes ?? 0,
    jobs,
    openReports,
    days,
    hours,
    errors,
    disk,
    version,
    backup: { ...backup, isScheduled: config.backups !== undefined, requestedAt: request?.requested_at ?? null },
  }
}
export type OverviewState = Awaited<ReturnType<typeof readOverview>>

/**
 * Requests a backup from the server that takes them. Throws a Refusal 409 if no server takes backups, or if one is
 * requested already.
 */
export async function requestBackup(
  { db, config, jobs }: Pick<AppContext, 'db' | 'config' | 'jobs'>,
  administratorId: number,
): Promise<void> {
  if (!config.backups) throw new Refusal(409, administrationText.noBackupFolder)
  await inTransaction(db, async (trx) => {
    if (!(await upsertBackupRequest.first(trx))) throw new Refusal(409, administrationText.backupRequestedAlready)
    await insertLogEntry(trx, administratorId, serverEntry('request_backup', ''))
    await jobs.add(trx, 'startBackup', {})
  })
}
