import path from 'node:path'
import { createApp } from './app.ts'
import { deleteExpiredSessions } from './auth/auth.queries.ts'
import { connect, type Database } from './database/connect.ts'
import { startEmbeddedPostgres } from './database/embedded.ts'
import { migrate } from './database/migrate.ts'
import { openPictureStore } from './media/media.actions.ts'
import type { PictureStore } from './media/media.rules.ts'
import { loadShippedDirectory } from './places/places.actions.ts'
import { type Config, readConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'

/** Milliseconds after which a stop no longer waits for what is under way. */
const stopTimeout = 9000
const housekeepingEvery = 60 * 60 * 1000

async function openDatabase({ databaseUrl, dataDir }: Config) {
  if (databaseUrl) return { url: databaseUrl, stop: async () => undefined }
  return startEmbeddedPostgres(dataDir)
}

/** The demo community: with the embedded database only, made at its first start. */
async function offerDemo({ databaseUrl, demo, dataDir }: Config, db: Database, pictures: PictureStore): Promise<void> {
  if (databaseUrl || !demo) return
  const { makeDemo } = await import('#scripts/demo/make-demo.ts')
  const signIn = await makeDemo(db, pictures, dataDir)
  if (signIn) process.stdout.write(`Demo: sign in with ${signIn.email} and ${signIn.password} (DEMO=off at the first start leaves the demo out)\n`)
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const postgres = await openDatabase(config)
  await migrate(postgres.url)
  const db: Database = connect(postgres.url)
  await loadShippedDirectory(db)
  const folders = { web: path.resolve(import.meta.dirname, '../dist/web'), media: path.join(config.dataDir, 'media') }
  const pictures = await openPictureStore(folders.media)
  await offerDemo(config, db, pictures)
  const app = await createApp({ config, log, db, pictures, folders })

  const keepHouse = () => Promise.all([pictures.sweep(db), deleteExpiredSessions(db)]).catch((error) => log.error({ err: error }, 'housekeeping failed'))
  const housekeeping = setInterval(keepHouse, housekeepingEvery)
  void keepHouse()

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    clearInterval(housekeeping)
    setTimeout(() => process.exit(0), stopTimeout).unref()
    // A connection that was busy when the stop began is kept alive by its client afterwards: nobody waits for that.
    setInterval(() => app.server.closeIdleConnections(), 100).unref()
    await app.close()
    await db.destroy()
    await postgres.stop()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  if (!config.rateLimits) log.warn('RATE_LIMITS=off: anybody may try passwords without end. Only for load tests on a machine of your own.')
  await app.listen({ port: config.port, host: config.host })
  log.info({ url: config.publicUrl.origin }, 'Dintorni is open')
}

start().catch((error: Error) => {
  process.stderr.write(`dintorni: ${error.message}\n`)
  process.exit(1)
})
