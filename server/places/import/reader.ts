import type { Candidate, SkipReason } from './candidate.ts'
import type { SourceFile } from './source-file.ts'

/** The operator's statement about a file that does not name its source. */
export type Origin = {
  source: string
  licence: string
  /** Latitude and longitude are right, though nearly all places would lie in Italy the other way round. */
  isAsWritten?: boolean
}

/**
 * Streams the places of a file, and the reason for each feature, row or named element that is none. Elements of
 * OpenStreetMap without a name (corners of buildings, benches) do not count.
 * @param onProgress called with the part that is done, 0 to 1.
 */
export type Reader = (
  file: SourceFile,
  origin: Origin,
  onProgress: (part: number) => void,
) => AsyncGenerator<Candidate | SkipReason>
