import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { connect, type Database } from '#server/database/connect.ts'
import { findFailing, findJobCounts } from '#server/database/job-counts.ts'
import { findPendingMigrations } from '#server/database/migrate.ts'
import { findBackupState, findStoredCounts } from '#server/database/status.ts'
import type { ListenAddress } from '#server/platform/config-values.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import type { JobName } from '#server/platform/job-payloads.ts'
import { describeVersion } from '#server/platform/version.ts'
import { closeAtEnd, openDatabase } from './command.ts'

/** A server waits for three seconds for a database that hangs. */
const requestTimeoutMs = 5000
/** Missing tables of a database that no server has used yet. */
const undefinedTable = ['42P01', '3F000']

type Line = [subject: string, words: string]

/**
 * Describes the server of this configuration in lines for a terminal. A part that does not answer is reported, and is
 * no error. The command changes nothing: it applies no migration.
 */
export async function describeServer(): Promise<string> {
  const config = readConfig(process.env)
  const lines: Line[] = [
    ['version', await describeVersion()],
    ['server', await describeAnswer(config)],
    ['disk', await describeDisk(config.dataDir)],
    ...(await describeDatabase(config)),
  ]
  const width = Math.max(...lines.map(([subject]) => subject.length))
  return lines.map(([subject, words]) => `${subject.padEnd(width)}  ${words}`).join('\n')
}

const request = (url: string) => fetch(url, { signal: AbortSignal.timeout(requestTimeoutMs) })

const urlOf = ({ host, port }: ListenAddress) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`

async function describeAnswer(server: Config): Promise<string> {
  const url = urlOf(server)
  const status = await request(`${url}/readyz`).then(
    (reply) => reply.status,
    () => null,
  )
  if (status === null) return `does not answer at ${url}`
  return status === 200 ? `answers at ${url}` : `answers at ${url} that it is not ready (${status})`
}

async function describeDisk(dataDir: string): Promise<string> {
  if (!existsSync(dataDir)) return `${dataDir} does not exist yet`
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return `${inBytes(bavail * bsize)} of ${inBytes(blocks * bsize)} left for ${dataDir}`
}

async function describeDatabase({ databaseUrl, dataDir, smtpUrl }: Config): Promise<Line[]> {
  // The other commands would create one.
  if (!databaseUrl && !existsSync(path.join(dataDir, 'postgres'))) return [['database', 'none yet']]
  try {
    const url = await openDatabase()
    const pending = await findPendingMigrations(url)
    const db = connect(url, 2)
    closeAtEnd(() => db.destroy())
    const migrations = pending.length === 0 ? 'no migration is pending' : `pending: ${pending.join(', ')}`
    return [
      ...(await describeStored(db)),
      ['migrations', migrations],
      ...(await describeJobs(db)),
      ...(await describeMail(db, smtpUrl)),
      ...(await describeBackups(db)),
    ]
  } catch (error) {
    return [['database', `cannot be used: ${(error as Error).message.split('\n')[0]}`]]
  }
}

async function describeStored(db: Database): Promise<Line[]> {
  const stored = await findStoredCounts.first(db).catch(forgiveMissingTable)
  if (!stored) return [['database', 'answers, and is empty']]
  const { database_bytes: bytes, people, posts, pictures } = stored
  return [
    ['database', `answers, ${inBytes(bytes)}`],
    ['content', `${people} people, ${posts} posts, ${pictures} pictures`],
  ]
}

async function describeJobs(db: Database): Promise<Line[]> {
  const jobs = await findJobCounts(db).catch(forgiveMissingTable)
  if (!jobs) return []
  const sum = (field: 'waiting' | 'active' | 'failed') => jobs.reduce((total, job) => total + job[field], 0)
  const oldest = jobs.toSorted((one, other) => other.oldest_age_s - one.oldest_age_s)[0]
  const age =
    oldest && oldest.oldest_age_s >= 1 ? `, the oldest (${oldest.name}) for ${inTime(oldest.oldest_age_s)}` : ''
  return [
    ['jobs', `${sum('waiting')} waiting${age}; ${sum('active')} active, ${sum('failed')} failed in the last minute`],
  ]
}

/** The jobs that send e-mails. */
const mailJobs = ['mail', 'passwordReset', 'emailChange', 'emailConfirmation'] satisfies JobName[]

async function describeMail(db: Database, smtpUrl: string | undefined): Promise<Line[]> {
  if (smtpUrl === undefined)
    return [['mail', 'not sent: SMTP_URL is not set, and e-mails are files in DATA_DIR/outbox']]
  const failing = await findFailing(db, mailJobs).catch(forgiveMissingTable)
  if (!failing) return []
  const { count, error } = failing
  return [['mail', count === 0 ? 'nothing waits for another attempt' : `${count} wait for another attempt: ${error}`]]
}

async function describeBackups(db: Database): Promise<Line[]> {
  const backups = await findBackupState.first(db).catch(forgiveMissingTable)
  if (!backups) return []
  const failures = backups.failed_since > 0 ? `; ${backups.failed_since} failed since` : ''
  const age = backups.last_at && inTime((Date.now() - backups.last_at.getTime()) / 1000)
  return [['backup', `${age ? `the last one ${age} ago` : 'none yet'}${failures}`]]
}

function forgiveMissingTable(error: { code?: string }): undefined {
  if (!undefinedTable.includes(error.code ?? '')) throw error
}

const units = ['B', 'kB', 'MB', 'GB', 'TB']

/** 66084827136 → `66.1 GB` */
function inBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}

/** 7300 → `2 h 1 min` */
function inTime(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
