import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import type { TimeOfDay } from '#server/platform/config-values.ts'
import type { Log } from '#server/platform/log.ts'
import { loweredPriority } from '#server/platform/priority.ts'
import { findBackupRequest, isBackupDue } from './backups.queries.ts'

/** A backup gives way to people. */
const childSteps = 10

const program = fileURLToPath(new URL('./scheduled-backup.ts', import.meta.url))

/** Where the backup is, why there is none, or that another server takes it. */
export type ScheduledOutcome = { file: string; bytes: number } | { failure: string } | { isTaken: true }

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

type Context = Pick<AppContext, 'config' | 'log' | 'db' | 'databaseUrl'>

/**
 * Takes backups in a process of their own, because compressing would slow down answers.
 * @returns `start` for the job: it begins a backup if one is due, also one that was missed. `stop` ends it.
 */
export function createScheduledBackups({ config: { backups }, log, db, databaseUrl }: Context) {
  let child: ChildProcess | undefined
  let isStopped = false
  const reportEnd = async (started: ChildProcess) => {
    const outcome = await outcomeOf(started)
    child = undefined
    if (!isStopped || 'bytes' in outcome) report(log, outcome)
  }
  return {
    async start(): Promise<void> {
      const dueAt = backups && !child && (await findDueAt(db, backups.at))
      if (!dueAt || isStopped || child) return
      child = startChild(databaseUrl, dueAt)
      void reportEnd(child)
    },
    async stop(): Promise<void> {
      isStopped = true
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
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

function report(log: Log, outcome: ScheduledOutcome): void {
  if ('bytes' in outcome) log.info(outcome, 'a backup was taken')
  if ('failure' in outcome) log.error({ reason: outcome.failure }, 'the backup failed, and is tried again in an hour')
}
