import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { BackupRefused, DamagedBackup } from '#server/backup/archive.ts'
import { refuseOtherVersion, restoreBackup } from '#server/backup/restore-backup.ts'
import { takeBackup } from '#server/backup/take-backup.ts'
import { type VerifiedBackup, verifyBackup } from '#server/backup/verify-backup.ts'
import type { BackupSource } from '#server/backup/write-content.ts'
import { findEmbeddedPostgres } from '#server/database/embedded.ts'
import { openFileStore } from '#server/media/storage/open-file-store.ts'
import { readConfig } from '#server/platform/config.ts'
import { createFolder } from '#server/platform/folders.ts'
import { createLog } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { openDatabase, Refused, refuseUsage } from './command.ts'
import { createProgress } from './progress.ts'

export const backupUsage = ['backup FILE', 'verify FILE', 'restore FILE [--keep-sessions]']

const refuse = (): never => refuseUsage(...backupUsage)

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`

async function openSource(): Promise<BackupSource> {
  const config = readConfig(process.env)
  createFolder('DATA_DIR', config.dataDir)
  return {
    databaseUrl: await openDatabase(),
    files: await openFileStore(config, createLog('silent')),
    dataDir: config.dataDir,
  }
}

/** Turns expected failures into one line. */
function refuseExpected(error: Error, file: string): never {
  if (error instanceof DamagedBackup) throw new Refused(`admin: ${file} is damaged: ${error.message}`)
  if (error instanceof BackupRefused) throw new Refused(`admin: ${error.message}`)
  if (!(error instanceof Refusal)) throw error
  const answer = error.cause ? `: ${String(error.cause)}` : ''
  throw new Refused(`admin: the store of pictures does not answer, or is full${answer}`)
}

const describe = ({ manifest, rows, pictures, missingPictures }: VerifiedBackup) =>
  `of ${manifest.takenAt}, version ${manifest.version}: ${rows.users ?? 0} people, ${rows.posts ?? 0} posts, ` +
  `${pictures} pictures` +
  (missingPictures > 0 ? `; ${missingPictures} more pictures had been lost before, see docs/backup.md` : '')

type Progress = ReturnType<typeof createProgress>
const showBytes = (progress: Progress, word: string) => (bytes: number, total: number) =>
  progress.show(`${word} ${megabytes(bytes)} of ${megabytes(total)}`)

async function backup(file: string, progress: Progress): Promise<string> {
  if (existsSync(file)) throw new Refused(`admin: ${file} exists already`)
  if (!existsSync(path.dirname(file))) throw new Refused(`admin: there is no folder ${path.dirname(file)}`)
  const taken = await takeBackup(await openSource(), {
    file,
    unfinishedFile: `${file}.part`,
    dueAt: null,
    onProgress: ({ part, done, total }) => progress.show(`${part}: ${done}${total > 0 ? ` of ${total}` : ''}`),
  })
  return `${file}: ${megabytes(taken.bytes)}, ${describe(taken)}`
}

async function verify(file: string, progress: Progress): Promise<string> {
  return `${file} is whole: ${describe(await verifyBackup(file, showBytes(progress, 'read')))}`
}

async function restore(file: string, progress: Progress, keepSessions: boolean): Promise<string> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl === undefined && (await findEmbeddedPostgres(dataDir)))
    throw new Refused(`admin: a server is running in ${dataDir}: stop it, and give another DATA_DIR`)
  const verified = await verifyBackup(file, showBytes(progress, 'verified'))
  const { manifest } = verified
  refuseOtherVersion(manifest)
  const onRead = showBytes(progress, 'restored')
  await restoreBackup(await openSource(), { file, manifest, keepSessions, onRead })
  const sessions = keepSessions ? 'everybody is still signed in' : 'everybody has to sign in again'
  return `restored the backup ${describe(verified)}; ${sessions}`
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { 'keep-sessions': { type: 'boolean' } } })
  } catch {
    return refuse()
  }
}

const works = { backup, verify, restore }

/** @returns the work that the arguments ask for; undefined when they name another command. Throws Refused. */
export function readBackupCommand([name = '', ...args]: string[]): (() => Promise<string>) | undefined {
  if (name !== 'backup' && name !== 'verify' && name !== 'restore') return undefined
  const { positionals, values } = parse(args)
  const { 'keep-sessions': keepSessions = false } = values
  const [given] = positionals
  if (given === undefined || positionals.length > 1 || (keepSessions && name !== 'restore')) return refuse()
  // npm runs commands in the folder of the checkout; the operator names files from where they are.
  const file = path.resolve(process.env.INIT_CWD ?? '.', given)
  if (name !== 'backup' && !existsSync(file)) throw new Refused(`admin: there is no file ${file}`)
  const progress = createProgress()
  return () =>
    works[name](file, progress, keepSessions)
      .finally(progress.end)
      .catch((error: Error) => refuseExpected(error, file))
}
