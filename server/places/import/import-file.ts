import type { Database } from '#server/database/connect.ts'
import { lockDirectory } from '#server/places/places.queries.ts'
import { newPlace } from '#server/places/places.rules.ts'
import { countSkipped, type SkipCounts, skipReasons } from './candidate.ts'
import { createStaging, insertStaged, type MergeCounts, mergeStaged, raiseMergeTimeouts } from './merge.queries.ts'
import type { Origin } from './reader.ts'
import { readInProcess } from './read-in-process.ts'

/** Everything in a file, by what became of it. */
export type ImportCounts = MergeCounts & { skipped: SkipCounts }

/** Part of the file that has been read, 1 while the places are being stored; and the places found in it. */
export type Progress = { part: number; places: number }

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
  return db.connection().execute(async (connection) => {
    await createStaging(connection)
    let places = 0
    const skipped: SkipCounts = {}
    for await (const batch of readInProcess(path, origin)) {
      const inserted = await insertStaged(connection, batch.places.map(newPlace))
      places += inserted
      for (const reason of skipReasons) countSkipped(skipped, reason, batch.skipped[reason] ?? 0)
      countSkipped(skipped, 'repeated', batch.places.length - inserted)
      onProgress({ part: batch.part, places })
    }
    const merged = await connection.transaction().execute(async (trx) => {
      await raiseMergeTimeouts(trx)
      await lockDirectory(trx)
      return mergeStaged(trx)
    })
    return { ...merged, skipped }
  })
}
