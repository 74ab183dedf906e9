import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { schemaOf } from '#server/map/ground.rules.ts'
import { type Archive, UnfitArchive } from './archive.ts'
import { openMbtiles } from './mbtiles.ts'
import { openPmtiles } from './pmtiles.ts'

/** The file that ships, and the operator's own. */
export type ArchiveId = 'base' | 'streets'
export type Ground = {
  archives: ReadonlyMap<ArchiveId, Archive>
  /**
   * Serves the operator's file as it is now. Throws once for each that cannot be served; the one before goes on being
   * served, also if MAP_TILES names a file that has been deleted.
   */
  refresh: () => Promise<void>
  close: () => Promise<void>
}

const kinds = [
  { magic: 'SQLite format 3\0', openArchive: openMbtiles },
  { magic: 'PMTiles', openArchive: openPmtiles },
]
const longestMagic = 16

async function openerOf(file: string) {
  const handle = await open(file)
  try {
    if (!(await handle.stat()).isFile()) throw new UnfitArchive('is not a file')
    const { buffer } = await handle.read(Buffer.alloc(longestMagic), 0, longestMagic, 0)
    const kind = kinds.find(({ magic }) => buffer.toString('latin1').startsWith(magic))
    if (!kind) throw new UnfitArchive('is neither an MBTiles nor a PMTiles file')
    return kind.openArchive
  } finally {
    await handle.close()
  }
}

/** Returns the schema of an operator's file, by its layers. Throws an UnfitArchive if it is none that is drawn. */
export function operatorsSchema(layers: string[]): Archive['schema'] {
  const schema = schemaOf(layers)
  if (schema) return schema
  const names = layers.slice(0, 5).join(', ') || 'none'
  throw new UnfitArchive(`has layers of neither OpenMapTiles, Shortbread nor Protomaps (${names})`)
}

const systemReasons: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read',
  EPERM: 'may not be read',
}

/** Says what is wrong with an archive; the words go on after its name. */
export const reasonOf = (error: Error & { code?: string }): string =>
  error instanceof UnfitArchive
    ? error.message
    : (systemReasons[error.code ?? ''] ?? `cannot be read: ${error.message}`)

/** The operator's own file: the one that MAP_TILES names, or else that of `npm run map:streets`, if it is there. */
export type StreetsFile = { file: string; isNamed: boolean }

/** @param dataDir the folder in which `npm run map:streets` leaves its file. */
export const streetsFileOf = ({ mapTiles, dataDir }: { mapTiles: string | undefined; dataDir: string }): StreetsFile =>
  mapTiles === undefined
    ? { file: path.join(dataDir, 'streets.mbtiles'), isNamed: false }
    : { file: mapTiles, isNamed: true }

async function openStreets({ file, isNamed }: StreetsFile): Promise<Archive> {
  try {
    const openArchive = await openerOf(file)
    return await openArchive(file, operatorsSchema)
  } catch (error) {
    const reason = reasonOf(error as Error).replace(/\s+/g, ' ')
    throw new Error(`${isNamed ? 'MAP_TILES: ' : ''}${file} ${reason}`, { cause: error })
  }
}

/** Names one version of a file; null if it is not there. */
const stateOf = (file: string): Promise<string | null> =>
  stat(file).then(
    ({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`,
    () => null,
  )

/** The map file that the build makes. Without a build there is none, as there is no page. */
const baseFile = path.resolve(import.meta.dirname, '../../../dist/map/base.mbtiles')

/** Opens the files of the map. Throws an error that names the operator's own file if it cannot be served. */
export async function openGround(streets: StreetsFile): Promise<Ground> {
  let state = await stateOf(streets.file)
  const archives = new Map<ArchiveId, Archive>()
  if ((await stateOf(baseFile)) !== null) archives.set('base', await openMbtiles(baseFile, () => 'base'))
  if (state !== null || streets.isNamed) archives.set('streets', await openStreets(streets))
  return {
    archives,
    async refresh() {
      const newState = await stateOf(streets.file)
      if (newState === state || (newState === null && streets.isNamed)) return
      state = newState
      const opened = newState === null ? null : await openStreets(streets)
      const before = archives.get('streets')
      if (opened) archives.set('streets', opened)
      else archives.delete('streets')
      await before?.close()
    },
    close: async () => void (await Promise.all([...archives.values()].map((archive) => archive.close()))),
  }
}
