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

/** A variable that a function parses. The function's error says what is wrong. */
const parsedBy = <Value>(parse: (value: string) => Value) =>
  z
    .string()
    .optional()
    .transform((value, context) => {
      if (value === undefined) return undefined
      try {
        return parse(value)
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message })
        return z.NEVER
      }
    })

const dailyLimit = (whenUnset: number) =>
  z.coerce.number<string>({ error: 'must be a number' }).int().min(1).max(1_000_000).default(whenUnset)

/** Local time of the day. */
export type TimeOfDay = { hours: number; minutes: number }

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of the day, from 00:00 to 23:59' })
  .transform((value): TimeOfDay => ({ hours: Number(value.slice(0, 2)), minutes: Number(value.slice(3)) }))

/** The address of the metrics with `METRICS=on`: the usual port of OpenTelemetry's Prometheus exporters. */
const defaultMetricsAddress = { host: '127.0.0.1', port: 9464 }
const maxPort = 65_535

/** An address that the server listens on. */
export type ListenAddress = { host: string; port: number }

/** `on`, `off`, `HOST:PORT`, `[::1]:PORT`. @returns undefined for off. Throws an error that says what is wrong. */
function parseMetrics(value: string): ListenAddress | undefined {
  if (['off', '0', 'false'].includes(value)) return undefined
  if (['on', '1', 'true'].includes(value)) return defaultMetricsAddress
  const [, inBrackets, name, port] = /^(?:\[([\da-f:.]+)\]|([^\s:/@[\]]+)):(\d{1,5})$/i.exec(value) ?? []
  const host = inBrackets ?? name
  if (host === undefined || Number(port) > maxPort) throw new Error('must be on, off or HOST:PORT')
  return { host, port: Number(port) }
}

/** The names of samplers in OpenTelemetry's specification. */
const samplers = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`])

const maxProcesses = 64
const maxDefaultProcesses = 16

/**
 * The other half of the cores is for PostgreSQL. On up to three cores a second process gains nothing and costs memory
 * (decision 59).
 */
export const defaultProcesses = (cores: number): number =>
  cores <= 3 ? 1 : Math.min(maxDefaultProcesses, Math.floor(cores / 2))

/** Characters. */
const operatorNameLimit = 80

const environment = z.object({
  PORT: z.coerce.number<string>({ error: 'must be a port number' }).int().min(0).max(65_535).default(3000),
  /** `localhost` means both loopback addresses. Browsers allow passkeys only at the name. */
  HOST: z.string().min(1).default('localhost'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: urlWith('postgres:', 'postgresql:').optional(),
  MEDIA_URL: parsedBy(parseMediaUrl),
  MAP_TILES: z.string().optional(),
  PROCESSES: z.coerce
    .number<string>({ error: `must be a whole number from 1 to ${maxProcesses}` })
    .int()
    .min(1)
    .max(maxProcesses)
    .default(() => defaultProcesses(availableParallelism())),
  METRICS: parsedBy(parseMetrics),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlWith('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: urlWith('http:', 'https:').optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], { error: 'must be otlp or none' }).default('otlp'),
  OTEL_TRACES_SAMPLER: z.enum(samplers, { error: `must be one of ${samplers.join(', ')}` }).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number<string>({ error: 'must be a share from 0 to 1' }).min(0).max(1).default(1),
  PUBLIC_URL: urlWith('http:', 'https:').optional(),
  SMTP_URL: urlWith('smtp:', 'smtps:').optional(),
  OPERATOR_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  OPERATOR_NAME: z
    .string()
    .trim()
    .min(1, { error: 'must not be blank' })
    .max(operatorNameLimit, { error: `must have at most ${operatorNameLimit} characters` })
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, { error: 'must be one line without control characters' })
    .optional(),
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

/** The names of all variables that the server itself reads. Libraries read those that begin with `AWS_` and `OTEL_`. */
export const configVariables: readonly string[] = Object.keys(environment.shape)

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
  /** The address at which metrics are served; undefined when they are not. */
  metrics: ListenAddress | undefined
  /** The share of traces that is sent, from 0 to 1; undefined when no collector is named. */
  tracedShare: number | undefined
  publicUrl: URL
  /** Whether PUBLIC_URL is set; otherwise `publicUrl` is the address that the server listens on. */
  publicUrlGiven: boolean
  /** Undefined: e-mails are written to files in `dataDir`. */
  smtpUrl: string | undefined
  /** Sender of all e-mails, and contact of the operator. */
  operatorEmail: string
  /** The operator's name in e-mails and pages; undefined: they name nobody. */
  operatorName: string | undefined
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

/** The operator's name and address. */
export type Operator = Pick<Config, 'operatorName' | 'operatorEmail'>

/** Hours in which most people sleep. */
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

type OpenTelemetryVariables = Pick<
  z.output<typeof environment>,
  Extract<keyof typeof environment.shape, `OTEL_${string}`>
>

/** @returns the share of traces that the variables ask for; undefined without a collector. */
function tracedShareOf(variables: OpenTelemetryVariables): number | undefined {
  const endpoint = variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? variables.OTEL_EXPORTER_OTLP_ENDPOINT
  const isOff = variables.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || variables.OTEL_TRACES_EXPORTER === 'none'
  if (endpoint === undefined || isOff) return undefined
  const sampler = variables.OTEL_TRACES_SAMPLER?.replace('parentbased_', '')
  if (sampler === 'always_off') return 0
  return sampler === 'traceidratio' ? variables.OTEL_TRACES_SAMPLER_ARG : 1
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
  if (rest.METRICS && PORT > 0 && rest.METRICS.port === PORT)
    throw new ConfigError('METRICS: must have another port than the server')
  const publicUrl = new URL(PUBLIC_URL ?? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`)
  return {
    port: PORT,
    host: HOST,
    dataDir: path.resolve(DATA_DIR),
    databaseUrl: DATABASE_URL,
    mediaUrl: rest.MEDIA_URL,
    mapTiles: rest.MAP_TILES === undefined ? undefined : path.resolve(rest.MAP_TILES),
    processes: rest.PROCESSES,
    metrics: rest.METRICS,
    tracedShare: tracedShareOf(rest),
    publicUrl,
    publicUrlGiven: PUBLIC_URL !== undefined,
    smtpUrl: rest.SMTP_URL,
    operatorEmail: rest.OPERATOR_EMAIL ?? `dintorni@${publicUrl.hostname}`,
    operatorName: rest.OPERATOR_NAME,
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
