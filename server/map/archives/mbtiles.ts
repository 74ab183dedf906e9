import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { areValidZooms, isVectorTile, plainAttribution, validBounds } from '#server/map/ground.rules.ts'
import { type Archive, UnfitArchive, versionOf } from './archive.ts'
import { layerNames } from './layer-names.ts'

const readTileSql = 'SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?'
/** How long a read waits for another program that writes the file. */
const busyTimeoutMs = 250

function readLayers(json: string | undefined): string[] {
  try {
    return layerNames((JSON.parse(json ?? '{}') as { vector_layers?: unknown } | null)?.vector_layers)
  } catch {
    return []
  }
}

function readMetadata(database: DatabaseSync): Record<string, string | undefined> {
  // A text of a gigabyte, in a file that was made to do harm, is not read.
  const rows = database.prepare('SELECT name, value FROM metadata WHERE length(value) < 1000000 LIMIT 1000').all()
  return Object.fromEntries(rows.map(({ name, value }) => [String(name), String(value)]))
}

function readZooms(database: DatabaseSync, { minzoom, maxzoom }: Record<string, string | undefined>) {
  if (minzoom !== undefined && maxzoom !== undefined) return { min: Number(minzoom), max: Number(maxzoom) }
  const find = (extreme: 'min' | 'max') =>
    Number(database.prepare(`SELECT ${extreme}(zoom_level) AS zoom FROM tiles`).get()?.zoom ?? Number.NaN)
  return { min: find('min'), max: find('max') }
}

/** A file without an index reads all of itself for each tile, and meanwhile nobody is answered. */
function refuseScans(database: DatabaseSync): void {
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${readTileSql}`).all(0, 0, 0)
  if (plan.some(({ detail }) => String(detail).startsWith('SCAN'))) throw new UnfitArchive('has no index of its tiles')
}

function refuseRaster(database: DatabaseSync, format: string | undefined): void {
  const sample = database.prepare('SELECT tile_data FROM tiles LIMIT 1').get()?.tile_data
  if (sample === undefined) throw new UnfitArchive('contains no tiles')
  const isVector = sample instanceof Uint8Array && isVectorTile(sample)
  if (!isVector || (format !== undefined && format !== 'pbf'))
    throw new UnfitArchive('contains pictures (raster tiles), not vector tiles')
}

/** Opens an MBTiles file. Its tiles are read one by one, in a few pages of the file each. */
export async function openMbtiles(file: string, findSchema: (layers: string[]) => Archive['schema']): Promise<Archive> {
  const handle = await open(file)
  const version = await versionOf(handle).finally(() => handle.close())
  const database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs })
  try {
    const metadata = readMetadata(database)
    refuseScans(database)
    refuseRaster(database, metadata.format)
    const schema = findSchema(readLayers(metadata.json))
    const { min, max } = readZooms(database, metadata)
    if (!areValidZooms(min, max)) throw new UnfitArchive('names no zooms that a map can have')
    const readTile = database.prepare(readTileSql)
    return {
      schema,
      name: metadata.name ?? null,
      version,
      minZoom: min,
      maxZoom: max,
      bounds: validBounds((metadata.bounds ?? '').split(',').map((degrees) => (degrees ? Number(degrees) : undefined))),
      attribution: plainAttribution(metadata.attribution),
      async findTile(z, x, y) {
        // MBTiles counts rows from the south.
        const data = readTile.get(z, x, 2 ** z - 1 - y)?.tile_data
        return data instanceof Uint8Array ? data : null
      },
      close: async () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error
  }
}
