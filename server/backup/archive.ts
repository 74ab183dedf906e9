import { createHash } from 'node:crypto'
import { packTar } from 'modern-tar'
import type { AppliedMigration, CopiedTable, SequenceState } from '#server/database/snapshot.ts'

// A backup is a tar file. Its last entry lists the SHA-256 of all others, as `sha256sum` writes them.

/** The file is damaged, cut off, or no backup. The message says what is wrong with it. */
export class DamagedBackup extends Error {}

/** Why a backup is not taken or not restored, in one line. Nothing has been changed. */
export class BackupRefused extends Error {}

/** Raised when older code could not restore what newer code writes. */
export const backupFormat = 2

export const manifestName = 'manifest.json'
export const checksumsName = 'checksums.sha256'
export const jobsTable = 'jobs'

/** First in the file. */
export type Manifest = {
  format: number
  /** ISO 8601, in UTC: the moment that the database is restored to. */
  takenAt: string
  /** The version of Dintorni. */
  version: string
  migrations: AppliedMigration[]
  tables: CopiedTable[]
  sequences: SequenceState[]
}

export type ArchiveEntry = { name: string; data: Buffer }

export const partName = (table: string, number: number): string =>
  `database/${table}/${String(number).padStart(6, '0')}.copy.gz`
export const pictureName = (file: string): string => `pictures/${file}`
export const dataName = (file: string): string => `data/${file}`

/** @returns the table of a part; undefined for another entry. */
export const tableOf = (entry: string): string | undefined => /^database\/([a-z_0-9]+)\/\d+\.copy\.gz$/.exec(entry)?.[1]

/** @returns the file of a picture or video; undefined for another entry. */
export const pictureOf = (entry: string): string | undefined =>
  /^pictures\/([\w-]{24}(?:-\d+\.webp|\.mp4))$/.exec(entry)?.[1]

/** Larger entries are not written, and not read into memory; but the list of checksums may be. */
export const maxEntryBytes = 64 * 1024 * 1024

/** @returns a line of the list of checksums. */
export const checksumLine = ({ name, data }: ArchiveEntry): string =>
  `${createHash('sha256').update(data).digest('hex')}  ${name}\n`

/** The zeros after the last entry. */
export const archiveEnd = Buffer.alloc(1024)

/** @returns the bytes of an entry in the file: the only ones that are accepted for it. */
export async function packEntry({ name, data }: ArchiveEntry, modifiedAt: Date): Promise<Uint8Array> {
  const header = { name, size: data.length, mode: 0o600, mtime: modifiedAt, type: 'file' } as const
  return (await packTar([{ header, body: data }])).subarray(0, -archiveEnd.length)
}
