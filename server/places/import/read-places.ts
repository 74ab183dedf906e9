import type { SourcePlace } from '#server/places/places.rules.ts'
import { isInItaly } from '#server/places/directory/landmarks.ts'
import { countSkipped, type SkipCounts, usablePlace } from './candidate.ts'
import { readDelimited } from './delimited.ts'
import { readJson } from './json.ts'
import { readPbf } from './pbf.ts'
import type { Origin, Reader } from './reader.ts'
import { type Format, openSourceFile } from './source-file.ts'

const readers: Record<Format, Reader> = { pbf: readPbf, json: readJson, text: readDelimited }

/**
 * Places of a file, how many of them would lie in Italy with latitude and longitude swapped, how many others were
 * skipped and why, and the part of the file that has been read.
 */
export type Batch = { places: SourcePlace[]; swapped: number; skipped: SkipCounts; part: number }

/** Formats with names for latitude and longitude are written by programs that do not confuse them. */
const safeSources = ['osm', 'geonames']
const looksSwapped = ({ source, latitude, longitude }: SourcePlace): boolean =>
  !safeSources.includes(source) && isInItaly({ latitude: longitude, longitude: latitude })

const batchSize = 2000
/** Batches are at most this far apart, so that the progress moves where a file has few places. */
const maxBatchDelayMs = 250

/** Reads a file of any format in batches. Throws an UnreadableFile. */
export async function* readPlaces(path: string, origin: Origin): AsyncGenerator<Batch> {
  const file = await openSourceFile(path)
  let batch: Batch = { places: [], swapped: 0, skipped: {}, part: 0 }
  let part = 0
  let sentAtMs = Date.now()
  for await (const item of readers[file.format](file, origin, (done) => {
    part = done
  })) {
    const place = typeof item === 'string' ? item : usablePlace(item)
    if (typeof place === 'string') countSkipped(batch.skipped, place, 1)
    else {
      batch.places.push(place)
      if (looksSwapped(place)) batch.swapped++
    }
    if (batch.places.length < batchSize && Date.now() - sentAtMs < maxBatchDelayMs) continue
    yield { ...batch, part }
    batch = { places: [], swapped: 0, skipped: {}, part }
    sentAtMs = Date.now()
  }
  yield { ...batch, part: 1 }
}
