import * as z from 'zod'
import { parseDatabaseUrl } from '#server/database/database-url.ts'
import {
  flag,
  host,
  mailServer,
  maxPort,
  oneOf,
  origin,
  parsedBy,
  parseMetrics,
  timeOfDay,
  wholeNumber,
} from './config-values.ts'
import { parseMediaUrl } from './media-url.ts'

/** Characters. */
const operatorNameLimit = 80
/** Characters that fit beside the logo on a phone, and under an icon. */
const serverNameLimit = 30
const serverDescriptionLimit = 160
const line = (limit: number) =>
  z
    .string()
    .trim()
    .min(1, { error: 'must not be blank' })
    .max(limit, { error: `must have at most ${limit} characters` })
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, { error: 'must be one line without control characters' })
const maxDailyLimit = 1_000_000
const maxBackupsKept = 10_000

export const variables = z.object({
  PORT: wholeNumber(0, maxPort, 'a port number').default(3000),
  /** `localhost` means both loopback addresses. Browsers allow passkeys only at the name. */
  HOST: host.default('localhost'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: parsedBy(parseDatabaseUrl).optional(),
  MEDIA_URL: parsedBy(parseMediaUrl).optional(),
  MAP_TILES: z.string().optional(),
  METRICS: parsedBy(parseMetrics).optional(),
  PUBLIC_URL: origin.optional(),
  SMTP_URL: mailServer.optional(),
  OPERATOR_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  OPERATOR_NAME: line(operatorNameLimit).optional(),
  SERVER_NAME: line(serverNameLimit).default('Dintorni'),
  SERVER_DESCRIPTION: line(serverDescriptionLimit).default('Quello che succede intorno a te.'),
  SERVER_ICON: z.string().optional(),
  TRUST_PROXY: flag('off'),
  RATE_LIMITS: flag('on'),
  MAX_POSTS_PER_DAY: wholeNumber(1, maxDailyLimit).default(100),
  MAX_PICTURE_MB_PER_DAY: wholeNumber(1, maxDailyLimit).default(100),
  DEMO: flag('on'),
  BACKUP_DIR: z.string().optional(),
  BACKUP_AT: timeOfDay.optional(),
  BACKUP_KEEP: wholeNumber(1, maxBackupsKept).optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Checks every reply against the contract: on in tests and in development, too slow for production. */
  CHECK_REPLIES: flag('off'),
})

/** The names of all variables that the server itself reads. A library reads those that begin with `AWS_`. */
export const configVariables: readonly string[] = Object.keys(variables.shape)
