import { once } from 'node:events'
import { statfs } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Gauge, Registry } from 'prom-client'
import type { Database } from '#server/database/connect.ts'
import { findJobCounts } from '#server/database/job-counts.ts'
import { findBackupState } from '#server/database/status.ts'
import { ConfigError, type ListenAddress } from '#server/platform/config.ts'
import { jobNames } from '#server/platform/job-options.ts'
import { addUp, type Snapshot } from './metrics.ts'

/** Prometheus waits for ten seconds: a database that hangs counts as unreachable before that. */
const databaseTimeoutMs = 3000

/** The parts of a server that any of its processes can examine. */
type Watched = { db: Database; dataDir: string; version: string }

/** Snapshots of all processes, and how many of them answer. */
export type GatherMetrics = () => Promise<{ snapshots: Snapshot[]; processes: number }>

/**
 * Serves `/metrics` at an address of its own.
 * @returns the URL, and a function that stops. Throws a ConfigError when the address is taken.
 */
export async function serveMetrics(
  { host, port }: ListenAddress,
  watched: Watched,
  gather: GatherMetrics,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const ofServer = createServerMetrics(watched)
  const server = createServer(async (request, response) => {
    if (request.url?.split('?')[0] !== '/metrics' || !['GET', 'HEAD'].includes(request.method ?? ''))
      return void response.writeHead(404).end()
    try {
      const text = await writeText(ofServer, gather)
      response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text)
    } catch {
      response.writeHead(500).end()
    }
  })
  await listen(server, { host, port })
  return { url: urlOf(server), stop: () => stop(server) }
}

async function writeText({ registry, refresh }: ServerMetrics, gather: GatherMetrics): Promise<string> {
  const [{ snapshots, processes }] = await Promise.all([gather(), refresh.all()])
  refresh.processes(processes)
  return `${await addUp(snapshots).metrics()}\n${await registry.metrics()}`
}

async function listen(server: Server, { host, port }: ListenAddress): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening').catch((error: Error) => {
    throw new ConfigError(`METRICS: ${error.message}`)
  })
}

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

type ServerMetrics = {
  registry: Registry
  refresh: { all: () => Promise<unknown>; processes: (count: number) => void }
}
type CreateGauge = (name: string, help: string, labelNames?: string[]) => Gauge

function createServerMetrics({ db, dataDir, version }: Watched): ServerMetrics {
  const registry = new Registry()
  const create: CreateGauge = (name, help, labelNames = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  create('dintorni_info', 'Version of the server', ['version']).set({ version }, 1)
  const processes = create('dintorni_processes', 'Processes that answer')
  const refreshers = [watchDisk(create, dataDir), watchDatabase(create, db)]
  return {
    registry,
    refresh: {
      all: () => Promise.all(refreshers.map((refresh) => refresh())),
      processes: (count) => processes.set(count),
    },
  }
}

/** @returns a function that reads the figures now. */
function watchDisk(create: CreateGauge, dataDir: string): () => Promise<void> {
  const size = create('dintorni_disk_size_bytes', 'Size of the disk with DATA_DIR')
  const free = create('dintorni_disk_free_bytes', 'Space on the disk with DATA_DIR that the server may use')
  return async () => {
    const { bavail, blocks, bsize } = await statfs(dataDir)
    free.set(bavail * bsize)
    size.set(blocks * bsize)
  }
}

/** @returns a function that reads the figures now. */
function watchDatabase(create: CreateGauge, db: Database): () => Promise<void> {
  const up = create('dintorni_database_up', 'Whether the database answers within three seconds')
  const jobs = create('dintorni_jobs', 'Jobs by kind and state; a failed one is deleted after a minute', [
    'kind',
    'state',
  ])
  const ages = create(
    'dintorni_job_oldest_age_seconds',
    'How long the oldest waiting job has been due; a retry is due after its pause',
    ['kind'],
  )
  const backup = create(
    'dintorni_last_backup_timestamp_seconds',
    'When the newest backup was complete; 0 if there is none',
  )
  return async () => {
    const timeout = wait(databaseTimeoutMs, null, { ref: false })
    const found = Promise.all([findJobCounts(db), findBackupState.first(db)])
    const [counts, backups] = (await Promise.race([found, timeout]).catch(() => null)) ?? [null, null]
    up.set(counts === null ? 0 : 1)
    jobs.reset()
    ages.reset()
    backup.reset()
    // An unknown figure is absent rather than zero.
    if (counts === null) return
    backup.set((backups?.last_at?.getTime() ?? 0) / 1000)
    for (const kind of jobNames) {
      const { waiting = 0, active = 0, failed = 0, oldest_age_s = 0 } = counts.find(({ name }) => name === kind) ?? {}
      for (const [state, count] of Object.entries({ waiting, active, failed })) jobs.set({ kind, state }, count)
      ages.set({ kind }, oldest_age_s)
    }
  }
}
