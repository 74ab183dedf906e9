import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Target } from '#bench/report.ts'

const debianFolder = '/usr/lib/postgresql'
/** In these seconds each connection plans each statement once. */
const warmupSeconds = 2
/** As many as the server's pool has. */
const connections = 10

/** Returns the path of pgbench on PATH or where Debian installs it; the embedded database does not include it. */
function findPgbench(): string | undefined {
  const versions = fs.existsSync(debianFolder) ? fs.readdirSync(debianFolder).toSorted() : []
  return [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...versions.map((version) => path.join(debianFolder, version, 'bin')),
  ]
    .map((folder) => path.join(folder, 'pgbench'))
    .find((file) => fs.existsSync(file))
}

type PgbenchInput = {
  databaseUrl: string
  seconds: number
  /** A file beside this one. */
  script: string
  variables: Record<string, string | number | undefined>
}

/** A target that runs a script without a server in front, as prepared statements; none without pgbench. */
export function pgbenchTarget({ databaseUrl, seconds, script, variables }: PgbenchInput): Target[] {
  const program = findPgbench()
  if (!program) {
    console.log(`pgbench is missing (Debian: postgresql-contrib): ${script} is not measured`)
    return []
  }
  const url = new URL(databaseUrl)
  const args = ['-n', '-M', 'prepared', '-c', String(connections), '-T', String(seconds + warmupSeconds), '-P', '1']
  for (const [name, value] of Object.entries(variables)) args.push('-D', `${name}=${value}`)
  args.push('-f', path.join(import.meta.dirname, script))
  args.push('-h', url.searchParams.get('host') ?? url.hostname, '-p', url.port || '5432', '-U', url.username)
  args.push(url.pathname.slice(1))
  const run = async () => {
    const { stderr } = await promisify(execFile)(program, args, { timeout: (seconds + warmupSeconds) * 1000 + 60_000 })
    const rates = [...stderr.matchAll(/progress: [\d.]+ s, ([\d.]+) tps/g)].map(([, rate]) => Number(rate))
    const measured = rates.slice(warmupSeconds)
    if (measured.length === 0) throw new Error(`pgbench printed no progress: ${stderr}`)
    return { perSecond: measured.reduce((sum, rate) => sum + rate, 0) / measured.length }
  }
  return [{ name: `pgbench, ${script}`, run }]
}
