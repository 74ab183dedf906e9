import type { SourcePlace } from '#server/places/places.rules.ts'
import { usablePlace } from './candidate.ts'
import { readDelimited } from './delimited.ts'
import { readJson } from './json.ts'
import { readPbf } from './pbf.ts'
import type { Origin, Reader } from './reader.ts'
import { type Format, openSourceFile } from './source-file.ts'

const readers: Record<Format, Reader> = { pbf: readPbf, json: readJson, text: readDelimited }

/** Places of a file, the number of unusable ones among them, and the part of the file that has been read. */
export type Batch = { places: SourcePlace[]; skipped: number; part: number }

const batchSize = 2000
/** Batches are at most this far apart, so that the progress moves where a file has few places. */
const maxBatchDelayMs = 250

/** Reads a file of any format in batches. Throws an UnreadableFile. */
export async function* readPlaces(path: string, origin: Origin): AsyncGenerator<Batch> {
  const file = await openSourceFile(path)
  let batch: Batch = { places: [], skipped: 0, part: 0 }
  let part = 0
  let sentAtMs = Date.now()
  for await (const candidate of readers[file.format](file, origin, (done) => {
    part = done
  })) {
    const place = usablePlace(candidate)
    if (place) batch.places.push(place)
    else batch.skipped += 1
    if (batch.places.length < batchSize && Date.now() - sentAtMs < maxBatchDelayMs) continue
    yield { ...batch, part }
    batch = { places: [], skipped: 0, part }
    sentAtMs = Date.now()
  }
  yield { ...batch, part: 1 }
}
