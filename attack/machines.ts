import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readdir, readFile, readlink, realpath } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { nobodyUid } from '#server/database/cluster.ts'

// Machines that run Debian's programs with the files of `operations/`, as an operator makes them. Each machine is a
// folder; to kill it is to kill every process that runs in its folder.

const operations = new URL('../operations/', import.meta.url)
const debianPrograms = { patroni: '/usr/bin/patroni', etcd: '/usr/bin/etcd', haproxy: '/usr/sbin/haproxy' }
const killTimeoutMs = 20_000
const logTailLength = 3000

/** PostgreSQL refuses root. */
const isRoot = process.getuid?.() === 0
const owner = isRoot ? { uid: nobodyUid, gid: nobodyUid } : {}

/** Returns user and group of what runs on the machines, by their names: HAProxy takes names. */
export function findProxyOwner(): { user: string; group: string } {
  const [user = '', group = ''] = isRoot
    ? ['nobody', 'nogroup']
    : ['-un', '-gn'].map((name) => execFileSync('id', [name], { encoding: 'utf8' }).trim())
  return { user, group }
}

/**
 * Ends what runs in the folder and deletes it as soon as its input ends, which it does when this process dies: agents
 * first, then PostgreSQL, which leaves shared memory behind if it has no second to end in.
 */
const guardScript = `
cat >/dev/null
signal_all() {
  found=no
  for cwd in /proc/[0-9]*/cwd; do
    case "$(readlink "$cwd")/" in $2) pid=\${cwd#/proc/}; kill "$1" "\${pid%/cwd}" && found=yes;; esac
  done
}
signal_all -CONT "$1/*"
signal_all -KILL "$1/node?/"
signal_all -KILL "$1/proxy/"
signal_all -QUIT "$1/*/postgres/"
sleep 1
found=yes
while [ "$found" = yes ]; do signal_all -KILL "$1/*"; done
rm -rf "$1"`

function guard(folder: string): ChildProcess {
  // Detached: a Ctrl-C that ends the test must not end it.
  return spawn('sh', ['-c', guardScript, 'guard', folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}

/** Replaces `${NAME}`. Throws when a name is unknown. */
function fillIn(template: string, values: Record<string, string>): string {
  return template.replaceAll(/\$\{([A-Z_0-9]+)\}/g, (_placeholder, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for ${name}`)
    return value
  })
}

/** Reads a file of `operations/` and fills in its values. Throws when one is unknown. */
export const readTemplate = async (file: string, values: Record<string, string>): Promise<string> =>
  fillIn(await readFile(new URL(file, operations), 'utf8'), values)

/** Assignments of an environment file: comments and quotes are dropped. */
export const parseEnvironment = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)="?(.*?)"?$/gm)].map(([, name, value]) => [name, value]))

/** Expects that values are given for every setting that an operator fills in, and for nothing else. */
export async function checkSettings(file: string, given: string[]): Promise<void> {
  const settings = Object.keys(parseEnvironment(await readTemplate(file, {})))
  const names = given.toSorted().join(' ')
  if (names !== settings.toSorted().join(' ')) throw new Error(`${file} has other settings than ${names}`)
}

/** Returns the pids of what runs in a folder or below. */
async function findPids(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return pids.filter((_pid, index) => `${folders[index]}/`.startsWith(`${folder}/`)).map(Number)
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch {
      // It has ended by itself.
    }
}

/** Creates an empty folder for machines, which are ended with this process. */
export async function createMachines(): Promise<Machines> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'dintorni-machines-')))
  if (isRoot) await chown(folder, nobodyUid, nobodyUid)
  return new Machines(folder)
}

/** Machines by their names. */
export class Machines {
  private readonly folder: string
  private readonly guard: ChildProcess

  constructor(folder: string) {
    this.folder = folder
    this.guard = guard(folder)
  }

  /** Creates the folder of a machine, unless it exists. @returns its path. */
  async createFolder(name: string): Promise<string> {
    const folder = path.join(this.folder, name)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (isRoot) await chown(folder, nobodyUid, nobodyUid)
    return folder
  }

  /** Starts a program on a machine, in the folder of that. */
  run(name: string, program: keyof typeof debianPrograms, args: string[], environment = {}): void {
    const folder = path.join(this.folder, name)
    const log = openSync(path.join(folder, `${program}.log`), 'a')
    const child = spawn(debianPrograms[program], args, {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8', ...environment },
      stdio: ['ignore', log, log],
      ...owner,
    })
    child.on('error', (error) => console.error(`${program} cannot be started: ${error.message}`))
  }

  /** Kills everything on a machine, until nothing is left. */
  async kill(name: string): Promise<void> {
    const folder = path.join(this.folder, name)
    const deadlineMs = Date.now() + killTimeoutMs
    for (let pids = await findPids(folder); pids.length > 0; pids = await findPids(folder)) {
      if (Date.now() > deadlineMs) throw new Error(`processes ${pids.join(', ')} survive kill -9`)
      signal(pids, 'SIGKILL')
      await wait(10)
    }
  }

  /** Sends a signal until a machine has no new processes: they may fork meanwhile. */
  async signalAll(name: string, signalName: NodeJS.Signals): Promise<void> {
    const folder = path.join(this.folder, name)
    const signalled = new Set<number>()
    for (;;) {
      const pids = (await findPids(folder)).filter((pid) => !signalled.has(pid))
      if (pids.length === 0) return
      signal(pids, signalName)
      for (const pid of pids) signalled.add(pid)
    }
  }

  /** Returns the last lines of all logs. */
  async readLogs(): Promise<string> {
    const files = (await readdir(this.folder, { recursive: true })).filter((file) => /^\w+\/\w+\.log$/.test(file))
    const texts = files.map(
      async (file) => `── ${file}\n${(await readFile(path.join(this.folder, file), 'utf8')).slice(-logTailLength)}`,
    )
    return (await Promise.all(texts)).join('\n')
  }

  /** Ends everything and deletes the folder. */
  async stop(): Promise<void> {
    const ended = once(this.guard, 'exit')
    this.guard.stdin?.end()
    await ended
  }
}
