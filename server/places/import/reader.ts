import type { Candidate } from './candidate.ts'
import type { SourceFile } from './source-file.ts'

/** What the operator states about a file that does not name its source. */
export type Origin = { source: string; licence: string }

/** Streams the places of a file. @param onProgress called with the part that is done, 0 to 1. */
export type Reader = (file: SourceFile, origin: Origin, onProgress: (part: number) => void) => AsyncGenerator<Candidate>
