import { isIPv6 } from 'node:net'
import path from 'node:path'
import type * as z from 'zod'
import type { ListenAddress, TimeOfDay } from './config-values.ts'
import { variables } from './config-variables.ts'
import type { BucketLocation } from './media-url.ts'

type Variables = z.output<typeof variables>

export class ConfigError extends Error {}

export type Config = {
  port: number
  host: string
  /** Absolute path. */
  dataDir: string
  /** Undefined for the embedded database. */
  databaseUrl: string | undefined
  /** The bucket of pictures; undefined for the folder `media` of `dataDir`. */
  mediaUrl: BucketLocation | undefined
  /** Absolute path of the operator's map file, if there is one. */
  mapTiles: string | undefined
  /** The address at which metrics are served; undefined when they are not. */
  metrics: ListenAddress | undefined
  publicUrl: URL
  /** Whether PUBLIC_URL is set; otherwise `publicUrl` is the address that the server listens on. */
  publicUrlGiven: boolean
  /** Undefined: e-mails are written to files in `dataDir`. */
  smtpUrl: string | undefined
  /** Sender of all e-mails, and contact of the operator. */
  operatorEmail: string
  /** The operator's name in e-mails and pages; undefined: they name nobody. */
  operatorName: string | undefined
  /** The server's name in pages, e-mails and notifications. */
  serverName: string
  /** One sentence under the name. */
  serverDescription: string
  /** Absolute path of a PNG of 512 × 512 pixels; undefined for the icon of Dintorni. */
  serverIcon: string | undefined
  trustProxy: boolean
  rateLimits: boolean
  /** Limits of each account. */
  maxPostsPerDay: number
  maxPictureMbPerDay: number
  demo: boolean
  /** Undefined when the server takes none by itself. `folder`: an absolute path. `keep`: so many stay. */
  backups: { folder: string; at: TimeOfDay; keep: number } | undefined
  logLevel: string
  checkReplies: boolean
}

/** The operator's name and address. */
export type Operator = Pick<Config, 'operatorName' | 'operatorEmail'>

/** Hours in which most people sleep. */
const defaultBackupTime: TimeOfDay = { hours: 3, minutes: 30 }
const defaultBackupsKept = 7

type BackupValues = Pick<Variables, 'BACKUP_DIR' | 'BACKUP_AT' | 'BACKUP_KEEP'>

function readBackups({ BACKUP_DIR, BACKUP_AT, BACKUP_KEEP }: BackupValues): Config['backups'] {
  if (BACKUP_DIR === undefined) {
    const given = BACKUP_AT ? 'BACKUP_AT' : BACKUP_KEEP && 'BACKUP_KEEP'
    if (given) throw new ConfigError(`BACKUP_DIR: must be set where ${given} is`)
    return undefined
  }
  return {
    folder: path.resolve(BACKUP_DIR),
    at: BACKUP_AT ?? defaultBackupTime,
    keep: BACKUP_KEEP ?? defaultBackupsKept,
  }
}

/** Reads the configuration from environment variables. Throws a ConfigError that names an invalid one. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = variables.safeParse(values)
  if (!result.success) {
    const [issue] = result.error.issues
    throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}`)
  }
  const { PORT, HOST, DATA_DIR, DATABASE_URL, PUBLIC_URL, ...rest } = result.data
  if (rest.METRICS && PORT > 0 && rest.METRICS.port === PORT)
    throw new ConfigError('METRICS: must have another port than the server')
  const publicUrl = PUBLIC_URL ?? new URL(`http://${isIPv6(HOST) ? `[${HOST.replace(/%.*/, '')}]` : HOST}:${PORT}`)
  return {
    port: PORT,
    host: HOST,
    dataDir: path.resolve(DATA_DIR),
    databaseUrl: DATABASE_URL,
    mediaUrl: rest.MEDIA_URL,
    mapTiles: rest.MAP_TILES === undefined ? undefined : path.resolve(rest.MAP_TILES),
    metrics: rest.METRICS,
    publicUrl,
    publicUrlGiven: PUBLIC_URL !== undefined,
    smtpUrl: rest.SMTP_URL,
    operatorEmail: rest.OPERATOR_EMAIL ?? `dintorni@${publicUrl.hostname}`,
    operatorName: rest.OPERATOR_NAME,
    serverName: rest.SERVER_NAME,
    serverDescription: rest.SERVER_DESCRIPTION,
    serverIcon: rest.SERVER_ICON === undefined ? undefined : path.resolve(rest.SERVER_ICON),
    trustProxy: rest.TRUST_PROXY,
    rateLimits: rest.RATE_LIMITS,
    maxPostsPerDay: rest.MAX_POSTS_PER_DAY,
    maxPictureMbPerDay: rest.MAX_PICTURE_MB_PER_DAY,
    demo: rest.DEMO,
    backups: readBackups(rest),
    logLevel: rest.LOG_LEVEL,
    checkReplies: rest.CHECK_REPLIES,
  }
}
