import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { createApp } from './app.ts'
import { connect, type Database } from './database/connect.ts'
import { startEmbeddedPostgres } from './database/embedded.ts'
import { migrate } from './database/migrate.ts'
import { createPictureStore } from './media/media.actions.ts'
import type { PictureStore } from './media/media.rules.ts'
import { loadShippedDirectory } from './places/places.actions.ts'
import { type Config, readConfig } from './platform/config.ts'
import { createJobQueue } from './platform/jobs.ts'
import { createLog } from './platform/log.ts'
import { createMail } from './platform/mail.ts'
import { createPush } from './platform/push.ts'

/** How to close what is open, in the order in which it was opened. */
export type StopSteps = (() => Promise<unknown>)[]

async function openDatabase({ databaseUrl, dataDir }: Config) {
  if (databaseUrl) return { url: databaseUrl, stop: async () => undefined }
  return startEmbeddedPostgres(dataDir)
}

/** Throws as `listen` would, before anything is made or started for a server that cannot listen. */
async function expectFreePort({ port, host }: Config): Promise<void> {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

/** The demo community: with the embedded database only, made at its first start. */
async function offerDemo({ databaseUrl, demo, dataDir }: Config, db: Database, pictures: PictureStore): Promise<void> {
  if (databaseUrl || !demo) return
  const { makeDemo } = await import('#demo/make-demo.ts')
  const signIn = await makeDemo(db, pictures, dataDir)
  if (signIn)
    process.stdout.write(
      `Demo: sign in with ${signIn.email} and ${signIn.password} (DEMO=off at the first start leaves the demo out)\n`,
    )
}

/** Opens the whole house, and says in `opened` how to close what is open so far. @returns where it listens. */
export async function startServer(environment: NodeJS.ProcessEnv, stopSteps: StopSteps): Promise<string> {
  const startedAt = new Date()
  const config = readConfig(environment)
  const log = createLog(config.logLevel)
  await expectFreePort(config)
  const postgres = await openDatabase(config)
  stopSteps.push(postgres.stop)
  await migrate(postgres.url)
  const db: Database = connect(postgres.url)
  stopSteps.push(() => db.destroy())
  await loadShippedDirectory(db)
  const folders = { web: path.resolve(import.meta.dirname, '../dist/web'), media: path.join(config.dataDir, 'media') }
  const pictures = await createPictureStore(folders.media)
  await offerDemo(config, db, pictures)
  const jobs = await createJobQueue(postgres.url, db, log)
  stopSteps.push(jobs.stop)
  const app = await createApp({
    config,
    log,
    db,
    databaseUrl: postgres.url,
    pictures,
    jobs,
    mail: createMail(config),
    push: await createPush(config),
    folders,
  })
  stopSteps.push(async () => {
    // A connection that was busy when the stop began is kept alive by its client afterwards: nobody waits for that.
    const timer = setInterval(() => app.server.closeIdleConnections(), 100)
    await app.close()
    clearInterval(timer)
  })

  await jobs.schedule()
  if (!config.rateLimits)
    log.warn('RATE_LIMITS=off: anybody may try passwords without end. Only for load tests on a machine of your own.')
  const url = await app.listen({ port: config.port, host: config.host })
  log.info({ url: config.publicUrl.origin }, 'Dintorni is open')
  // This server alone uses the folder of an embedded database: no file from before is still waiting for its row.
  if (!config.databaseUrl)
    void pictures
      .sweep(db, startedAt)
      .catch((error: unknown) => log.warn({ err: error }, 'the pictures could not be swept'))
  return url
}

/** Closes what is open, last opened first, whatever fails. */
export async function stopServer(stopSteps: StopSteps): Promise<void> {
  for (const close of stopSteps.splice(0).toReversed()) await close().catch(() => undefined)
}
