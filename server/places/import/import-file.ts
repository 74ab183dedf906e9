import type { Database } from '#server/database/connect.ts'
import { lockDirectory } from '#server/places/places.queries.ts'
import { newPlace } from '#server/places/places.rules.ts'
import { createStaging, insertStaged, type MergeCounts, mergeStaged, raiseMergeTimeouts } from './merge.queries.ts'
import type { Origin } from './reader.ts'
import { readInProcess } from './read-in-process.ts'

export type ImportCounts = MergeCounts & { skipped: number }

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
    let skipped = 0
    for await (const batch of readInProcess(path, origin)) {
      const inserted = await insertStaged(connection, batch.places.map(newPlace))
      places += inserted
      skipped += batch.skipped + batch.places.length - inserted
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
