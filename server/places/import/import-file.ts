import type { Database } from '#server/database/connect.ts'
import { lockDirectory } from '#server/places/places.queries.ts'
import { newPlace } from '#server/places/places.rules.ts'
import { allowLongMerge, createStaging, insertStaged, type Merged, mergeStaged } from './merge.queries.ts'
import type { Origin } from './reader.ts'
import { readInOwnProcess } from './reading.ts'

export type Imported = Merged & { skipped: number }

/**
 * The part of the file that has been read, and how many places were found in it; all of them when they are being
 * stored.
 */
export type Progress = { part: number; places: number }

/**
 * Loads the places of a file into the directory, all or none: they wait where only this connection sees them until the
 * file has been read to its end. Throws an UnreadableFile.
 */
export async function importFile(
  db: Database,
  path: string,
  origin: Origin,
  onProgress: (progress: Progress) => void,
): Promise<Imported> {
  return db.connection().execute(async (connection) => {
    await createStaging(connection)
    let [places, skipped] = [0, 0]
    for await (const batch of readInOwnProcess(path, origin)) {
      const fresh = await insertStaged(connection, batch.places.map(newPlace))
      places += fresh
      skipped += batch.skipped + batch.places.length - fresh
      onProgress({ part: batch.part, places })
    }
    const merged = await connection.transaction().execute(async (trx) => {
      await allowLongMerge(trx)
      await lockDirectory(trx)
      return mergeStaged(trx)
    })
    return { ...merged, skipped }
  })
}
