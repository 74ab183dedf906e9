import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect, ping } from '#server/database/connect.ts'
import { findFreePort } from '#server/testing/harness/free-port.ts'
import {
  checkSettings,
  createMachines,
  findProxyOwner,
  type Machines,
  parseEnvironment,
  readTemplate,
} from './machines.ts'

// A cluster of PostgreSQL with fail-over, made of the files of `operations/` as an operator makes it. Each machine has an
// address of its own (127.0.0.11 …).

/** The state of a PostgreSQL server as Patroni reports it (`GET /cluster`). */
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
  /**
   * The state that all answering machines report; empty while they differ, because one that wakes up reports the past.
   */
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
  /** Kills the proxy that leads to the primary. */
  killProxy: () => Promise<void>
  startProxy: () => Promise<void>
  /** Ends everything and deletes the folder. */
  stop: () => Promise<void>
}

const membersTimeoutMs = 180_000
const proxyTimeoutMs = 30_000
const requestTimeoutMs = 5000

const nodeNames = ['node1', 'node2', 'node3'] as const
const addresses = { node1: '127.0.0.11', node2: '127.0.0.12', node3: '127.0.0.13' }
type NodeName = keyof typeof addresses

class Cluster implements DatabaseCluster {
  readonly superuserUrl: string
  private readonly machines: Machines
  private readonly values: Record<string, string>
  private readonly databaseNames: NodeName[]

  constructor(machines: Machines, values: Record<string, string>, databaseNames: NodeName[]) {
    this.machines = machines
    this.values = values
    this.databaseNames = databaseNames
    this.superuserUrl = `postgres://postgres:${values.SUPERUSER_PASSWORD}@127.0.0.1:${values.PROXY_PORT}/postgres`
  }

  async start(name: string): Promise<void> {
    const node = name as NodeName
    const folder = await this.machines.createFolder(node)
    const values = {
      ...this.values,
      THIS_NAME: node,
      THIS_ADDRESS: addresses[node],
      POSTGRES_FOLDER: path.join(folder, 'postgres'),
      SOCKET_FOLDER: folder,
      ETCD_FOLDER: path.join(folder, 'etcd'),
    }
    const etcd = parseEnvironment(await readTemplate('etcd/etcd.env', values))
    this.machines.run(node, 'etcd', [], etcd)
    // A machine without a PostgreSQL only votes on the primary.
    if (!this.databaseNames.includes(node)) return
    const file = path.join(folder, 'patroni.yml')
    await writeFile(file, await readTemplate('patroni/patroni.yml', values))
    this.machines.run(node, 'patroni', [file])
  }

  async startProxy(): Promise<void> {
    const file = path.join(await this.machines.createFolder('proxy'), 'haproxy.cfg')
    await writeFile(file, await readTemplate('haproxy/haproxy.cfg', this.values))
    this.machines.run('proxy', 'haproxy', ['-f', file])
  }

  kill(name: string): Promise<void> {
    return this.machines.kill(name)
  }

  killProxy(): Promise<void> {
    return this.machines.kill('proxy')
  }

  freeze(name: string): Promise<void> {
    return this.machines.signalAll(name, 'SIGSTOP')
  }

  thaw(name: string): Promise<void> {
    return this.machines.signalAll(name, 'SIGCONT')
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
          `${what}: not within ${membersTimeoutMs / 1000} s: ${JSON.stringify(members)}\n${await this.machines.readLogs()}`,
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
      if (Date.now() > deadlineMs) throw new Error(`the proxy leads nowhere\n${await this.machines.readLogs()}`)
      await wait(100)
    }
    await db.destroy()
  }

  stop(): Promise<void> {
    return this.machines.stop()
  }
}

const perNode = ['THIS_NAME', 'THIS_ADDRESS', 'POSTGRES_FOLDER', 'SOCKET_FOLDER', 'ETCD_FOLDER']

/**
 * Starts etcd on three machines, PostgreSQL on some of them, and a proxy, and waits until a standby is synchronous.
 * @param databaseCount how many of the three have a PostgreSQL.
 */
export async function startDatabaseCluster(databaseCount: 2 | 3): Promise<DatabaseCluster> {
  const { user, group } = findProxyOwner()
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
  await checkSettings('cluster.env', [...Object.keys(values), ...perNode])
  const cluster = new Cluster(await createMachines(), values, nodeNames.slice(0, databaseCount))
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

/** Creates the role and the database of servers, as an operator does once. @returns the DATABASE_URL of a server. */
export async function createAppDatabase(cluster: DatabaseCluster): Promise<string> {
  const superuser = connect(cluster.superuserUrl, 1)
  await sql`CREATE ROLE dintorni LOGIN PASSWORD 'dintorni'`.execute(superuser)
  await sql`CREATE DATABASE dintorni OWNER dintorni`.execute(superuser)
  await superuser.destroy()
  const url = new URL(cluster.superuserUrl)
  Object.assign(url, { username: 'dintorni', password: 'dintorni', pathname: '/dintorni' })
  return url.href
}
