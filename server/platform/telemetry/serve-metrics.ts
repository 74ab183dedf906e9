import { once } from 'node:events'
import { statfs } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Gauge, Registry } from 'prom-client'
import type { Database } from '#server/database/connect.ts'
import { findJobCounts } from '#server/database/job-counts.ts'
import { findBackupState } from '#server/database/status.ts'
import type { ListenAddress } from '#server/platform/config-values.ts'
import { jobNames } from '#server/platform/job-options.ts'
import { findListenAddresses, ofMetrics, openServer, urlOf } from '#server/platform/listen-addresses.ts'
import { isRebound } from '#server/platform/this-machine.ts'

/** Prometheus waits for ten seconds: a database that hangs counts as unreachable before that. */
const databaseTimeoutMs = 3000

/** What is examined when somebody asks. */
type Watched = { db: Database; dataDir: string; version: string; commit: string }

/**
 * Serves `/metrics` at an address of its own.
 * @returns the URL, and a function that stops. Throws a ConfigError when the address is taken.
 */
export async function serveMetrics(
  listenAddress: ListenAddress,
  registry: Registry,
  watched: Watched,
): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const readNow = watch(registry, watched)
  const answer: RequestListener = async (request, response) => {
    if (request.url?.split('?')[0] !== '/metrics' || !['GET', 'HEAD'].includes(request.method ?? ''))
      return void response.writeHead(404).end()
    if (isRebound(request.socket.localAddress, request.headers.host, listenAddress.host))
      return void response.writeHead(403).end()
    try {
      await readNow()
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text)
    } catch {
      response.writeHead(500).end()
    }
  }
  const servers: Server[] = []
  for (const address of (await findListenAddresses(listenAddress, ofMetrics)).addresses) {
    const server = createServer(answer)
    await openServer(server, { address, port: portOf(servers[0]) ?? listenAddress.port }, ofMetrics)
    servers.push(server)
  }
  return { url: `${urlOf(servers[0]!.address() as AddressInfo)}/metrics`, stop: () => Promise.all(servers.map(stop)) }
}

const portOf = (server: Server | undefined) => (server?.address() as AddressInfo | undefined)?.port

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

type CreateGauge = (name: string, help: string, labelNames?: string[]) => Gauge

/** Adds version, disk, database, jobs and backup. @returns a function that reads them now. */
function watch(registry: Registry, { db, dataDir, version, commit }: Watched): () => Promise<unknown> {
  const create: CreateGauge = (name, help, labelNames = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  create('dintorni_info', 'Version and commit of the server', ['version', 'commit']).set({ version, commit }, 1)
  const readers = [watchDisk(create, dataDir), watchDatabase(create, db)]
  return () => Promise.all(readers.map((read) => read()))
}

function watchDisk(create: CreateGauge, dataDir: string): () => Promise<void> {
  const size = create('dintorni_disk_size_bytes', 'Size of the disk with DATA_DIR')
  const free = create('dintorni_disk_free_bytes', 'Space on the disk with DATA_DIR that the server may use')
  return async () => {
    const { bavail, blocks, bsize } = await statfs(dataDir)
    free.set(bavail * bsize)
    size.set(blocks * bsize)
  }
}

function watchDatabase(create: CreateGauge, db: Database): () => Promise<void> {
  const up = create('dintorni_database_up', 'Whether the database answers within three seconds')
  const jobs = create('dintorni_jobs', 'Jobs by kind and state; a failed one is deleted after a minute', [
    'kind',
    'state',
  ])
  const ageHelp = 'How long the oldest waiting job has been due; a retry is due after its pause'
  const ages = create('dintorni_job_oldest_age_seconds', ageHelp, ['kind'])
  const backupHelp = 'When the newest backup was complete; 0 if there is none'
  const backup = create('dintorni_last_backup_timestamp_seconds', backupHelp)
  return async () => {
    const timeout = wait(databaseTimeoutMs, null, { ref: false })
    const found = Promise.all([findJobCounts(db), findBackupState.first(db)])
    const [counts, backups] = (await Promise.race([found, timeout]).catch(() => null)) ?? [null, null]
    up.set(counts === null ? 0 : 1)
    for (const gauge of [jobs, ages, backup]) gauge.reset()
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
