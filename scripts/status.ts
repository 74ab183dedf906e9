import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { connect, type Database } from '#server/database/connect.ts'
import { findJobCounts } from '#server/database/job-counts.ts'
import { findPendingMigrations } from '#server/database/migrate.ts'
import { findBackupState, findStoredCounts } from '#server/database/status.ts'
import { type Config, type ListenAddress, readConfig } from '#server/platform/config.ts'
import { readVersion } from '#server/platform/version.ts'
import { closeAtEnd, openDatabase } from './command.ts'

/** The metrics wait for three seconds for the database, and for two for a process. */
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
    ['server', await describeProcesses(config)],
    ['disk', await describeDisk(config.dataDir)],
    ...(await describeDatabase(config)),
  ]
  const width = Math.max(...lines.map(([subject]) => subject.length))
  return lines.map(([subject, words]) => `${subject.padEnd(width)}  ${words}`).join('\n')
}

/** With the commit where the code is a clone. */
async function describeVersion(): Promise<string> {
  const version = await readVersion()
  const git = promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname })
  const commit = await git.then(({ stdout }) => stdout.trim()).catch(() => '')
  return commit ? `${version} (${commit})` : version
}

const request = (url: string) => fetch(url, { signal: AbortSignal.timeout(requestTimeoutMs) })

const urlOf = ({ host, port }: ListenAddress) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`

async function describeProcesses({ metrics, processes, ...server }: Config): Promise<string> {
  const url = urlOf(server)
  const status = await request(`${url}/readyz`).then(
    (reply) => reply.status,
    () => null,
  )
  const answering = metrics && (await countProcesses(metrics))
  const count = answering === undefined ? '' : `, ${answering} of ${processes} processes`
  if (status === null) return `does not answer at ${url}${count}`
  return status === 200 ? `answers at ${url}${count}` : `answers at ${url} that it is not ready (${status})${count}`
}

/** Returns undefined when the metrics do not answer. */
async function countProcesses(metrics: ListenAddress): Promise<number | undefined> {
  const text = await request(`${urlOf(metrics)}/metrics`).then(
    (reply) => reply.text(),
    () => '',
  )
  const count = /^dintorni_processes (\d+)$/m.exec(text)?.[1]
  return count === undefined ? undefined : Number(count)
}

async function describeDisk(dataDir: string): Promise<string> {
  if (!existsSync(dataDir)) return `${dataDir} does not exist yet`
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return `${inBytes(bavail * bsize)} of ${inBytes(blocks * bsize)} left for ${dataDir}`
}

async function describeDatabase({ databaseUrl, dataDir }: Config): Promise<Line[]> {
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
      ...(await describeBackups(db)),
    ]
  } catch (error) {
    return [['database', `does not answer: ${(error as Error).message.split('\n')[0]}`]]
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
