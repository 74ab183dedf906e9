import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Cluster, commandLine } from './cluster.ts'

const startTimeoutMs = 30_000
/**
 * A postmaster that ends sooner is restarted after a delay that grows with each attempt: what stops a database (a full
 * disk) takes time to fix.
 */
const shortLifetimeMs = 5000
const restartDelayStepMs = 1000
const maxRestartDelayMs = 20_000

/** Runs the postmaster of a cluster, and restarts it whenever it ends, until `stop`. */
export class Postmaster {
  private readonly cluster: Cluster
  private readonly settings: string[]
  private readonly stopping = new AbortController()
  private child: ChildProcess | undefined
  private startedAt = 0
  private restartDelayMs = 0
  private restarting = Promise.resolve()

  /** @param settings of PostgreSQL: `name=value`. */
  constructor(cluster: Cluster, settings: string[]) {
    this.cluster = cluster
    this.settings = settings
  }

  /** Resolves when PostgreSQL accepts connections. Throws when it does not start within 30 seconds. */
  async start(): Promise<void> {
    this.startedAt = Date.now()
    this.child = await startPostmaster(this.cluster, this.settings, this.stopping.signal)
    this.child.once('exit', () => {
      this.restarting = this.restart()
    })
  }

  /** Fast shutdown: open transactions are rolled back, and the next start needs no recovery. */
  async stop(): Promise<void> {
    this.stopping.abort()
    await this.restarting
    if (this.child) await shutDown(this.child)
  }

  /** Retries for as long as the server runs: /readyz answers 503 meanwhile, and no operator has to intervene. */
  private async restart(): Promise<void> {
    const { signal } = this.stopping
    while (!signal.aborted) {
      const wasShort = Date.now() - this.startedAt < shortLifetimeMs
      this.restartDelayMs = wasShort ? Math.min(this.restartDelayMs + restartDelayStepMs, maxRestartDelayMs) : 0
      await wait(this.restartDelayMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      try {
        return await this.start()
      } catch {
        // Retried after the next delay.
      }
    }
  }
}

async function startPostmaster(cluster: Cluster, settings: string[], signal: AbortSignal): Promise<ChildProcess> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    await stopOrphan(cluster.folder, deadline)
    signal.throwIfAborted()
    const { child, isReady, log } = await launch(cluster, settings, deadline, signal)
    if (isReady) return child
    signal.throwIfAborted()
    if (Date.now() > deadline || !/lock file|still in use|in use by|shared memory/.test(log))
      throw new Error(`the embedded PostgreSQL did not start: ${log.trim()}`)
    await wait(100)
  }
}

type Launched = { child: ChildProcess; isReady: boolean; log: string }

/** Spawns the postmaster. Resolves when it accepts connections or has ended. */
function launch(cluster: Cluster, settings: string[], deadline: number, signal: AbortSignal): Promise<Launched> {
  const allSettings = [`unix_socket_directories=${cluster.socketFolder}`, 'unix_socket_permissions=0700', ...settings]
  const options = ['-D', cluster.folder, '-p', '5432', ...allSettings.flatMap((setting) => ['-c', setting])]
  const [program, args] = commandLine(cluster, 'postgres', options)
  const child = spawn(program, args, { ...cluster.runner.options, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), deadline - Date.now()).unref()
    const interrupt = () => child.kill('SIGINT')
    signal.addEventListener('abort', interrupt)
    const settle = (isReady: boolean, message = log) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', interrupt)
      resolve({ child, isReady, log: message })
    }
    child.stderr?.on('data', (chunk: Buffer) => {
      const output = log + chunk.toString()
      if (output.includes('ready to accept connections')) settle(true)
      log = output.slice(-20_000)
    })
    child.once('error', (error) => settle(false, error.message))
    child.once('exit', () => settle(false))
  })
}

function shutDown(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGINT')
  })
}

/**
 * Stops the postmaster of a server that was killed: it lives on and holds the cluster, or has left its pid file. The
 * file is deleted only when no process runs in the cluster any more, since two postmasters on one folder destroy it.
 */
async function stopOrphan(clusterFolder: string, deadline: number): Promise<void> {
  const pidFile = path.join(clusterFolder, 'postmaster.pid')
  if (!fs.existsSync(pidFile)) return
  const pid = Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0])
  if (findProcesses(clusterFolder, pid).includes(pid)) process.kill(pid, 'SIGINT')
  while (findProcesses(clusterFolder, pid).length > 0) {
    if (Date.now() > deadline) throw new Error(`another PostgreSQL still runs in ${clusterFolder}`)
    await wait(20)
  }
  fs.rmSync(pidFile, { force: true })
}

/** PostgreSQL's processes have the cluster as their working directory. Without /proc only the postmaster is checked. */
function findProcesses(clusterFolder: string, postmasterPid: number): number[] {
  if (!fs.existsSync('/proc/self')) return isAlive(postmasterPid) ? [postmasterPid] : []
  const realFolder = fs.realpathSync(clusterFolder)
  const runsInCluster = (pid: string) => {
    try {
      return /^\d+$/.test(pid) && fs.readlinkSync(`/proc/${pid}/cwd`) === realFolder && !isZombie(pid)
    } catch {
      return false // It has ended meanwhile.
    }
  }
  return fs.readdirSync('/proc').filter(runsInCluster).map(Number)
}

function isZombie(pid: string): boolean {
  return /^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
