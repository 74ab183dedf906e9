import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { checkDatabase } from '#server/database/check-database.ts'
import { checkMigrated } from '#server/database/check-migrated.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '#server/database/embedded.ts'
import { readConfig } from '#server/platform/config.ts'
import { endProcess } from '#server/platform/end-process.ts'

/** An expected failure; the message is one line for the operator. */
export class Refused extends Error {}

/** In the order in which the resources were opened. */
const closeFunctions: (() => Promise<unknown>)[] = []

let isEnding = false
/** A running statement is not waited for longer: it ends with its connection. */
const closeTimeoutMs = 3000

/** Registers a function that closes a resource when the command ends or is interrupted. */
export const closeAtEnd = (close: () => Promise<unknown>) => void closeFunctions.push(close)

async function end(code: number, message = ''): Promise<void> {
  if (isEnding) return
  isEnding = true
  if (message) process.stderr.write(`${message}\n`)
  for (const close of closeFunctions.toReversed())
    await Promise.race([close().catch(() => undefined), wait(closeTimeoutMs)])
  endProcess(code)
}

/** Returns the address of the server's database, and starts the embedded one if no server runs. */
export async function openDatabase(): Promise<string> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl) await checkDatabase(databaseUrl)
  const running = databaseUrl ?? (await findEmbeddedPostgres(dataDir))
  if (running) return running
  const postgres = await startEmbeddedPostgres(dataDir)
  closeAtEnd(postgres.stop)
  return postgres.url
}

/**
 * Returns the address of the server's database, for commands on what is in it. Throws Refused if there is none, and a
 * MigrationError if it is of another version.
 */
export async function openMigratedDatabase(): Promise<string> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (!databaseUrl && !existsSync(path.join(dataDir, 'postgres')))
    throw new Refused(`admin: there is no database in ${dataDir} yet: start the server first`)
  const url = await openDatabase()
  await checkMigrated(url)
  return url
}

/** Throws Refused with the arguments of one or several commands. */
export function refuseUsage(...usages: string[]): never {
  throw new Refused(`Usage: npm run admin -- ${usages.join(' | ')}`)
}

/**
 * Runs a command of the operator and ends the process: with 0, or with 1 and one line.
 * @param interrupted the line to print after a signal.
 */
export function run(name: string, command: () => Promise<void>, interrupted: string): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => end(1, `${name}: ${interrupted}`))
  command().then(
    () => end(0),
    (error: Error) => end(1, error instanceof Refused ? error.message : `${name}: ${error.message.split('\n')[0]}`),
  )
}
