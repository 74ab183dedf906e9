import { createHash } from 'node:crypto'
import type { AppliedMigration, CopiedTable, SequenceState } from '#server/database/snapshot.ts'

// A backup is a tar file, and a line after the archive's end with the SHA-256 of everything before it.

/** The file is damaged, cut off, or no backup. The message says what is wrong with it. */
export class DamagedBackup extends Error {}

/** Raised when older code could not restore what newer code writes. */
export const backupFormat = 1

export const manifestName = 'manifest.json'
export const totalsName = 'totals.json'
export const jobsTable = 'jobs'

/** First in the file. */
export type Manifest = {
  format: number
  /** ISO 8601, in UTC: the moment that the database is restored to. */
  takenAt: string
  /** Of Dintorni. */
  version: string
  /** Of PostgreSQL. */
  serverVersion: string
  migrations: AppliedMigration[]
  tables: CopiedTable[]
  sequences: SequenceState[]
}

/** Last in the file, before the last list of checksums. */
export type Totals = {
  /** By table; and `jobs`. */
  rows: Record<string, number>
  pictures: number
  /** Pictures with a row and no file when the backup was taken: they were lost before. */
  missingPictures: number
}

const numbered = (number: number) => String(number).padStart(6, '0')
export const partName = (table: string, number: number): string => `database/${table}/${numbered(number)}.copy.gz`
export const pictureName = (file: string): string => `pictures/${file}`
/** An empty entry in place of the files of a picture. */
export const missingPictureName = (name: string): string => `pictures/${name}.missing`
export const dataName = (file: string): string => `data/${file}`
export const checksumsName = (number: number): string => `checksums/${numbered(number)}.sha256`

const partPattern = /^database\/([a-z_0-9]+)\/\d+\.copy\.gz$/
const picturePattern = /^pictures\/([\w-]{24})(?:-(\d+)\.webp|\.missing)$/

/** @returns the table of a part; undefined for another entry. */
export const tableOf = (entry: string): string | undefined => partPattern.exec(entry)?.[1]

/** @returns the picture, and which file of it; undefined for another entry. */
export function pictureOf(entry: string): { name: string; width: number | 'missing' } | undefined {
  const [, name, width] = picturePattern.exec(entry) ?? []
  return name === undefined ? undefined : { name, width: width === undefined ? 'missing' : Number(width) }
}

export const sha256 = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex')

/** Entries of one list of checksums: what a reader holds in memory. */
export const entriesPerList = 5000
/** Larger ones are not written, and not read into memory. */
export const maxEntryBytes = 64 * 1024 * 1024

const sealPattern = /^dintorni backup, sha256 of all before this line: ([0-9a-f]{64})\n$/
export const createSeal = (digest: string): Buffer =>
  Buffer.from(`dintorni backup, sha256 of all before this line: ${digest}\n`)
export const sealBytes = createSeal('0'.repeat(64)).length
/** @returns the digest; undefined for other bytes. */
export const readSeal = (bytes: Buffer): string | undefined => sealPattern.exec(bytes.toString('latin1'))?.[1]
