import type { Database } from './connect.ts'
import { statement } from './statement.ts'

const findKey = statement<{ key: Buffer }, [name: string]>('SELECT key FROM server_keys WHERE name = $1')

/** Returns a secret of 32 bytes that all servers on this database share (migration 0048). */
export async function findServerKey(db: Database, name: 'cursors'): Promise<Buffer> {
  const row = await findKey.first(db, name)
  if (!row) throw new Error(`the database has no key for ${name}`)
  return row.key
}
