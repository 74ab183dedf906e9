import { access, open } from 'node:fs/promises'
import path from 'node:path'
import { schemaOf } from '#server/map/ground.rules.ts'
import { type Archive, UnfitArchive } from './archive.ts'
import { openMbtiles } from './mbtiles.ts'
import { openPmtiles } from './pmtiles.ts'

/** The file that ships, and the operator's own. */
export type ArchiveId = 'base' | 'streets'
export type Ground = {
  archives: ReadonlyMap<ArchiveId, Archive>
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

function operatorsSchema(layers: string[]): Archive['schema'] {
  const schema = schemaOf(layers)
  if (schema) return schema
  const names = layers.slice(0, 5).join(', ') || 'none'
  throw new UnfitArchive(`has layers of neither OpenMapTiles nor Shortbread (${names})`)
}

const systemReasons: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read',
  EPERM: 'may not be read',
}

const reasonOf = (error: Error & { code?: string }): string =>
  error instanceof UnfitArchive
    ? error.message
    : (systemReasons[error.code ?? ''] ?? `cannot be read: ${error.message}`)

async function openStreets(file: string): Promise<Archive> {
  try {
    const openArchive = await openerOf(file)
    return await openArchive(file, operatorsSchema)
  } catch (error) {
    const reason = reasonOf(error as Error).replace(/\s+/g, ' ')
    throw new Error(`MAP_TILES: ${file} ${reason}`, { cause: error })
  }
}

/** The map file that the build makes. Without a build there is none, as there is no page. */
const baseFile = path.resolve(import.meta.dirname, '../../../dist/map/base.mbtiles')

/**
 * Opens the files of the map.
 * @param file the operator's own; throws an error that names the variable if it cannot be served.
 */
export async function openGround(file: string | undefined): Promise<Ground> {
  const streets = file === undefined ? null : await openStreets(file)
  const isBuilt = await access(baseFile).then(
    () => true,
    () => false,
  )
  const base = isBuilt ? await openMbtiles(baseFile, () => 'base') : null
  const archives = new Map<ArchiveId, Archive>()
  if (base) archives.set('base', base)
  if (streets) archives.set('streets', streets)
  return {
    archives,
    close: async () => void (await Promise.all([...archives.values()].map((archive) => archive.close()))),
  }
}
