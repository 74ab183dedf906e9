import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { boxAround } from '#server/platform/geography.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import {
  analyseCounts,
  beginCount,
  countPosts,
  endCount,
  findNewPlaces,
  insertCells,
  sumPlaces,
  updateCells,
  updatePlaces,
  upsertPlaces,
} from './counting.queries.ts'
import { findLastCount } from './map.queries.ts'
import { cellsOf, isCountDue } from './map.rules.ts'

/** Places of one statement. */
const batchSize = 2000

/** Counts the public posts of the last day, week and month, and changes what the map shows where it differs. */
export const countMap = (db: Database): Promise<void> =>
  inTransaction(db, async (trx) => {
    await beginCount(trx)
    await countPosts(trx)
    await sumPlaces(trx)
    const added = await addNewPlaces(trx)
    await updatePlaces(trx)
    await updateCells(trx)
    if (added > batchSize) await analyseCounts(trx)
    await endCount(trx)
  })

/** Handles the job of each minute. After a count that took long it waits for more minutes. */
export async function countMapWhenDue(db: Database): Promise<void> {
  const last = await findLastCount.first(db)
  if (!last || isCountDue(last, new Date())) await countMap(db)
}

/** Counts at once on a database that has never been counted: its map would be empty for the first minute. */
export async function startCounting(db: Database, jobs: JobQueue): Promise<void> {
  if ((await findLastCount.first(db))?.counted_at === null) await jobs.add(db, 'countMap', {})
}

/** Adds neighbours after each other, so that they share pages. @returns how many. */
async function addNewPlaces(trx: Database): Promise<number> {
  const found = await findNewPlaces(trx)
  const places = found
    .map((place) => ({ place, cells: cellsOf(place) }))
    .toSorted((one, other) => (one.cells[0] < other.cells[0] ? -1 : 1))
  for (let start = 0; start < places.length; start += batchSize) {
    const batch = places.slice(start, start + batchSize)
    await upsertPlaces(
      trx,
      batch.map(({ place, cells }) => ({ ...place, c7: cells[0] })),
    )
    const cells = new Set(batch.flatMap((place) => place.cells))
    await insertCells(
      trx,
      [...cells].map((cell) => ({ cell, ...boxAround(cell) })),
    )
  }
  return places.length
}
