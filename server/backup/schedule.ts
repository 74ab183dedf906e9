import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, mkdir, access } from 'node:fs/promises'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Database } from '#server/database/connect.ts'
import { type Config, ConfigError, type TimeOfDay } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import { loweredPriority } from '#server/platform/priority.ts'
import { findBackupRequest, isBackupDue } from './backups.queries.ts'

const checkIntervalMs = 30_000
/** A backup gives way to people. */
const childSteps = 10

const program = fileURLToPath(new URL('./scheduled-backup.ts', import.meta.url))

/**
 * The result of the process that takes a scheduled backup: where the backup is, why there is none, or that another
 * server takes it.
 */
export type ScheduledOutcome = { file: string; bytes: number } | { failure: string } | { isTaken: true }

/** Throws a ConfigError when no backup could be written. */
export async function checkBackupFolder({ backups }: Config): Promise<void> {
  if (!backups) return
  try {
    await mkdir(backups.folder, { recursive: true, mode: 0o700 })
    await access(backups.folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigError(`BACKUP_DIR: cannot be written to (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** Returns the last moment of the schedule that is not in the future. */
export function lastDueAt({ hours, minutes }: TimeOfDay, now: Date): Date {
  const today = new Date(now)
  today.setHours(hours, minutes, 0, 0)
  if (today > now) today.setDate(today.getDate() - 1)
  return today
}

/** Returns the moment that a backup is due for, of the schedule or when somebody asked; undefined if none is due. */
async function findDueAt(db: Database, at: TimeOfDay): Promise<Date | undefined> {
  const scheduledAt = lastDueAt(at, new Date())
  const request = await findBackupRequest.first(db)
  const dueAt = request && request.requested_at > scheduledAt ? request.requested_at : scheduledAt
  return (await isBackupDue.first(db, dueAt))?.is_due ? dueAt : undefined
}

/**
 * Takes a backup whenever one is due, in a process of its own: also one that was missed while no server ran. Of several
 * servers one takes it.
 * @returns a function that stops, and ends a backup in progress.
 */
export function keepBackingUp({
  config,
  log,
  db,
  databaseUrl,
}: {
  config: Config
  log: Log
  db: Database
  databaseUrl: string
}): () => Promise<void> {
  const { backups } = config
  if (!backups) return async () => undefined
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const check = async () => {
    // Without a database there is nothing to back up, and others say so.
    const dueAt = await findDueAt(db, backups.at).catch(() => undefined)
    if (dueAt && !isStopped) {
      child = startChild(databaseUrl, dueAt)
      report(log, await outcomeOf(child), isStopped)
      child = undefined
    }
    if (!isStopped) timer = setTimeout(() => void check(), checkIntervalMs)
  }
  void check()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
}

function startChild(databaseUrl: string, dueAt: Date): ChildProcess {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  const child = fork(program, [dueAt.toISOString()], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  if (child.pid !== undefined) os.setPriority(child.pid, loweredPriority(childSteps))
  return child
}

function outcomeOf(child: ChildProcess): Promise<ScheduledOutcome> {
  return new Promise((resolve) => {
    child.once('message', (message) => resolve(message as ScheduledOutcome))
    child.once('error', (error) => resolve({ failure: error.message }))
    child.once('exit', (code, signal) => resolve({ failure: `its process ended (${signal ?? code})` }))
  })
}

function report(log: Log, outcome: ScheduledOutcome, isStopped: boolean): void {
  if ('bytes' in outcome) log.info(outcome, 'a backup was taken')
  if ('failure' in outcome && !isStopped)
    log.error({ reason: outcome.failure }, 'the backup failed, and is tried again in an hour')
}
