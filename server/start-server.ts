import { once } from 'node:events'
import { lookup } from 'node:dns/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { createApp } from './app.ts'
import type { Demo } from './app-context.ts'
import { checkBackupFolder, keepBackingUp } from './backup/schedule.ts'
import { connect, type Database } from './database/connect.ts'
import { connectionsFor, startEmbeddedPostgres } from './database/embedded.ts'
import { migrate } from './database/migrate.ts'
import { openGround } from './map/archives/open-ground.ts'
import { createPictureStore } from './media/media.actions.ts'
import { openFileStore } from './media/storage/open-file-store.ts'
import { createQuotas } from './media/quotas.actions.ts'
import type { PictureStore } from './media/media.rules.ts'
import { loadShippedDirectory } from './places/places.actions.ts'
import { type Config, readConfig } from './platform/config.ts'
import { createJobQueue } from './platform/jobs.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMail } from './platform/mail.ts'
import { createPush } from './platform/push.ts'
import { findPushKeys } from './platform/push-keys.ts'

/** Functions that stop the services, in the order in which these were started. */
export type StopSteps = (() => Promise<unknown>)[]

/** A start in progress. */
export type Start = { config: Config; log: Log; stopSteps: StopSteps }

/** What all processes of a server share. */
export type Shared = { databaseUrl: string; demo: Demo | null }

/** The start has a few connections of its own, beside those of the processes that answer. */
const startConnections = 2

async function startDatabase({ databaseUrl, dataDir, processes }: Config) {
  if (databaseUrl) return { url: databaseUrl, stop: async () => undefined }
  return startEmbeddedPostgres(dataDir, [connectionsFor(processes)])
}

/** Throws as `listen` would, before anything is started for a server that cannot listen. */
async function checkPort({ port, host }: Config): Promise<void> {
  for (const { address } of await lookup(host, { all: true })) {
    const probe = createServer().listen(port, address)
    await once(probe, 'listening')
    probe.close()
    await once(probe, 'close')
  }
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
  return startOnce(start, (shared) => serve(start, shared))
}

/**
 * Does what is done once in a server, before and after its processes begin to answer.
 * @param start its `stopSteps` get the functions that stop what has been started so far, also when the start fails.
 * @param startAnswering returns the URL on which they answer.
 */
export async function startOnce(
  { config, log, stopSteps }: Start,
  startAnswering: (shared: Shared) => Promise<string>,
): Promise<string> {
  const startedAt = new Date()
  await checkPort(config)
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
export async function serve({ config, log, stopSteps }: Start, { databaseUrl, demo }: Shared): Promise<string> {
  const ground = await openGround(config.mapTiles)
  stopSteps.push(ground.close)
  const db = connect(databaseUrl)
  stopSteps.push(() => db.destroy())
  const jobs = await createJobQueue(databaseUrl, db, log, config.processes)
  stopSteps.push(jobs.stop)
  const app = await createApp({
    config,
    log,
    db,
    databaseUrl,
    pictures: createPictureStore(db, await openFileStore(config, log), config.processes),
    quotas: createQuotas(config),
    jobs,
    mail: createMail(config),
    push: createPush(config, await findPushKeys(db, config.dataDir)),
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
