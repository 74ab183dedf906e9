import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { lockDirectory } from '#server/places/places.queries.ts'
import { newPlace } from '#server/places/places.rules.ts'
import { countSkipped, type SkipCounts, skipReasons } from './candidate.ts'
import { createStaging, insertStaged, type MergeCounts, mergeStaged, raiseMergeTimeouts } from './merge.queries.ts'
import type { Origin } from './reader.ts'
import { UnreadableFile } from './source-file.ts'
import { readInProcess } from './read-in-process.ts'

/** Everything in a file, by what became of it. */
export type ImportCounts = MergeCounts & { skipped: SkipCounts }

/** Part of the file that has been read, 1 while the places are being stored; and the places found in it. */
export type Progress = { part: number; places: number }

/** Part of the places that lies in Italy with latitude and longitude swapped, from which on they surely are. */
const swappedPart = 0.9

function refuseSwapped(swapped: number, read: number): void {
  if (swapped === 0 || swapped < read * swappedPart) return
  throw new UnreadableFile(
    `has latitude and longitude swapped: ${swapped} of ${read} places would lie in Italy the other way round ` +
      '(if they are right, add --as-written)',
  )
}

/**
 * Loads the places of a file into the directory, all or none: they are staged in a temporary table until the file has
 * been read to its end. Throws an UnreadableFile.
 */
export async function importFile(
  db: Database,
  path: string,
  origin: Origin,
  onProgress: (progress: Progress) => void,
): Promise<ImportCounts> {
  return db.withConnection(async (connection) => {
    await createStaging(connection)
    let places = 0
    let read = 0
    let swapped = 0
    const skipped: SkipCounts = {}
    for await (const batch of readInProcess(path, origin)) {
      const inserted = await insertStaged(connection, batch.places.map(newPlace))
      places += inserted
      read += batch.places.length
      swapped += batch.swapped
      for (const reason of skipReasons) countSkipped(skipped, reason, batch.skipped[reason] ?? 0)
      countSkipped(skipped, 'repeated', batch.places.length - inserted)
      onProgress({ part: batch.part, places })
    }
    if (!origin.isAsWritten) refuseSwapped(swapped, read)
    const merged = await inTransaction(connection, async (trx) => {
      await raiseMergeTimeouts(trx)
      await lockDirectory(trx)
      return mergeStaged(trx)
    })
    return { ...merged, skipped }
  })
}
