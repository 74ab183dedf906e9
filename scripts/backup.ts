import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { DamagedBackup } from '#server/backup/archive.ts'
import { recordBackup } from '#server/backup/record-backup.ts'
import { restoreBackup, RestoreRefused } from '#server/backup/restore-backup.ts'
import { BackupRefused, type BackupSource, takeBackup } from '#server/backup/take-backup.ts'
import { type VerifiedBackup, verifyBackup } from '#server/backup/verify-backup.ts'
import { findEmbeddedPostgres } from '#server/database/embedded.ts'
import { openFileStore } from '#server/media/storage/open-file-store.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { openDatabase, Refused } from './command.ts'
import { createProgress } from './progress.ts'

export const backupUsage = 'backup FILE | verify FILE | restore FILE [--keep-sessions]'

const refuse = (): never => {
  throw new Refused(`Usage: npm run admin -- ${backupUsage}`)
}

/** npm runs commands in the folder of the checkout; the operator names files from where they are. */
const pathOf = (file: string) => path.resolve(process.env.INIT_CWD ?? '.', file)

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`

async function openSource(): Promise<BackupSource> {
  const config = readConfig(process.env)
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  return {
    databaseUrl: await openDatabase(),
    files: await openFileStore(config, createLog('silent')),
    dataDir: config.dataDir,
  }
}

/** Turns expected failures into one line. */
async function inOneLine<Result>(work: Promise<Result>, file: string): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof DamagedBackup) throw new Refused(`admin: ${file} is damaged: ${error.message}`)
    if (error instanceof BackupRefused || error instanceof RestoreRefused) throw new Refused(`admin: ${error.message}`)
    if (error instanceof Refusal) throw new Refused('admin: the store of pictures does not answer, or is full')
    throw error
  }
}

const describe = ({ manifest, totals }: VerifiedBackup) =>
  `of ${manifest.takenAt}, version ${manifest.version}: ${totals.rows.users ?? 0} people, ` +
  `${totals.rows.posts ?? 0} posts, ${totals.pictures} pictures` +
  (totals.missingPictures > 0
    ? `; ${totals.missingPictures} more pictures had been lost before, see docs/backup.md`
    : '')

async function backup(file: string): Promise<string> {
  if (existsSync(file)) throw new Refused(`admin: ${file} exists already`)
  if (!existsSync(path.dirname(file))) throw new Refused(`admin: there is no folder ${path.dirname(file)}`)
  const source = await openSource()
  const progress = createProgress()
  const onProgress = ({ part, done, total }: { part: string; done: number; total: number }) =>
    progress.show(`${part}: ${done}${total > 0 ? ` of ${total}` : ''}`)
  const taking = recordBackup(source, { file, dueAt: null }, (onTaking) =>
    takeBackup(source, { file, onProgress, onTaking }),
  )
  const taken = await inOneLine(taking, file).finally(progress.end)
  return `${file}: ${megabytes(taken.bytes)}, ${describe(taken)}`
}

function showBytes(words: Record<string, string>) {
  const progress = createProgress()
  return {
    end: progress.end,
    show: ({ part, done, total }: { part: string; done: number; total: number }) =>
      progress.show(`${words[part]} ${megabytes(done)} of ${megabytes(total)}`),
  }
}

async function verify(file: string): Promise<string> {
  const progress = showBytes({ verify: 'read' })
  const reading = verifyBackup(file, (done, total) => progress.show({ part: 'verify', done, total }))
  return `${file} is whole: ${describe(await inOneLine(reading, file).finally(progress.end))}`
}

async function restore(file: string, keepSessions: boolean): Promise<string> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl === undefined && (await findEmbeddedPostgres(dataDir)))
    throw new Refused(`admin: a server is running in ${dataDir}: stop it, and give another DATA_DIR`)
  const target = await openSource()
  const progress = showBytes({ verify: 'verified', restore: 'restored' })
  const restoring = restoreBackup(target, { file, keepSessions, onProgress: progress.show })
  const restored = await inOneLine(restoring, file).finally(progress.end)
  const sessions = keepSessions ? 'everybody is still signed in' : 'everybody has to sign in again'
  return `restored the backup ${describe(restored)}; ${sessions}`
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { 'keep-sessions': { type: 'boolean' } } })
  } catch {
    return refuse()
  }
}

/** @returns the work that the arguments ask for; undefined when they name another command. Throws Refused. */
export function readBackupCommand(args: string[]): (() => Promise<string>) | undefined {
  const [name = ''] = args
  if (!['backup', 'verify', 'restore'].includes(name)) return undefined
  const { positionals, values } = parse(args.slice(1))
  const { 'keep-sessions': keepSessions } = values
  const [given] = positionals
  if (given === undefined || positionals.length > 1 || (keepSessions && name !== 'restore')) return refuse()
  const file = pathOf(given)
  if (name === 'backup') return () => backup(file)
  if (!existsSync(file)) throw new Refused(`admin: there is no file ${file}`)
  return name === 'verify' ? () => verify(file) : () => restore(file, keepSessions ?? false)
}
