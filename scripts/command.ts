import { setTimeout as wait } from 'node:timers/promises'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '#server/database/embedded.ts'
import { readConfig } from '#server/platform/config.ts'

/** What the operator asked for is not done; its message is the one line that says why. */
export class Refused extends Error {}

/** What is open, in the order in which it was opened. */
const opened: (() => Promise<unknown>)[] = []

let ending = false
/** A statement that is under way is not waited for: it ends with its connection. */
const closeTimeout = 3000

/** Has something closed when the command ends, however it ends. */
export const closeAtEnd = (close: () => Promise<unknown>) => void opened.push(close)

async function end(code: number, said = ''): Promise<void> {
  if (ending) return
  ending = true
  if (said) process.stderr.write(`${said}\n`)
  for (const close of opened.toReversed()) await Promise.race([close().catch(() => undefined), wait(closeTimeout)])
  process.exit(code)
}

/** The address of the server's database; the embedded one is started when no server runs. */
export async function openDatabase(): Promise<string> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  const running = databaseUrl ?? (await findEmbeddedPostgres(dataDir))
  if (running) return running
  const postgres = await startEmbeddedPostgres(dataDir)
  closeAtEnd(postgres.stop)
  return postgres.url
}

/** Runs a command of the operator, and ends the process: with 0, or with 1 and one line. */
export function run(name: string, command: () => Promise<void>, interrupted: string): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => end(1, `${name}: ${interrupted}`))
  command().then(
    () => end(0),
    (error: Error) => end(1, error instanceof Refused ? error.message : `${name}: ${error.message.split('\n')[0]}`),
  )
}
