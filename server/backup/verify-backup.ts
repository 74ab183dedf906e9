import { createHash } from 'node:crypto'
import { pictureWidths } from '#contract/pictures.ts'
import { countRows } from '#server/database/snapshot.ts'
import { DamagedBackup, type Manifest, manifestName, type Totals, tableOf, pictureOf, totalsName } from './archive.ts'
import { parseEntry, parseManifest, readArchive, readPart } from './archive-reader.ts'
import { namesIn } from './take-backup.ts'

export type VerifiedBackup = { manifest: Manifest; totals: Totals }

/** The pictures that the rows name and those of the file, in the same order: two digests, however many they are. */
class PictureComparison {
  readonly counts = { pictures: 0, missingPictures: 0 }
  private readonly named = createHash('sha256')
  private readonly present = createHash('sha256')
  private widths: number[] = []
  private current = ''

  addNames(lines: string): void {
    this.named.update(lines)
  }

  addFile({ name, width }: { name: string; width: number | 'missing' }): void {
    if (this.widths.length > 0 && name !== this.current) throw new DamagedBackup(`a file of ${this.current} is missing`)
    this.current = name
    if (width !== 'missing') this.widths.push(width)
    const isComplete = width === 'missing' || this.widths.length === pictureWidths.length
    if (!isComplete) return
    if (width !== 'missing' && pictureWidths.some((one) => !this.widths.includes(one)))
      throw new DamagedBackup(`a file of ${name} is missing`)
    this.widths = []
    this.present.update(`${name}\n`)
    this.counts[width === 'missing' ? 'missingPictures' : 'pictures']++
  }

  end(): void {
    if (this.widths.length > 0) throw new DamagedBackup(`a file of ${this.current} is missing`)
    if (this.named.digest('hex') !== this.present.digest('hex'))
      throw new DamagedBackup('its pictures are not those that its rows name')
  }
}

/**
 * Reads a whole backup, and checks that nothing is damaged or missing: every row that was counted, and every picture that
 * a row names. Needs no database. Throws DamagedBackup.
 */
export async function verifyBackup(
  file: string,
  onRead?: (bytes: number, total: number) => void,
): Promise<VerifiedBackup> {
  let manifest: Manifest | undefined
  let totals: Totals | undefined
  const rows: Totals['rows'] = {}
  const pictures = new PictureComparison()
  for await (const { name, data } of readArchive(file, onRead)) {
    const [table, picture] = [tableOf(name), pictureOf(name)]
    if (name === manifestName) manifest = parseManifest(data)
    else if (name === totalsName) totals = parseEntry<Totals>(name, data)
    else if (picture) pictures.addFile(picture)
    else if (table !== undefined) {
      const part = await readPart({ name, data })
      rows[table] = (rows[table] ?? 0) + countRows(part)
      const media = table === 'media' && manifest?.tables.find((one) => one.name === table)
      if (media) pictures.addNames(namesIn(media, part))
    }
  }
  if (!manifest || !totals) throw new DamagedBackup('it does not say what it contains')
  pictures.end()
  for (const [table, count] of Object.entries(totals.rows))
    if (count !== (rows[table] ?? 0)) throw new DamagedBackup(`rows of ${table} are missing`)
  if (pictures.counts.pictures !== totals.pictures || pictures.counts.missingPictures !== totals.missingPictures)
    throw new DamagedBackup('pictures are missing')
  return { manifest, totals }
}
