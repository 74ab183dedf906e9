import { existsSync } from 'node:fs'
import path from 'node:path'
import { moveDatabase, type MoveProgress, MoveRefused } from '#server/backup/move-database.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '#server/database/embedded.ts'
import { readConfig } from '#server/platform/config.ts'
import { closeAtEnd, openDatabase, Refused } from './command.ts'
import { createProgress } from './progress.ts'

export const databaseMoveUsage = 'database move PLACE'

const embedded = 'embedded'

function readPlace(place: string | undefined): string {
  if (place === embedded) return place
  if (place && URL.canParse(place) && ['postgres:', 'postgresql:'].includes(new URL(place).protocol)) return place
  throw new Refused(`Usage: npm run admin -- ${databaseMoveUsage}, which is postgres://… or ${embedded}`)
}

/** An embedded database cannot be moved, nor moved into, while a server uses it. */
async function refuseRunning(dataDir: string): Promise<void> {
  if (await findEmbeddedPostgres(dataDir)) throw new Refused(`admin: a server is running in ${dataDir}: stop it first`)
}

async function openTarget(place: string, dataDir: string): Promise<string> {
  if (place !== embedded) return place
  const postgres = await startEmbeddedPostgres(dataDir)
  closeAtEnd(postgres.stop)
  return postgres.url
}

async function move(place: string): Promise<string> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (place === (databaseUrl ?? embedded)) throw new Refused('admin: the database is there already')
  await refuseRunning(dataDir)
  if (!databaseUrl && !existsSync(path.join(dataDir, 'postgres')))
    throw new Refused(`admin: there is no database in ${dataDir}`)
  const addresses = { from: await openDatabase(), to: await openTarget(place, dataDir) }
  const progress = createProgress()
  const show = ({ part, rows, table, tables }: MoveProgress) =>
    progress.show(`${part}: ${rows} rows (table ${table} of ${tables})`)
  const rows = await moveDatabase(addresses, show)
    .catch((error: Error) => {
      throw error instanceof MoveRefused ? new Refused(`admin: ${error.message}`) : error
    })
    .finally(progress.end)
  const next = place === embedded ? 'start the server without DATABASE_URL' : 'set DATABASE_URL to the new database'
  return `moved ${rows} rows; pictures stay where they are. Now ${next}: no server starts on the old one`
}

/** @returns the work that the arguments ask for; undefined when they name another command. Throws Refused. */
export function readDatabaseMove([name, verb, ...rest]: string[]): (() => Promise<string>) | undefined {
  if (name !== 'database') return undefined
  const place = readPlace(verb === 'move' && rest.length === 1 ? rest[0] : undefined)
  return () => move(place)
}
