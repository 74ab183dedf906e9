import path from 'node:path'
import { parseArgs } from 'node:util'
import { connect } from '#server/database/connect.ts'
import { type SkipReason, skipReasons } from '#server/places/import/candidate.ts'
import { importFile, type ImportCounts, type Progress } from '#server/places/import/import-file.ts'
import type { Origin } from '#server/places/import/reader.ts'
import { openSourceFile, UnreadableFile } from '#server/places/import/source-file.ts'
import { loadShippedDirectory } from '#server/places/places.actions.ts'
import { closeAtEnd, openMigratedDatabase, Refused, run } from './command.ts'

const usage = 'Usage: npm run places:import -- FILE [--source NAME] [--licence TEXT] [--as-written]'
const help = `${usage}

Loads the places of a file into the directory, all or none. A file that was loaded before changes nothing;
a place that another source has with the same name within 150 m is merged with it.

FILE is .osm.pbf, Overpass JSON, GeoJSON, GeoNames (.tsv or .txt), or CSV whose first line names its
columns (name, latitude, longitude; and id, kind, town, province, licence, population if it has them);
all but .osm.pbf may be gzipped.

  --source NAME    source of a GeoJSON or CSV file (default: the file's name)
  --licence TEXT   its licence (default: unknown)
  --as-written     load it though its latitudes and longitudes look swapped

The database is that of the server: DATABASE_URL, or the embedded one in DATA_DIR, whether it is running or not.
A server of this version must have started on it once.
`
/** Sources that the file formats name themselves. */
const reservedSources = ['dintorni', 'geonames', 'osm']

function readArguments(): { file: string; origin: Origin } | null {
  const { values, positionals } = parseCommandLine()
  const [file, ...more] = positionals
  if (values.help) return null
  if (!file || more.length > 0) throw new Refused(usage)
  if (reservedSources.includes(values.source ?? ''))
    throw new Refused(`places:import: ${values.source} is reserved: choose another --source`)
  return {
    file,
    origin: {
      source: values.source || sourceOfFile(path.basename(file)),
      licence: values.licence || 'unknown',
      isAsWritten: values['as-written'] ?? false,
    },
  }
}

function sourceOfFile(fileName: string): string {
  const name = fileName.replace(/(\.\w+)?(\.gz)?$/, '')
  return name && !reservedSources.includes(name) ? name : fileName
}

function parseCommandLine() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        source: { type: 'string' },
        licence: { type: 'string' },
        'as-written': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
  } catch {
    throw new Refused(usage)
  }
}

function showProgress({ part, places }: Progress): void {
  if (!process.stderr.isTTY) return
  const width = 30
  const full = Math.round(part * width)
  const status = part < 1 ? `${Math.floor(part * 100)} %` : 'storing…'
  process.stderr.write(
    `\r[${'█'.repeat(full)}${' '.repeat(width - full)}] ${status}  ${places.toLocaleString('en')} places \u001b[K`,
  )
}

const clearProgress = (): void => {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
}

/** Returns an error handler that turns an UnreadableFile into one line with the file's name. */
const refuseUnreadable =
  (name: string) =>
  (error: Error): never => {
    if (error instanceof UnreadableFile) throw new Refused(`places:import: ${name} ${error.message}`)
    throw error
  }

const reasonWords: Record<SkipReason, string> = {
  malformed: 'malformed',
  unnamed: 'without a name',
  notAPlace: 'of a kind that is not loaded',
  noPosition: 'without a position',
  notDegrees: 'with coordinates that are no degrees (convert them to EPSG:4326)',
  repeated: 'with an id used before',
}

function summaryOf(name: string, { new: inserted, updated, merged, unchanged, skipped }: ImportCounts): string {
  const reasons = skipReasons.flatMap((reason) => (skipped[reason] ? `${skipped[reason]} ${reasonWords[reason]}` : []))
  const total = skipReasons.reduce((sum, reason) => sum + (skipped[reason] ?? 0), 0)
  const why = reasons.length > 0 ? ` (${reasons.join(', ')})` : ''
  return `${name}: ${inserted} new, ${updated} updated, ${merged} merged, ${unchanged} unchanged, ${total} skipped${why}`
}

async function importPlaces(): Promise<void> {
  const args = readArguments()
  if (!args) {
    process.stdout.write(help)
    return
  }
  // npm runs this in the project's folder; INIT_CWD is where the operator called it.
  const file = path.resolve(process.env.INIT_CWD ?? '', args.file)
  const name = path.basename(file)
  await openSourceFile(file).catch(refuseUnreadable(name))
  const url = await openMigratedDatabase()
  const db = connect(url, 2)
  closeAtEnd(() => db.destroy())
  await loadShippedDirectory(db)
  const startMs = Date.now()
  const imported = await importFile(db, file, args.origin, showProgress)
    .finally(clearProgress)
    .catch(refuseUnreadable(name))
  process.stdout.write(`${summaryOf(name, imported)} (${((Date.now() - startMs) / 1000).toFixed(1)} s)\n`)
}

run('places:import', importPlaces, 'stopped; an unfinished import has stored nothing')
