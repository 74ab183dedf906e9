import path from 'node:path'
import { parseArgs } from 'node:util'
import { connect } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { importFile, type ImportCounts, type Progress } from '#server/places/import/import-file.ts'
import type { Origin } from '#server/places/import/reader.ts'
import { openSourceFile, UnreadableFile } from '#server/places/import/source-file.ts'
import { loadShippedDirectory } from '#server/places/places.actions.ts'
import { closeAtEnd, openDatabase, Refused, run } from './command.ts'

const usage = 'Usage: npm run places:import -- FILE [--source NAME] [--licence TEXT]'
const help = `${usage}

Loads places into the directory, all of a file or none. A file that was loaded before changes nothing;
what another source has under the same name within 150 m becomes one place with it.

FILE is .osm.pbf, Overpass JSON, GeoJSON, GeoNames (.tsv or .txt), or CSV whose first line names its
columns (name, latitude, longitude; and id, kind, town, province, licence, population if it has them);
all but .osm.pbf may be gzipped.

  --source NAME    where a GeoJSON or CSV file comes from (otherwise: its name)
  --licence TEXT   its licence (otherwise: unknown)

The database is that of the server: DATABASE_URL, or the embedded one in DATA_DIR, whether it is running or not.
`
/** Sources whose files say that they are theirs. */
const reserved = ['dintorni', 'geonames', 'osm']

function readArguments(): { file: string; origin: Origin } | null {
  const { values, positionals } = parse()
  const [file, ...more] = positionals
  if (values.help) return null
  if (!file || more.length > 0) throw new Refused(usage)
  if (reserved.includes(values.source ?? ''))
    throw new Refused(`places:import: ${values.source} names its places in files of its own: choose another --source`)
  return {
    file,
    origin: { source: values.source || sourceNamed(path.basename(file)), licence: values.licence || 'unknown' },
  }
}

function sourceNamed(fileName: string): string {
  const name = fileName.replace(/(\.\w+)?(\.gz)?$/, '')
  return name && !reserved.includes(name) ? name : fileName
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { source: { type: 'string' }, licence: { type: 'string' }, help: { type: 'boolean' } },
    })
  } catch {
    throw new Refused(usage)
  }
}

function showProgress({ part, places }: Progress): void {
  if (!process.stderr.isTTY) return
  const width = 30
  const full = Math.round(part * width)
  const doing = part < 1 ? `${Math.floor(part * 100)} %` : 'storing…'
  process.stderr.write(
    `\r[${'█'.repeat(full)}${' '.repeat(width - full)}] ${doing}  ${places.toLocaleString('en')} places \u001b[K`,
  )
}

const clearProgress = (): void => {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
}

/** One line, that says which file it is about. */
const because =
  (name: string) =>
  (error: Error): never => {
    if (error instanceof UnreadableFile) throw new Refused(`places:import: ${name} ${error.message}`)
    throw error
  }

const summaryOf = (name: string, { new: fresh, updated, merged, unchanged, skipped }: ImportCounts): string =>
  `${name}: ${fresh} new, ${updated} updated, ${merged} merged, ${unchanged} unchanged, ${skipped} skipped`

async function importPlaces(): Promise<void> {
  const given = readArguments()
  if (!given) {
    process.stdout.write(help)
    return
  }
  // npm runs this in the project's folder, wherever it was asked.
  const file = path.resolve(process.env.INIT_CWD ?? '', given.file)
  const name = path.basename(file)
  await openSourceFile(file).catch(because(name))
  const url = await openDatabase()
  await migrate(url)
  const db = connect(url, 2)
  closeAtEnd(() => db.destroy())
  await loadShippedDirectory(db)
  const from = Date.now()
  const imported = await importFile(db, file, given.origin, showProgress).finally(clearProgress).catch(because(name))
  process.stdout.write(`${summaryOf(name, imported)} (${((Date.now() - from) / 1000).toFixed(1)} s)\n`)
}

run('places:import', importPlaces, 'stopped; an import that had not ended has stored nothing')
