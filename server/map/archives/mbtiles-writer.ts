import { rename, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'

/** `data` is stored as it is. */
export type StoredTile = { z: number; x: number; y: number; data: Uint8Array }

/** Writes an MBTiles file. It appears under its name when it is complete. */
export async function writeMbtiles(
  file: string,
  metadata: Record<string, string>,
  tiles: Iterable<StoredTile>,
): Promise<void> {
  const unfinished = `${file}.${process.pid}`
  await rm(unfinished, { force: true })
  const database = new DatabaseSync(unfinished)
  try {
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN')
    database.exec('CREATE TABLE metadata (name TEXT, value TEXT)')
    database.exec(
      'CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB, ' +
        'PRIMARY KEY (zoom_level, tile_column, tile_row)) WITHOUT ROWID',
    )
    const insertMetadata = database.prepare('INSERT INTO metadata VALUES (?, ?)')
    for (const [name, value] of Object.entries(metadata)) insertMetadata.run(name, value)
    const insertTile = database.prepare('INSERT INTO tiles VALUES (?, ?, ?, ?)')
    // MBTiles counts rows from the south.
    for (const { z, x, y, data } of tiles) insertTile.run(z, x, 2 ** z - 1 - y, data)
    database.exec('COMMIT')
  } finally {
    database.close()
  }
  await rename(unfinished, file)
}
