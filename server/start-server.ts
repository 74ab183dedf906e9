import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createApp } from './app.ts'
import type { Demo } from './app-context.ts'
import { connect, type Database } from './database/connect.ts'
import { checkDatabase } from './database/check-database.ts'
import { startEmbeddedPostgres } from './database/embedded.ts'
import { migrate } from './database/migrate.ts'
import { openGround, streetsFileOf } from './map/archives/open-ground.ts'
import { createPictureStore } from './media/media.actions.ts'
import { openFileStore } from './media/storage/open-file-store.ts'
import { createQuotas } from './media/quotas.actions.ts'
import type { PictureStore } from './media/media.rules.ts'
import { loadShippedDirectory } from './places/places.actions.ts'
import { type Config, readConfig } from './platform/config.ts'
import { createJobQueue } from './platform/jobs.ts'
import { createFolder } from './platform/folders.ts'
import { findListenAddresses, listenAt, ofMetrics } from './platform/listen-addresses.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMail } from './platform/mail.ts'
import { findMistyped, findRemoved } from './platform/mistyped-variables.ts'
import type { Report } from './platform/progress.ts'
import { createPush } from './platform/push.ts'
import { readServerIdentity } from './platform/server-identity.ts'
import { findPushKeys } from './platform/push-keys.ts'
import { noTelemetry, type Telemetry } from './platform/telemetry/telemetry.ts'
import { readCommit, readVersion } from './platform/version.ts'
import type { StopSteps } from './stop-steps.ts'

/** A start in progress. */
type Start = { config: Config; log: Log; stopSteps: StopSteps }

/** What the start has found and made before the server answers. */
type Prepared = { databaseUrl: string; demo: Demo | null; addresses: string[] }

/** The start, metrics and backups have connections of their own: they work also when the pool is exhausted. */
const ownConnections = 2

/** The pool of a start that is stopped may be in the middle of a long transaction. */
const poolCloseTimeoutMs = 2000

async function startDatabase({ databaseUrl, dataDir }: Config, signal: AbortSignal) {
  if (databaseUrl === undefined) return startEmbeddedPostgres(dataDir, [], signal)
  await checkDatabase(databaseUrl)
  return { url: databaseUrl, stop: async () => undefined }
}

/** A line for people in a terminal, and for programs in a log. */
const reportTo =
  (log: Log): Report =>
  (line) =>
    process.stdout.isTTY ? void process.stdout.write(`${line}\n`) : log.info(line)

/** Finds the addresses to listen on, before anything is started for a server that cannot. */
async function findAddresses(config: Config, log: Log): Promise<string[]> {
  const { addresses, missing } = await findListenAddresses(config)
  if (missing.length > 0) log.warn({ missing }, 'HOST has addresses that this machine does not have')
  if (config.metrics) await findListenAddresses(config.metrics, ofMetrics)
  return addresses
}

/** Throws an error that names the variable when the operator's map or icon cannot be served. */
async function checkFiles(config: Config): Promise<void> {
  await (await openGround(streetsFileOf(config))).close()
  await readServerIdentity(config)
}

/** Throws a ConfigError when nothing could be stored there. Several servers may need nothing of DATA_DIR. */
function checkFolders({ dataDir, databaseUrl, mediaUrl, smtpUrl, backups }: Config): void {
  if (!databaseUrl || !mediaUrl || !smtpUrl) createFolder('DATA_DIR', dataDir)
  if (backups) createFolder('BACKUP_DIR', backups.folder)
}

/** Creates the demo community at the first start with the embedded database. Returns null if there is none. */
async function createDemo(
  { config, log, stopSteps }: Start,
  db: Database,
  pictures: PictureStore,
): Promise<Demo | null> {
  if (config.databaseUrl || !config.demo) return null
  const { makeDemo } = await import('#demo/make-demo.ts')
  const demo = await makeDemo(db, pictures, config.dataDir, { signal: stopSteps.signal, report: reportTo(log) })
  if (demo)
    process.stdout.write(
      `Demo: open ${config.publicUrl.origin} on this machine and press “Entra come ${demo.name}”, ` +
        `or sign in with ${demo.email} and ${demo.password}\n`,
    )
  return demo
}

/**
 * Starts the server.
 * @param stopSteps gets the functions that stop what has been started so far, also when the start fails.
 * @returns the URL that it listens on.
 */
export async function startServer(environment: NodeJS.ProcessEnv, stopSteps: StopSteps): Promise<string> {
  const config = readConfig(environment)
  const log = createLog(config.logLevel)
  const start = { config, log, stopSteps }
  const startedAt = new Date()
  const { signal } = stopSteps
  const metrics = config.metrics && (await import('./platform/telemetry/metrics.ts')).createMetrics()
  const mistyped = findMistyped(environment)
  for (const warning of [...findRemoved(environment), ...(mistyped ? [mistyped] : [])]) log.warn(warning)
  const addresses = await findAddresses(config, log)
  await checkFiles(config)
  checkFolders(config)
  const database = await startDatabase(config, signal)
  stopSteps.push(database.stop)
  const { url: databaseUrl } = database
  await migrate(databaseUrl, { signal, report: reportTo(log) })
  const db = connect(databaseUrl, ownConnections)
  stopSteps.push(() => Promise.race([db.destroy(), wait(poolCloseTimeoutMs, undefined, { ref: false })]))
  await loadShippedDirectory(db)
  const pictures = createPictureStore(db, await openFileStore(config, log))
  const demo = await createDemo(start, db, pictures)
  if (!config.rateLimits)
    log.warn('RATE_LIMITS=off: passwords can be tried without limit. Only for load tests on your own machine.')
  const url = await serve(start, { databaseUrl, demo, addresses }, metrics?.telemetry ?? noTelemetry)
  if (config.metrics && metrics) {
    const { serveMetrics } = await import('./platform/telemetry/serve-metrics.ts')
    const watched = { db, dataDir: config.dataDir, version: await readVersion(), commit: await readCommit() }
    const served = await serveMetrics(config.metrics, metrics.registry, watched)
    stopSteps.push(served.stop)
    log.info({ url: served.url }, 'metrics are served')
  }
  log.info({ url: config.publicUrl.origin }, 'Dintorni is ready')
  // Only this server uses an embedded database: no write of a picture that began before its start is in progress.
  if (!config.databaseUrl)
    void pictures
      .sweep(startedAt)
      .catch((error: unknown) => log.warn({ err: error }, 'orphaned pictures could not be deleted'))
  return url
}

/** Answers requests, and works on jobs. @returns the URL that it listens on. */
async function serve(
  { config, log, stopSteps }: Start,
  { databaseUrl, demo, addresses }: Prepared,
  telemetry: Telemetry,
): Promise<string> {
  const ground = await openGround(streetsFileOf(config))
  stopSteps.push(ground.close)
  const db = connect(databaseUrl)
  stopSteps.push(() => db.destroy())
  showPool(telemetry, db)
  const jobs = await createJobQueue(databaseUrl, db, log)
  stopSteps.push(jobs.stop)
  const app = await createApp({
    config,
    log,
    db,
    databaseUrl,
    pictures: createPictureStore(db, await openFileStore(config, log)),
    quotas: createQuotas(config),
    jobs,
    mail: createMail(config),
    push: createPush(config, await findPushKeys(db, config.dataDir)),
    telemetry,
    demo,
    ground,
    folders: { web: path.resolve(import.meta.dirname, '../dist/web') },
  })
  stopSteps.push(() => app.close())
  await jobs.schedule()
  return listenAt(app, addresses, config.port)
}

function showPool({ show }: Telemetry, db: Database): void {
  const figures = [
    ['connections', 'Connections of the pool', 'total'],
    ['idle_connections', 'Connections of the pool that are free', 'idle'],
    ['connection_waiters', 'Queries and transactions that wait for a connection of the pool', 'waiting'],
  ] as const
  for (const [name, help, count] of figures)
    show({ type: 'gauge', name: `dintorni_database_${name}`, help, read: () => db.countConnections()[count] })
}
