import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { usersWithSession } from '#bench/dataset/people.ts'
import type { CapturedRequest } from './capture-statements.ts'

const debianFolder = '/usr/lib/postgresql'

/** Returns the path of pgbench on PATH or where Debian installs it; the embedded database does not include it. */
export function findPgbench(): string | null {
  const debianFolders = fs.existsSync(debianFolder)
    ? fs
        .readdirSync(debianFolder)
        .toSorted()
        .map((version) => path.join(debianFolder, version, 'bin'))
    : []
  const candidates = [...(process.env.PATH ?? '').split(path.delimiter), ...debianFolders]
  return candidates.map((folder) => path.join(folder, 'pgbench')).find((file) => fs.existsSync(file)) ?? null
}

type Script = { text: string; variables: string[] }

/** Formats a value as a text parameter of PostgreSQL. */
export function formatParameter(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map(formatArrayElement).join(',')}}`
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return value instanceof Date ? value.toISOString() : String(value)
}

function formatArrayElement(value: unknown): string {
  if (value === null) return 'NULL'
  return typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : formatParameter(value)
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** Replaces UUIDs by a new one on each execution: an id chosen by the client must not have been sent before. */
const freshUuid = "lpad(:fresh::text, 32, '0')::uuid"
const setFresh = '\\set fresh random(1, 1000000000000000)'

type ScriptInput = {
  request: CapturedRequest
  /** Makes the variable names unique among all scripts. */
  index: number
  /** Parameters with this value are replaced by a random user id. */
  viewerId: number | undefined
}

function createScript({ request, index, viewerId }: ScriptInput): Script {
  const variables: string[] = []
  const lines = request.statements.map(({ text, values }, statementIndex) => {
    const parameters = values.map((value, parameterIndex) => {
      if (value === null) return 'NULL'
      if (value === viewerId) return ':viewer'
      if (typeof value === 'string' && uuid.test(value)) return freshUuid
      const name = `f${index}s${statementIndex}p${parameterIndex}`
      variables.push('-D', `${name}=${formatParameter(value)}`)
      return `:${name}`
    })
    return `${text.replace(/\$(\d+)/g, (_, number: string) => parameters[Number(number) - 1] ?? '')};`
  })
  const settings = [
    ...(viewerId === undefined ? [] : [`\\set viewer random(1, ${usersWithSession})`]),
    ...(lines.some((line) => line.includes(freshUuid)) ? [setFresh] : []),
  ]
  return { text: `${[...settings, ...lines].join('\n')}\n`, variables }
}

/** In these seconds each connection plans each statement once. */
const warmupSeconds = 2
/** As many as the server's pool has. */
const poolConnections = 10

export type PgbenchInput = {
  databaseUrl: string
  requests: CapturedRequest[]
  seconds: number
  viewerIds?: number[]
  connections?: number
}

/** Returns how many such requests per second PostgreSQL executes as prepared statements, without a server in front. */
export async function runPgbench(program: string, input: PgbenchInput): Promise<number> {
  const { databaseUrl, requests, seconds, viewerIds = [], connections = poolConnections } = input
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-bench-'))
  const url = new URL(databaseUrl)
  const scripts = requests.map((request, index) => createScript({ request, index, viewerId: viewerIds[index] }))
  const files = scripts.flatMap(({ text }, index) => {
    const file = path.join(folder, `${index}.sql`)
    fs.writeFileSync(file, text)
    return ['-f', file]
  })
  const durationSeconds = seconds + warmupSeconds
  const options = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(connections),
    '-j',
    '1',
    '-T',
    String(durationSeconds),
    '-P',
    '1',
  ]
  const variables = scripts.flatMap((script) => script.variables)
  try {
    const { stderr } = await promisify(execFile)(
      program,
      [...options, ...variables, ...files, ...connectionOptions(url)],
      {
        env: {
          ...process.env,
          PGOPTIONS: requests[0]?.sessionOptions ?? '',
          ...(url.password && { PGPASSWORD: decodeURIComponent(url.password) }),
        },
        maxBuffer: 1 << 24,
        timeout: durationSeconds * 1000 + 60_000,
      },
    )
    return averageRate(stderr)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const connectionOptions = (url: URL) => [
  '-h',
  url.searchParams.get('host') ?? url.hostname,
  '-p',
  url.port || '5432',
  '-U',
  decodeURIComponent(url.username),
  url.pathname.slice(1),
]

/** Averages the transactions per second that pgbench printed for each second after the warm-up. */
function averageRate(output: string): number {
  const rates = [...output.matchAll(/progress: [\d.]+ s, ([\d.]+) tps/g)]
    .map(([, perSecond]) => Number(perSecond))
    .slice(warmupSeconds)
  if (rates.length === 0) throw new Error(`pgbench printed no progress: ${output}`)
  return rates.reduce((sum, perSecond) => sum + perSecond, 0) / rates.length
}
