import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Source } from 'pmtiles'
import { streetsKm } from '#contract/limits.ts'
import { connect } from '#server/database/connect.ts'
import { UnfitArchive } from '#server/map/archives/archive.ts'
import { reasonOf, streetsFileOf } from '#server/map/archives/open-ground.ts'
import { fileSource } from '#server/map/archives/pmtiles.ts'
import type { Bounds } from '#server/map/ground.rules.ts'
import { type Extract, fetchExtract, planExtract } from '#server/map/streets/extract-streets.ts'
import { httpSource } from '#server/map/streets/http-source.ts'
import { findNewestBuild } from '#server/map/streets/protomaps-builds.ts'
import { boundsAround, parseBounds } from '#server/map/streets/streets.rules.ts'
import { readConfig } from '#server/platform/config.ts'
import { searchKey } from '#server/search/search.rules.ts'
import { findTownsByName } from '#server/search/towns.queries.ts'
import { closeAtEnd, openMigratedDatabase, Refused, run } from './command.ts'
import { createProgress } from './progress.ts'

const usage = 'Usage: npm run map:streets -- TOWN [--km KM] | --bbox W,S,E,N   [--from FILE|URL] [--plan]'
const help = `${usage}

Fetches the streets of a part of the world into DATA_DIR/streets.mbtiles. The server finds the file by itself, also
while it runs. A call that was interrupted goes on where it ended.

  TOWN             a town of the directory, with its surroundings
  --km KM          how far these reach to each side of its middle, up to ${streetsKm.largest} (default: ${streetsKm.default})
  --bbox W,S,E,N   west, south, east and north instead, in degrees: 12.4,43.9,12.8,44.2
  --from FILE|URL  a PMTiles archive with layers of Protomaps, OpenMapTiles or Shortbread, as a file or on a web
                   server that sends parts of files (default: the newest public build of Protomaps)
  --plan           say how much it would be, and fetch nothing

The data is OpenStreetMap's, under the ODbL; the map says so.
`

function parseCommandLine() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        km: { type: 'string' },
        bbox: { type: 'string' },
        from: { type: 'string' },
        plan: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
  } catch {
    throw new Refused(usage)
  }
}

const refuse = (words: string): never => {
  throw new Refused(`map:streets: ${words}`)
}

type Part = { bounds: Bounds; town: string | null }

async function partOfTown(name: string, km: number): Promise<Part> {
  const db = connect(await openMigratedDatabase(), 1)
  closeAtEnd(() => db.destroy())
  const [town] = await findTownsByName(db, searchKey(name))
  // What only begins like this is another town.
  if (town?.rank !== 0) return refuse(`the directory has no town ${name}: write its whole name`)
  return { bounds: boundsAround(town, km), town: town.name }
}

const partOfBounds = (text: string): Part => ({
  bounds: parseBounds(text) ?? refuse(`--bbox ${text}: west,south,east,north in degrees`),
  town: null,
})

function readKm(text = String(streetsKm.default)): number {
  const km = Number(text)
  const { smallest, largest } = streetsKm
  return km >= smallest && km <= largest ? km : refuse(`--km ${text}: ${smallest} to ${largest} kilometres`)
}

/** Opens a file or an address. @returns with it the name by which messages call it. */
async function openSource(from: string): Promise<{ source: Source; name: string }> {
  if (/^https?:\/\//.test(from)) return { source: httpSource(from), name: from }
  // npm runs this in the project's folder; INIT_CWD is where the operator called it.
  const file = path.resolve(process.env.INIT_CWD ?? '', from)
  if (!(await stat(file).catch(() => null))?.isFile()) refuse(`${from} is no file that can be read`)
  const handle = await open(file)
  closeAtEnd(() => handle.close())
  return { source: fileSource(handle, file), name: path.basename(file) }
}

const refuseBuilds = ({ message }: Error) => refuse(`${message} with --from`)

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

async function fetchWithProgress(extract: Extract, file: string): Promise<void> {
  const progress = createProgress()
  try {
    await fetchExtract(extract, file, (bytes) =>
      progress.show(`${megabytes(bytes)} of ${megabytes(extract.bytes)}`, bytes === extract.bytes),
    )
  } finally {
    progress.end()
  }
}

async function fetchStreets(): Promise<void> {
  const { values, positionals } = parseCommandLine()
  if (values.help) return void process.stdout.write(help)
  const [town, ...more] = positionals
  if (more.length > 0 || (town === undefined) === (values.bbox === undefined)) throw new Refused(usage)
  const part = town === undefined ? partOfBounds(values.bbox!) : await partOfTown(town, readKm(values.km))
  const { source, name } = await openSource(values.from ?? (await findNewestBuild().catch(refuseBuilds)))
  const extract = await planExtract(source, part.bounds, part.town).catch((error: Error) =>
    refuse(`${name} ${reasonOf(error)}`),
  )
  process.stdout.write(`${name}: ${megabytes(extract.bytes)}, ${extract.tiles} tiles\n`)
  if (values.plan) return
  const { file } = streetsFileOf({ mapTiles: undefined, dataDir: readConfig(process.env).dataDir })
  await fetchWithProgress(extract, file).catch((error: Error) => {
    // Others are of the file that is written.
    if (error instanceof UnfitArchive) refuse(`${name} ${error.message}`)
    throw error
  })
  process.stdout.write(`${file} is complete\n`)
}

run('map:streets', fetchStreets, 'stopped; what has been fetched is kept for the next call')
