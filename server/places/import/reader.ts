import type { Candidate } from './candidate.ts'
import type { SourceFile } from './source-file.ts'

/** What an operator says about a file that does not say where it comes from. */
export type Origin = { source: string; licence: string }

/**
 * Reads a file from beginning to end, holding little of it at a time. @param onProgress told the part that is done, 0
 * to 1.
 */
export type Reader = (file: SourceFile, origin: Origin, onProgress: (part: number) => void) => AsyncGenerator<Candidate>
