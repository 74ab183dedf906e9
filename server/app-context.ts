import type { Database } from './database/connect.ts'
import type { Ground } from './map/archives/open-ground.ts'
import type { ServedPictureStore } from './media/media.actions.ts'
import type { Quotas } from './media/quotas.actions.ts'
import type { Config } from './platform/config.ts'
import type { JobQueue } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import type { Mail } from './platform/mail.ts'
import type { Push } from './platform/push.ts'
import type { Telemetry } from './platform/telemetry/telemetry.ts'

/**
 * The person of the demo community as whom visitors on this machine may sign in: their name on the button, and their
 * town.
 */
export type Demo = { email: string; name: string; town: string }

/**
 * The services of a running server. Routes and actions take the ones that they need as their first parameter:
 * `Pick<AppContext, 'db' | 'jobs'>`.
 */
export type AppContext = {
  config: Config
  log: Log
  db: Database
  /** Address of the same database, for connections outside the pool. */
  databaseUrl: string
  pictures: ServedPictureStore
  quotas: Quotas
  jobs: JobQueue
  mail: Mail
  push: Push
  telemetry: Telemetry
  demo: Demo | null
  ground: Ground
  /** Absolute path: `web` holds the built web app. */
  folders: { web: string }
}
