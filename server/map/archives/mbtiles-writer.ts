import { rename, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'

/** `data` is stored as it is. */
export type StoredTile = { z: number; x: number; y: number; data: Uint8Array }

/** MBTiles counts rows from the south. */
const rowOf = (z: number, y: number) => 2 ** z - 1 - y

/** Opens an MBTiles file to be written, or creates it. Throws SQLite's error 5 while another process has it open. */
export function createMbtiles(file: string) {
  const database = new DatabaseSync(file)
  database.exec(
    'PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE IF NOT EXISTS metadata (name TEXT PRIMARY KEY, value TEXT); ' +
      'CREATE TABLE IF NOT EXISTS tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB, ' +
      'PRIMARY KEY (zoom_level, tile_column, tile_row)) WITHOUT ROWID',
  )
  const insertMetadata = database.prepare('INSERT OR REPLACE INTO metadata VALUES (?, ?)')
  const insertTile = database.prepare('INSERT INTO tiles VALUES (?, ?, ?, ?)')
  const findMetadata = database.prepare('SELECT value FROM metadata WHERE name = ?')
  const findTile = database.prepare('SELECT 1 FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?')
  const inTransaction = (work: () => void) => {
    database.exec('BEGIN')
    work()
    database.exec('COMMIT')
  }
  return {
    findMetadata: (name: string) => findMetadata.get(name)?.value,
    hasTile: (z: number, x: number, y: number) => findTile.get(z, x, rowOf(z, y)) !== undefined,
    insertMetadata: (metadata: Record<string, string>) =>
      inTransaction(() => {
        for (const [name, value] of Object.entries(metadata)) insertMetadata.run(name, value)
      }),
    /** Stores all of them, or none. */
    insertTiles: (tiles: Iterable<StoredTile>) =>
      inTransaction(() => {
        for (const { z, x, y, data } of tiles) insertTile.run(z, x, rowOf(z, y), data)
      }),
    close: () => database.close(),
  }
}

/** Writes an MBTiles file. It appears under its name when it is complete. */
export async function writeMbtiles(
  file: string,
  metadata: Record<string, string>,
  tiles: Iterable<StoredTile>,
): Promise<void> {
  const unfinished = `${file}.${process.pid}`
  await rm(unfinished, { force: true })
  const mbtiles = createMbtiles(unfinished)
  try {
    mbtiles.insertMetadata(metadata)
    mbtiles.insertTiles(tiles)
  } finally {
    mbtiles.close()
  }
  await rename(unfinished, file)
}
