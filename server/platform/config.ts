import { availableParallelism } from 'node:os'
import path from 'node:path'
import * as z from 'zod'
import { type BucketLocation, parseMediaUrl } from './media-url.ts'

export class ConfigError extends Error {}

const flag = (whenUnset: 'on' | 'off') =>
  z
    .enum(['on', 'off', '1', '0', 'true', 'false'])
    .default(whenUnset)
    .transform((value) => ['on', '1', 'true'].includes(value))

const urlWith = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be a URL that begins with ${protocols.join(' or ')}`,
  })

const dailyLimit = (whenUnset: number) =>
  z.coerce.number<string>({ error: 'must be a number' }).int().min(1).max(1_000_000).default(whenUnset)

/** Local time of the day. */
export type TimeOfDay = { hours: number; minutes: number }

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of the day, from 00:00 to 23:59' })
  .transform((value): TimeOfDay => ({ hours: Number(value.slice(0, 2)), minutes: Number(value.slice(3)) }))

const maxProcesses = 64
const maxDefaultProcesses = 16

/**
 * The other half of the cores is for PostgreSQL. On up to three cores a second process gains nothing and costs memory
 * (decision 59).
 */
export const defaultProcesses = (cores: number): number =>
  cores <= 3 ? 1 : Math.min(maxDefaultProcesses, Math.floor(cores / 2))

const environment = z.object({
  PORT: z.coerce.number<string>({ error: 'must be a port number' }).int().min(0).max(65_535).default(3000),
  /** `localhost` stands for both loopback addresses. Browsers allow passkeys at the name only. */
  HOST: z.string().min(1).default('localhost'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: urlWith('postgres:', 'postgresql:').optional(),
  MEDIA_URL: z
    .string()
    .optional()
    .transform((value, context) => {
      if (value === undefined) return undefined
      try {
        return parseMediaUrl(value)
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message })
        return z.NEVER
      }
    }),
  MAP_TILES: z.string().optional(),
  PROCESSES: z.coerce
    .number<string>({ error: `must be a whole number from 1 to ${maxProcesses}` })
    .int()
    .min(1)
    .max(maxProcesses)
    .default(() => defaultProcesses(availableParallelism())),
  PUBLIC_URL: urlWith('http:', 'https:').optional(),
  SMTP_URL: urlWith('smtp:', 'smtps:').optional(),
  OPERATOR_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  TRUST_PROXY: flag('off'),
  RATE_LIMITS: flag('on'),
  MAX_POSTS_PER_DAY: dailyLimit(100),
  MAX_PICTURE_MB_PER_DAY: dailyLimit(100),
  DEMO: flag('on'),
  BACKUP_DIR: z.string().optional(),
  BACKUP_AT: timeOfDay.optional(),
  BACKUP_KEEP: z.coerce.number<string>({ error: 'must be a number' }).int().min(1).max(10_000).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Checks every reply against the contract: on in tests and in development, too slow for production. */
  CHECK_REPLIES: flag('off'),
})

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
  /** Processes that answer requests. */
  processes: number
  publicUrl: URL
  /** Whether PUBLIC_URL is set; otherwise `publicUrl` is the address that the server listens on. */
  publicUrlGiven: boolean
  /** Undefined when e-mails are to be written to files in `dataDir`. */
  smtpUrl: string | undefined
  /** Sender of all e-mails, and contact of the operator. */
  operatorEmail: string
  trustProxy: boolean
  rateLimits: boolean
  /** For each account. */
  maxPostsPerDay: number
  maxPictureMbPerDay: number
  demo: boolean
  /** Undefined when the server takes none by itself. `folder`: an absolute path. `keep`: so many stay. */
  backups: { folder: string; at: TimeOfDay; keep: number } | undefined
  logLevel: string
  checkReplies: boolean
}

/** When people sleep. */
const defaultBackupTime: TimeOfDay = { hours: 3, minutes: 30 }
const defaultBackupsKept = 7

type BackupValues = Pick<z.infer<typeof environment>, 'BACKUP_DIR' | 'BACKUP_AT' | 'BACKUP_KEEP'>

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
  const result = environment.safeParse(values)
  if (!result.success) {
    const [issue] = result.error.issues
    throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}`)
  }
  const { PORT, HOST, DATA_DIR, DATABASE_URL, PUBLIC_URL, ...rest } = result.data
  const publicUrl = new URL(PUBLIC_URL ?? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`)
  return {
    port: PORT,
    host: HOST,
    dataDir: path.resolve(DATA_DIR),
    databaseUrl: DATABASE_URL,
    mediaUrl: rest.MEDIA_URL,
    mapTiles: rest.MAP_TILES === undefined ? undefined : path.resolve(rest.MAP_TILES),
    processes: rest.PROCESSES,
    publicUrl,
    publicUrlGiven: PUBLIC_URL !== undefined,
    smtpUrl: rest.SMTP_URL,
    operatorEmail: rest.OPERATOR_EMAIL ?? `dintorni@${publicUrl.hostname}`,
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
