import type { SourcePlace } from '#server/places/places.rules.ts'
import { countSkipped, type SkipCounts, usablePlace } from './candidate.ts'
import { readDelimited } from './delimited.ts'
import { readJson } from './json.ts'
import { readPbf } from './pbf.ts'
import type { Origin, Reader } from './reader.ts'
import { type Format, openSourceFile } from './source-file.ts'

const readers: Record<Format, Reader> = { pbf: readPbf, json: readJson, text: readDelimited }

/** Places of a file, how many others were skipped and why, and the part of the file that has been read. */
export type Batch = { places: SourcePlace[]; skipped: SkipCounts; part: number }

const batchSize = 2000
/** Batches are at most this far apart, so that the progress moves where a file has few places. */
const maxBatchDelayMs = 250

/** Reads a file of any format in batches. Throws an UnreadableFile. */
export async function* readPlaces(path: string, origin: Origin): AsyncGenerator<Batch> {
  const file = await openSourceFile(path)
  let batch: Batch = { places: [], skipped: {}, part: 0 }
  let part = 0
  let sentAtMs = Date.now()
  for await (const item of readers[file.format](file, origin, (done) => {
    part = done
  })) {
    const place = typeof item === 'string' ? item : usablePlace(item)
    if (typeof place === 'string') countSkipped(batch.skipped, place, 1)
    else batch.places.push(place)
    if (batch.places.length < batchSize && Date.now() - sentAtMs < maxBatchDelayMs) continue
    yield { ...batch, part }
    batch = { places: [], skipped: {}, part }
    sentAtMs = Date.now()
  }
  yield { ...batch, part: 1 }
}
