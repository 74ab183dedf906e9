import { once } from 'node:events'
import { lookup } from 'node:dns/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { createApp } from './app.ts'
import type { Demo } from './app-context.ts'
import { checkBackupFolder, keepBackingUp } from './backup/schedule.ts'
import { connect, countConnections, type Database } from './database/connect.ts'
import { connectionsFor, startEmbeddedPostgres } from './database/embedded.ts'
import { migrate } from './database/migrate.ts'
import { createQueryNames } from './database/query-names.ts'
import { openGround } from './map/archives/open-ground.ts'
import { createPictureStore } from './media/media.actions.ts'
import { measureFileStore } from './media/storage/measured-store.ts'
import { openFileStore } from './media/storage/open-file-store.ts'
import { createQuotas } from './media/quotas.actions.ts'
import type { PictureStore } from './media/media.rules.ts'
import { loadShippedDirectory } from './places/places.actions.ts'
import { type Config, ConfigError, type ListenAddress, readConfig } from './platform/config.ts'
import { createJobQueue } from './platform/jobs.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMail } from './platform/mail.ts'
import { createPush } from './platform/push.ts'
import { findPushKeys } from './platform/push-keys.ts'
import { measureMail, measurePush } from './platform/telemetry/measured-services.ts'
import type { GatherMetrics } from './platform/telemetry/serve-metrics.ts'
import { type StartedTelemetry, startTelemetry } from './platform/telemetry/start-telemetry.ts'
import { noTelemetry } from './platform/telemetry/telemetry.ts'
import { readVersion } from './platform/version.ts'

/** Functions that stop the services, in the order in which these were started. */
export type StopSteps = (() => Promise<unknown>)[]

/** A start in progress. */
export type Start = { config: Config; log: Log; stopSteps: StopSteps }

/** The parts that all processes of a server share. */
export type Shared = { databaseUrl: string; demo: Demo | null }

/** The start has a few connections of its own, beside those of the processes that answer. */
const startConnections = 2

async function startDatabase({ databaseUrl, dataDir, processes }: Config) {
  if (databaseUrl) return { url: databaseUrl, stop: async () => undefined }
  return startEmbeddedPostgres(dataDir, [connectionsFor(processes)])
}

/** Throws as `listen` would, before anything is started for a server that cannot listen. */
async function checkPort({ port, host }: ListenAddress): Promise<void> {
  for (const { address } of await lookup(host, { all: true })) {
    const probe = createServer().listen(port, address)
    await once(probe, 'listening')
    probe.close()
    await once(probe, 'close')
  }
}

async function checkPorts(config: Config): Promise<void> {
  await checkPort(config)
  if (!config.metrics) return
  await checkPort(config.metrics).catch((error: Error) => {
    throw new ConfigError(`METRICS: ${error.message}`)
  })
}

/** Throws an error that names the variable when the operator's map cannot be served. */
async function checkMap({ mapTiles }: Config): Promise<void> {
  await (await openGround(mapTiles)).close()
}

/** Creates the demo community at the first start with the embedded database. Returns null if there is none. */
async function createDemo(config: Config, db: Database, pictures: PictureStore): Promise<Demo | null> {
  if (config.databaseUrl || !config.demo) return null
  const { makeDemo } = await import('#demo/make-demo.ts')
  const demo = await makeDemo(db, pictures, config.dataDir)
  if (demo)
    process.stdout.write(
      `Demo: open ${config.publicUrl.origin} on this machine and press “Entra come ${demo.name}”, ` +
        `or sign in with ${demo.email} and ${demo.password}\n`,
    )
  return demo
}

/** Starts a server that answers in this process alone. @returns the URL that it listens on. */
export async function startServer(environment: NodeJS.ProcessEnv, stopSteps: StopSteps): Promise<string> {
  const config = { ...readConfig(environment), processes: 1 }
  const start = { config, log: createLog(config.logLevel), stopSteps }
  const telemetry = await startTelemetry(config, start.log)
  stopSteps.push(telemetry.stop)
  const gather: GatherMetrics = async () => ({
    snapshots: telemetry.metrics ? [await telemetry.metrics.takeSnapshot()] : [],
    processes: 1,
  })
  return startOnce(start, (shared) => serve(start, shared, telemetry), gather)
}

/**
 * Does what is done once in a server, before and after its processes begin to answer.
 * @param start its `stopSteps` get the functions that stop what has been started so far, also when the start fails.
 * @param startAnswering returns the URL on which they answer.
 * @param gatherMetrics of all processes that answer.
 */
export async function startOnce(
  { config, log, stopSteps }: Start,
  startAnswering: (shared: Shared) => Promise<string>,
  gatherMetrics: GatherMetrics,
): Promise<string> {
  const startedAt = new Date()
  await checkPorts(config)
  await checkMap(config)
  await checkBackupFolder(config)
  const starting = startDatabase(config)
  stopSteps.push(async () => (await starting).stop())
  const { url: databaseUrl } = await starting
  await migrate(databaseUrl)
  const db = connect(databaseUrl, startConnections)
  stopSteps.push(() => db.destroy())
  await loadShippedDirectory(db)
  const pictures = createPictureStore(db, await openFileStore(config, log))
  const demo = await createDemo(config, db, pictures)
  if (!config.rateLimits)
    log.warn('RATE_LIMITS=off: passwords can be tried without limit. Only for load tests on your own machine.')
  const url = await startAnswering({ databaseUrl, demo })
  if (config.metrics) {
    const { serveMetrics } = await import('./platform/telemetry/serve-metrics.ts')
    const watched = { db, dataDir: config.dataDir, version: await readVersion() }
    const served = await serveMetrics(config.metrics, watched, gatherMetrics)
    stopSteps.push(served.stop)
    log.info({ url: served.url }, 'metrics are served')
  }
  log.info({ url: config.publicUrl.origin }, 'Dintorni is ready')
  stopSteps.push(keepBackingUp({ config, log, db, databaseUrl }))
  // Only this server uses an embedded database: no write of a picture that began before its start is in progress.
  if (!config.databaseUrl)
    void pictures
      .sweep(startedAt)
      .catch((error: unknown) => log.warn({ err: error }, 'orphaned pictures could not be deleted'))
  return url
}

/** Answers requests in this process, and works on jobs. @returns the URL that it listens on. */
export async function serve(
  { config, log, stopSteps }: Start,
  { databaseUrl, demo }: Shared,
  { telemetry }: Pick<StartedTelemetry, 'telemetry'>,
): Promise<string> {
  const ground = await openGround(config.mapTiles)
  stopSteps.push(ground.close)
  const { measure } = telemetry
  const observer = telemetry !== noTelemetry && {
    nameOf: createQueryNames(),
    measure: <Result>(name: string, work: () => Promise<Result>) => measure('query', name, work),
  }
  const db = connect(databaseUrl, undefined, observer || undefined)
  stopSteps.push(() => db.destroy())
  telemetry.read({
    connections: () => countConnections(db).total,
    idleConnections: () => countConnections(db).idle,
    waitingForConnection: () => countConnections(db).waiting,
  })
  const files = measureFileStore(await openFileStore(config, log), telemetry)
  const jobs = await createJobQueue(databaseUrl, db, log, config.processes)
  stopSteps.push(jobs.stop)
  const app = await createApp({
    config,
    log,
    db,
    databaseUrl,
    pictures: createPictureStore(db, files, config.processes, telemetry),
    quotas: createQuotas(config),
    jobs,
    mail: measureMail(createMail(config), telemetry),
    push: measurePush(createPush(config, await findPushKeys(db, config.dataDir)), telemetry),
    telemetry,
    demo,
    ground,
    folders: { web: path.resolve(import.meta.dirname, '../dist/web') },
  })
  stopSteps.push(() => app.close())
  await jobs.schedule()
  return app.listen({ port: config.port, host: config.host })
}

/** Runs the steps in reverse order. A step that fails does not keep the others from running. */
export async function stopServer(stopSteps: StopSteps): Promise<void> {
  for (const stop of stopSteps.splice(0).toReversed()) await stop().catch(() => undefined)
}
