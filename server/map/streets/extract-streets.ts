import { rename, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { type Entry, type Header, PMTiles, ResolvedValueCache, type Source, tileIdToZxy, zxyToTileId } from 'pmtiles'
import { UnfitArchive } from '#server/map/archives/archive.ts'
import type { Bounds } from '#server/map/ground.rules.ts'
import { createMbtiles } from '#server/map/archives/mbtiles-writer.ts'
import { readDescription } from '#server/map/archives/pmtiles.ts'
import { operatorsSchema } from '#server/map/archives/open-ground.ts'
import { countTiles, joinParts, type Part, type Range, tileIdsIn } from './streets.rules.ts'

/** From this zoom on a map draws the tiles of this one larger. */
const maxStreetsZoom = 15
/** All of Italy has 2.2 million. */
const maxTiles = 3_000_000
/** Directories lead to directories; a file of the format has two levels, or three. */
const maxDepth = 4
/** SQLITE_BUSY */
const sqliteBusy = 5
/** What an unfinished file needs beside its tiles, and what the database keeps. */
const spareBytes = 256 * 1024 * 1024

/** What an extract will fetch. */
export type Extract = {
  source: Source
  /** Names the archive, its version and the part of it: an unfinished file of the same is continued. */
  key: string
  ranges: Range[]
  bytes: number
  tiles: number
  metadata: Record<string, string>
}

async function findParts(source: Source, header: Header, ids: number[]): Promise<Part[]> {
  const directories = new ResolvedValueCache()
  const parts = new Map<number, Part>()
  const addPart = ({ offset, length }: Entry, tileIds: number[]) => {
    const part = parts.get(offset)
    if (part) part.tileIds = part.tileIds.concat(tileIds)
    else parts.set(offset, { offset: header.tileDataOffset + offset, length, tileIds })
  }
  /** Goes through entries and ids side by side: both ascend. */
  async function walk(offset: number, length: number, wanted: number[], depth: number): Promise<void> {
    if (depth > maxDepth) throw new UnfitArchive('has directories without an end')
    const entries = await directories.getDirectory(source, offset, length, header)
    let position = 0
    for (const [index, entry] of entries.entries()) {
      const isDirectory = entry.runLength === 0
      const end = isDirectory ? (entries[index + 1]?.tileId ?? Infinity) : entry.tileId + entry.runLength
      while (wanted[position]! < entry.tileId) position++
      const first = position
      while (wanted[position]! < end) position++
      const found = wanted.slice(first, position)
      if (found.length === 0) continue
      if (isDirectory) await walk(header.leafDirectoryOffset + entry.offset, entry.length, found, depth + 1)
      else addPart(entry, found)
    }
  }
  await walk(header.rootDirectoryOffset, header.rootDirectoryLength, ids, 1)
  return [...parts.values()]
}

/**
 * Finds out what the part of an archive within the bounds consists of. Reads the directories only.
 * Throws an UnfitArchive, whose message goes on after the archive's name.
 * @param town by which the file will be called; null for none.
 */
export async function planExtract(source: Source, bounds: Bounds, town: string | null = null): Promise<Extract> {
  const pmtiles = new PMTiles(source, new ResolvedValueCache())
  const { header, attribution, vectorLayers } = await readDescription(pmtiles, operatorsSchema)
  const maxZoom = Math.min(header.maxZoom, maxStreetsZoom)
  if (countTiles(bounds, header.minZoom, maxZoom) > maxTiles)
    throw new UnfitArchive(`is asked for more than ${maxTiles} tiles: choose a smaller part`, 'too_large')
  const ids = tileIdsIn(bounds, header.minZoom, maxZoom)
  const parts = await findParts(source, header, ids)
  // An archive of another part of the world has the far zooms of this one too.
  const firstNear = zxyToTileId(maxZoom, 0, 0)
  if (!parts.some(({ tileIds }) => tileIds.at(-1)! >= firstNear))
    throw new UnfitArchive('has nothing there', 'nothing_there')
  const ranges = joinParts(parts)
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  return {
    source,
    key: JSON.stringify([source.getKey(), header.etag ?? header.tileDataLength, bounds]),
    ranges,
    bytes: sum(ranges.map(({ length }) => length)),
    tiles: sum(ranges.flatMap(({ parts }) => parts.map(({ tileIds }) => tileIds.length))),
    metadata: {
      ...(town !== null && { name: town }),
      format: 'pbf',
      bounds: bounds.join(','),
      minzoom: String(header.minZoom),
      maxzoom: String(maxZoom),
      attribution,
      json: JSON.stringify({ vector_layers: vectorLayers }),
    },
  }
}

async function refuseFullDisk(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const freeBytes = bavail * bsize
  if (freeBytes < 1.2 * bytes + spareBytes)
    throw new UnfitArchive(`does not fit: ${Math.floor(freeBytes / 1e6)} MB are left in ${folder}`, 'disk_full')
}

const tilesOf = ({ offset, parts }: Range, data: ArrayBuffer) =>
  parts.flatMap((part) =>
    part.tileIds.map((id) => {
      const [z, x, y] = tileIdToZxy(id)
      return { z, x, y, data: new Uint8Array(data, part.offset - offset, part.length) }
    }),
  )

/** Opens an unfinished file, or creates it. Throws an UnfitArchive while another process has it open. */
function openUnfinished(file: string): ReturnType<typeof createMbtiles> {
  try {
    return createMbtiles(file)
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    throw new UnfitArchive('is being fetched by another process', 'busy')
  }
}

/**
 * Fetches an extract into an MBTiles file, which appears under its name when it is complete. What an interrupted call
 * has fetched of the same stays beside it, and is not fetched again. One process fetches at a time.
 * @param show is told how many bytes are there.
 */
export async function fetchExtract(extract: Extract, file: string, show: (bytes: number) => void): Promise<void> {
  await refuseFullDisk(path.dirname(file), extract.bytes)
  const unfinished = `${file}.part`
  let mbtiles = openUnfinished(unfinished)
  if (mbtiles.findMetadata('extract') !== extract.key) {
    mbtiles.close()
    await rm(unfinished, { force: true })
    mbtiles = openUnfinished(unfinished)
    mbtiles.insertMetadata({ extract: extract.key })
  }
  try {
    let bytes = 0
    for (const range of extract.ranges) {
      const [z, x, y] = tileIdToZxy(range.parts.at(-1)!.tileIds.at(-1)!)
      // A range is stored at once.
      if (!mbtiles.hasTile(z, x, y)) {
        const { data } = await extract.source.getBytes(range.offset, range.length)
        mbtiles.insertTiles(tilesOf(range, data))
      }
      bytes += range.length
      show(bytes)
    }
    mbtiles.insertMetadata(extract.metadata)
    // Before the lock goes, which keeps another process from the file.
    await rename(unfinished, file)
  } finally {
    mbtiles.close()
  }
}
