import { largestPictureWidth, pictureFileName } from '#contract/pictures.ts'
import { countRows } from '#server/database/snapshot.ts'
import { DamagedBackup, type Manifest, pictureOf, tableOf } from './archive.ts'
import { type OnRead, parseManifest, readArchive, readPart } from './archive-reader.ts'

export type VerifiedBackup = {
  manifest: Manifest
  /** Numbers of rows by table, and of `jobs`. */
  rows: Record<string, number>
  pictures: number
  /** Pictures with a row and no file when the backup was taken: they were lost before. */
  missingPictures: number
}

/** Reads a whole backup, and checks that nothing is damaged or missing. Needs no database. Throws DamagedBackup. */
export async function verifyBackup(file: string, onRead?: OnRead): Promise<VerifiedBackup> {
  let manifest: Manifest | undefined
  const rows: Record<string, number> = {}
  let pictures = 0
  for await (const entry of readArchive(file, onRead)) {
    manifest ??= parseManifest(entry)
    const table = tableOf(entry.name)
    if (table !== undefined) rows[table] = (rows[table] ?? 0) + countRows(await readPart(entry))
    else if (pictureOf(entry.name)?.endsWith(pictureFileName('', largestPictureWidth))) pictures++
  }
  if (!manifest) throw new DamagedBackup('it is empty')
  return { manifest, rows, pictures, missingPictures: (rows.media ?? 0) - pictures }
}
