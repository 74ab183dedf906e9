import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readdir, readFile, readlink, realpath, writeFile } from 'node:fs/promises'
import { openSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { nobodyUid } from '#server/database/cluster.ts'
import { connect, ping } from '#server/database/connect.ts'
import { findFreePort } from '#server/testing/harness/free-port.ts'

// A cluster of PostgreSQL with fail-over, made of the files of `operations/` as an operator makes it. Each machine is a
// folder and an address of its own (127.0.0.11 …); to kill it is to kill every process that runs in its folder.

/** What Patroni says of a PostgreSQL (`GET /cluster`). */
export type Member = {
  name: string
  role: 'leader' | 'sync_standby' | 'replica'
  state: string
  timeline?: number
  /** Bytes. */
  lag?: number | 'unknown'
}

export type DatabaseCluster = {
  /** PostgreSQL through the proxy, as the superuser. */
  superuserUrl: string
  /** What the machines that answer agree on; empty while they do not, because one that wakes up knows the past. */
  findMembers: () => Promise<Member[]>
  /** Waits until a condition of the members holds. Throws with the last lines of the logs when it takes too long. */
  waitForMembers: (what: string, isReached: (members: Member[]) => boolean) => Promise<Member[]>
  /** Kills everything on a machine at once: PostgreSQL, agent and etcd. */
  kill: (name: string) => Promise<void>
  /** Stops everything on a machine as it is, connections included, until `thaw`. */
  freeze: (name: string) => Promise<void>
  thaw: (name: string) => Promise<void>
  /** Starts a machine, with what is on its disk. */
  start: (name: string) => Promise<void>
  /** Ends everything and deletes the folder. */
  stop: () => Promise<void>
}

const operations = new URL('../operations/', import.meta.url)
const debianPrograms = { patroni: '/usr/bin/patroni', etcd: '/usr/bin/etcd', haproxy: '/usr/sbin/haproxy' }
const membersTimeoutMs = 180_000
const proxyTimeoutMs = 30_000
const killTimeoutMs = 20_000
const requestTimeoutMs = 5000
const logTailLength = 3000

/** PostgreSQL refuses root. */
const isRoot = process.getuid?.() === 0
const owner = isRoot ? { uid: nobodyUid, gid: nobodyUid } : {}
/** HAProxy takes names. */
const findProxyOwner = () =>
  isRoot ? ['nobody', 'nogroup'] : ['-un', '-gn'].map((name) => execFileSync('id', [name], { encoding: 'utf8' }).trim())

const nodeNames = ['node1', 'node2', 'node3'] as const
const addresses = { node1: '127.0.0.11', node2: '127.0.0.12', node3: '127.0.0.13' }
type NodeName = keyof typeof addresses

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

/** Assignments of an environment file: comments and quotes are dropped. */
const parseEnvironment = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)="?(.*?)"?$/gm)].map(([, name, value]) => [name, value]))

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

async function kill(folder: string): Promise<void> {
  const deadlineMs = Date.now() + killTimeoutMs
  for (let pids = await findPids(folder); pids.length > 0; pids = await findPids(folder)) {
    if (Date.now() > deadlineMs) throw new Error(`processes ${pids.join(', ')} survive kill -9`)
    signal(pids, 'SIGKILL')
    await wait(10)
  }
}

/** Sends a signal until a machine has no new processes: they may fork meanwhile. */
async function signalAll(folder: string, name: NodeJS.Signals): Promise<void> {
  const signalled = new Set<number>()
  for (;;) {
    const pids = (await findPids(folder)).filter((pid) => !signalled.has(pid))
    if (pids.length === 0) return
    signal(pids, name)
    for (const pid of pids) signalled.add(pid)
  }
}

class Cluster implements DatabaseCluster {
  readonly superuserUrl: string
  private readonly folder: string
  private readonly values: Record<string, string>
  private readonly databaseNames: NodeName[]
  private readonly guard: ChildProcess

  constructor(folder: string, values: Record<string, string>, databaseNames: NodeName[]) {
    this.folder = folder
    this.values = values
    this.databaseNames = databaseNames
    this.superuserUrl = `postgres://postgres:${values.SUPERUSER_PASSWORD}@127.0.0.1:${values.PROXY_PORT}/postgres`
    this.guard = guard(folder)
  }

  async start(name: string): Promise<void> {
    const node = name as NodeName
    const folder = await this.createFolder(node)
    const values = {
      ...this.values,
      THIS_NAME: node,
      THIS_ADDRESS: addresses[node],
      POSTGRES_FOLDER: path.join(folder, 'postgres'),
      SOCKET_FOLDER: folder,
      ETCD_FOLDER: path.join(folder, 'etcd'),
    }
    const etcd = parseEnvironment(await this.readTemplate('etcd/etcd.env', values))
    this.run(node, 'etcd', [], etcd)
    // A machine without a PostgreSQL only has a voice in who is the primary.
    if (!this.databaseNames.includes(node)) return
    const file = path.join(folder, 'patroni.yml')
    await writeFile(file, await this.readTemplate('patroni/patroni.yml', values))
    this.run(node, 'patroni', [file])
  }

  async startProxy(): Promise<void> {
    const file = path.join(await this.createFolder('proxy'), 'haproxy.cfg')
    await writeFile(file, await this.readTemplate('haproxy/haproxy.cfg', this.values))
    this.run('proxy', 'haproxy', ['-f', file])
  }

  kill(name: string): Promise<void> {
    return kill(path.join(this.folder, name))
  }

  freeze(name: string): Promise<void> {
    return signalAll(path.join(this.folder, name), 'SIGSTOP')
  }

  thaw(name: string): Promise<void> {
    return signalAll(path.join(this.folder, name), 'SIGCONT')
  }

  async findMembers(): Promise<Member[]> {
    const answers = this.databaseNames.map(async (name) => {
      const url = `http://${addresses[name]}:${this.values.PATRONI_PORT}/cluster`
      const reply = await fetch(url, { signal: AbortSignal.timeout(requestTimeoutMs) })
      return ((await reply.json()) as { members: Member[] }).members
    })
    const views = (await Promise.allSettled(answers)).flatMap((view) =>
      view.status === 'fulfilled' ? [view.value] : [],
    )
    return new Set(views.map(primaryOf)).size === 1 ? views[0]! : []
  }

  async waitForMembers(what: string, isReached: (members: Member[]) => boolean): Promise<Member[]> {
    const deadlineMs = Date.now() + membersTimeoutMs
    for (;;) {
      const members = await this.findMembers()
      if (isReached(members)) return members
      if (Date.now() > deadlineMs)
        throw new Error(
          `${what}: not within ${membersTimeoutMs / 1000} s: ${JSON.stringify(members)}\n${await this.readLogs()}`,
        )
      await wait(200)
    }
  }

  /** Waits until the proxy leads to the primary. */
  async waitForProxy(): Promise<void> {
    const deadlineMs = Date.now() + proxyTimeoutMs
    const db = connect(this.superuserUrl, 1)
    const isReached = () =>
      ping(db).then(
        () => true,
        () => false,
      )
    while (!(await isReached())) {
      if (Date.now() > deadlineMs) throw new Error(`the proxy leads nowhere\n${await this.readLogs()}`)
      await wait(100)
    }
    await db.destroy()
  }

  async stop(): Promise<void> {
    const ended = once(this.guard, 'exit')
    this.guard.stdin?.end()
    await ended
  }

  private async createFolder(name: string): Promise<string> {
    const folder = path.join(this.folder, name)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (isRoot) await chown(folder, nobodyUid, nobodyUid)
    return folder
  }

  private async readTemplate(file: string, values: Record<string, string>): Promise<string> {
    return fillIn(await readFile(new URL(file, operations), 'utf8'), values)
  }

  private run(place: string, name: keyof typeof debianPrograms, args: string[], environment = {}): void {
    const folder = path.join(this.folder, place)
    const log = openSync(path.join(folder, `${name}.log`), 'a')
    const child = spawn(debianPrograms[name], args, {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8', ...environment },
      stdio: ['ignore', log, log],
      ...owner,
    })
    child.on('error', (error) => console.error(`${name} cannot be started: ${error.message}`))
  }

  private async readLogs(): Promise<string> {
    const files = (await readdir(this.folder, { recursive: true })).filter((file) => /^\w+\/\w+\.log$/.test(file))
    const texts = files.map(
      async (file) => `── ${file}\n${(await readFile(path.join(this.folder, file), 'utf8')).slice(-logTailLength)}`,
    )
    return (await Promise.all(texts)).join('\n')
  }
}

/** Expects that a value is given for every setting that an operator fills in, and for nothing else. */
async function checkValues(values: Record<string, string>): Promise<void> {
  const settings = Object.keys(parseEnvironment(await readFile(new URL('cluster.env', operations), 'utf8')))
  const perNode = ['THIS_NAME', 'THIS_ADDRESS', 'POSTGRES_FOLDER', 'SOCKET_FOLDER', 'ETCD_FOLDER']
  const given = [...Object.keys(values), ...perNode].toSorted().join(' ')
  if (given !== settings.toSorted().join(' ')) throw new Error(`cluster.env has other settings than ${given}`)
}

/**
 * Starts etcd on three machines, PostgreSQL on some of them, and a proxy, and waits until a standby is synchronous.
 * @param databaseCount how many of the three have a PostgreSQL.
 */
export async function startDatabaseCluster(databaseCount: 2 | 3): Promise<DatabaseCluster> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'dintorni-cluster-')))
  if (isRoot) await chown(folder, nobodyUid, nobodyUid)
  const [user = '', group = ''] = findProxyOwner()
  const values: Record<string, string> = {
    NODE_1: addresses.node1,
    NODE_2: addresses.node2,
    NODE_3: addresses.node3,
    NETWORK: '127.0.0.0/8',
    SUPERUSER_PASSWORD: 'superuser',
    REPLICATION_PASSWORD: 'replication',
    PATRONI_PASSWORD: 'patroni',
    POSTGRES_PORT: `${await findFreePort()}`,
    PATRONI_PORT: `${await findFreePort()}`,
    ETCD_PORT: `${await findFreePort()}`,
    ETCD_PEER_PORT: `${await findFreePort()}`,
    PROXY_PORT: `${await findFreePort()}`,
    PROXY_USER: user,
    PROXY_GROUP: group,
  }
  await checkValues(values)
  const cluster = new Cluster(folder, values, nodeNames.slice(0, databaseCount))
  try {
    for (const name of nodeNames) await cluster.start(name)
    await cluster.startProxy()
    await cluster.waitForMembers('the cluster is complete', isComplete(databaseCount))
    await cluster.waitForProxy()
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return cluster
}

const isWell = ({ state }: Member) => state === 'running' || state === 'streaming'

/** Whether all machines have joined, one of them as a synchronous standby. */
export const isComplete =
  (databaseCount: number) =>
  (members: Member[]): boolean => {
    const count = (role: Member['role']) => members.filter((member) => member.role === role).length
    const timelines = new Set(members.map(({ timeline }) => timeline))
    return (
      members.length === databaseCount &&
      members.every(isWell) &&
      count('leader') === 1 &&
      count('sync_standby') === 1 &&
      timelines.size === 1
    )
  }

export const primaryOf = (members: Member[]): string | undefined => members.find(({ role }) => role === 'leader')?.name
