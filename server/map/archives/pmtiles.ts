import { type FileHandle, open } from 'node:fs/promises'
import { Compression, type Header, PMTiles, ResolvedValueCache, type Source, TileType } from 'pmtiles'
import { areValidZooms, plainAttribution, validBounds } from '#server/map/ground.rules.ts'
import { type Archive, UnfitArchive, versionOf } from './archive.ts'
import { layerNames } from './layer-names.ts'

/** More than a directory of the format (16 kB) or a usual tile (500 kB) has; a damaged one names any number. */
export const maxReadBytes = 16 * 1024 * 1024

/** The library asks for parts of the file, of which it keeps the latest hundred directories. */
export const fileSource = (handle: FileHandle, file: string): Source => ({
  getKey: () => file,
  async getBytes(offset, length) {
    if (length > maxReadBytes) throw new Error('a part of the map file is too large')
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset)
    // The library would take the beginning of a tile for all of it. Only its first read may reach past the end.
    if (bytesRead < length && offset > 0) throw new Error('the map file is shorter than it was')
    const bytes = buffer.subarray(0, bytesRead)
    return { data: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytesRead) }
  },
})

function refuseTiles({ tileType, tileCompression, internalCompression }: Header): void {
  if ([TileType.Png, TileType.Jpeg, TileType.Webp, TileType.Avif].includes(tileType))
    throw new UnfitArchive('contains pictures (raster tiles), not vector tiles')
  if (tileType !== TileType.Mvt) throw new UnfitArchive('contains no vector tiles of Mapbox’s format (MVT)')
  if (![Compression.None, Compression.Gzip].includes(tileCompression))
    throw new UnfitArchive('has tiles that are compressed otherwise than by gzip')
  // Only the gzip checksum detects a damaged directory: without it a directory could claim any number of entries.
  if (internalCompression !== Compression.Gzip)
    throw new UnfitArchive('has directories that are not compressed by gzip')
}

/** Reads what an archive says of itself. Throws an UnfitArchive if it cannot be the ground. */
export async function readDescription(pmtiles: PMTiles, findSchema: (layers: string[]) => Archive['schema']) {
  const header = await pmtiles.getHeader()
  refuseTiles(header)
  const { vector_layers, attribution } = ((await pmtiles.getMetadata()) ?? {}) as Record<string, unknown>
  const schema = findSchema(layerNames(vector_layers))
  if (!areValidZooms(header.minZoom, header.maxZoom)) throw new UnfitArchive('names no zooms that a map can have')
  return { header, schema, attribution: plainAttribution(attribution), vectorLayers: vector_layers }
}

/** Opens a PMTiles file (version 3). */
export async function openPmtiles(file: string, findSchema: (layers: string[]) => Archive['schema']): Promise<Archive> {
  const handle = await open(file)
  try {
    const source = fileSource(handle, file)
    // Unlike the library's own choice it keeps no failures: a file that can be read again is served again.
    const directories = new ResolvedValueCache()
    const pmtiles = new PMTiles(source, directories)
    const storedTiles = new PMTiles(source, directories, async (tile) => tile)
    const { header, schema, attribution } = await readDescription(pmtiles, findSchema)
    return {
      schema,
      name: null,
      version: await versionOf(handle),
      minZoom: header.minZoom,
      maxZoom: header.maxZoom,
      bounds: validBounds([header.minLon, header.minLat, header.maxLon, header.maxLat]),
      attribution,
      async findTile(z, x, y) {
        const tile = await storedTiles.getZxy(z, x, y)
        return tile ? new Uint8Array(tile.data) : null
      },
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}
