import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { signedInCount } from '#bench/world/people.ts'
import type { Captured } from './capture.ts'

const folders = '/usr/lib/postgresql'

/**
 * PostgreSQL's own load program: on the path, or where Debian keeps it; it does not come with the embedded database.
 */
export function findPgbench(): string | null {
  const debian = fs.existsSync(folders)
    ? fs
        .readdirSync(folders)
        .toSorted()
        .map((version) => path.join(folders, version, 'bin'))
    : []
  const found = [...(process.env.PATH ?? '').split(path.delimiter), ...debian]
    .map((folder) => path.join(folder, 'pgbench'))
    .find((file) => fs.existsSync(file))
  return found ?? null
}

type Script = { text: string; variables: string[] }

/** As PostgreSQL reads it from a text parameter. */
export function written(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map(element).join(',')}}`
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return value instanceof Date ? value.toISOString() : String(value)
}

function element(value: unknown): string {
  if (value === null) return 'NULL'
  return typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : written(value)
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** In place of a UUID: another one each time, since what a client names must not have been sent before. */
const freshUuid = "lpad(:fresh::text, 32, '0')::uuid"
const setFresh = '\\set fresh random(1, 1000000000000000)'

/** @param viewer whoever's id this is becomes anybody's. */
function scriptOf({ statements }: Captured, number: number, viewer?: number): Script {
  const variables: string[] = []
  const lines = statements.map(({ text, values }, statement) => {
    const names = values.map((value, at) => {
      if (value === null) return 'NULL'
      if (value === viewer) return ':viewer'
      if (typeof value === 'string' && uuid.test(value)) return freshUuid
      const name = `f${number}s${statement}p${at}`
      variables.push('-D', `${name}=${written(value)}`)
      return `:${name}`
    })
    return `${text.replace(/\$(\d+)/g, (_, place: string) => names[Number(place) - 1] ?? '')};`
  })
  const set = [
    ...(viewer === undefined ? [] : [`\\set viewer random(1, ${signedInCount})`]),
    ...(lines.some((line) => line.includes(freshUuid)) ? [setFresh] : []),
  ]
  return { text: `${[...set, ...lines].join('\n')}\n`, variables }
}

/** In these seconds each connection plans each statement, once. */
const warmup = 2
/** As many as the server has. */
const connections = 10

export type Load = { requests: Captured[]; seconds: number; viewers?: number[] }

/**
 * How many such requests a second the database answers to somebody who does nothing else: each with its statements,
 * prepared, in turn.
 */
export async function runPgbench(
  program: string,
  databaseUrl: string,
  { requests, seconds, viewers = [] }: Load,
): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-bench-'))
  const url = new URL(databaseUrl)
  const scripts = requests.map((captured, at) => scriptOf(captured, at, viewers[at]))
  const files = scripts.flatMap(({ text }, at) => {
    const file = path.join(folder, `${at}.sql`)
    fs.writeFileSync(file, text)
    return ['-f', file]
  })
  const where = [
    '-h',
    url.searchParams.get('host') ?? url.hostname,
    '-p',
    url.port || '5432',
    '-U',
    decodeURIComponent(url.username),
    url.pathname.slice(1),
  ]
  const how = ['-n', '-M', 'prepared', '-c', String(connections), '-j', '1', '-T', String(seconds + warmup), '-P', '1']
  try {
    const { stderr } = await promisify(execFile)(
      program,
      [...how, ...scripts.flatMap(({ variables }) => variables), ...files, ...where],
      {
        env: {
          ...process.env,
          PGOPTIONS: requests[0]?.session ?? '',
          ...(url.password && { PGPASSWORD: decodeURIComponent(url.password) }),
        },
        maxBuffer: 1 << 24,
        timeout: (seconds + warmup) * 1000 + 60_000,
      },
    )
    const told = [...stderr.matchAll(/progress: [\d.]+ s, ([\d.]+) tps/g)]
      .map(([, perSecond]) => Number(perSecond))
      .slice(warmup)
    if (told.length === 0) throw new Error(`pgbench said nothing: ${stderr}`)
    return told.reduce((sum, perSecond) => sum + perSecond, 0) / told.length
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
