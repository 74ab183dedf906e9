import { isIP } from 'node:net'
import * as z from 'zod'

// The kinds of values of environment variables. Each message says what is allowed; it repeats nothing that is secret.

const listOf = (values: readonly string[]) => `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`

export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `must be ${listOf(values)}` })

const switchValues = ['on', 'off', '1', '0', 'true', 'false'] as const
const isOn = (value: string) => ['on', '1', 'true'].includes(value)

export const flag = (whenUnset: 'on' | 'off') =>
  z.enum(switchValues, { error: 'must be on or off' }).default(whenUnset).transform(isOn)

export const wholeNumber = (min: number, max: number, what = 'a whole number') => {
  const error = `must be ${what} from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .pipe(z.number().min(min, { error }).max(max, { error }))
}

/** A variable that a function parses. The function's error says what is wrong. */
export const parsedBy = <Value>(parse: (value: string) => Value) =>
  z.string().transform((value, context) => {
    try {
      return parse(value)
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message })
      return z.NEVER
    }
  })

/** @returns the URL. Throws an error that says what it must be. */
function parseUrl(value: string, protocols: readonly string[], form: string): URL {
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !protocols.includes(url.protocol) || !url.hostname) throw new Error(`must be ${form}`)
  return url
}

/** An origin: what else a URL may have would be dropped without a word. */
export const origin = parsedBy((value) => {
  const form = 'https://NAME or http://NAME:PORT, without path, user or anything else'
  const url = parseUrl(value, ['http:', 'https:'], form)
  if (url.href !== `${url.origin}/`) throw new Error(`must be ${form}`)
  return url
})

const canDecode = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/**
 * A mail server. Options may stand in the query. A sign that ends the password, written as it is, would make another
 * server of what follows, and no e-mail would ever leave.
 */
export const mailServer = parsedBy((value) => {
  const form =
    'smtp://USER:PASSWORD@HOST:PORT or smtps://…; in user and password, write % as %25, @ as %40, / as %2F, # as %23, ? as %3F'
  const { pathname, hash, search, username, password } = parseUrl(value, ['smtp:', 'smtps:'], form)
  const isWhole = (pathname === '' || pathname === '/') && hash === '' && !value.endsWith('#') && !search.includes('@')
  if (!isWhole || !canDecode(username) || !canDecode(password)) throw new Error(`must be ${form}`)
  return value
})

const hostName = /^[a-z\d_]([a-z\d_.-]*[a-z\d_.])?$/i

export const host = z.string().refine((value) => isIP(value) > 0 || hostName.test(value), {
  error: 'must be an address or a name of this machine, without port or brackets',
})

/** Local time of the day. */
export type TimeOfDay = { hours: number; minutes: number }

export const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of the day, from 00:00 to 23:59' })
  .transform((value): TimeOfDay => ({ hours: Number(value.slice(0, 2)), minutes: Number(value.slice(3)) }))

/** An address that the server listens on. */
export type ListenAddress = { host: string; port: number }

/** The address of the metrics with `METRICS=on`: the usual port of OpenTelemetry's Prometheus exporters. */
const defaultMetricsAddress: ListenAddress = { host: '127.0.0.1', port: 9464 }
export const maxPort = 65_535

/** `on`, `off`, `HOST:PORT`, `[::1]:PORT`. @returns undefined for off. Throws an error that says what is allowed. */
export function parseMetrics(value: string): ListenAddress | undefined {
  if (switchValues.some((one) => one === value)) return isOn(value) ? defaultMetricsAddress : undefined
  const [, inBrackets, name, port] = /^(?:\[([\da-f:.]+)\]|([^\s:/@[\]]+)):(\d{1,5})$/i.exec(value) ?? []
  const address = inBrackets ?? name
  if (address === undefined || Number(port) > maxPort) throw new Error('must be on, off or HOST:PORT')
  return { host: address, port: Number(port) }
}
