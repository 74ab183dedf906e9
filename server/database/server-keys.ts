import type { Database } from './connect.ts'
import { statement } from './statement.ts'

/** A secret of 32 bytes that all servers on this database share. */
type KeyName = 'cursors' | 'push'

const findKey = statement<{ key: Buffer }, [name: string]>('SELECT key FROM server_keys WHERE name = $1')
const insertKey = statement<never, [name: string, key: Buffer]>(
  'INSERT INTO server_keys (name, key) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
)

/** Throws when there is no such key. */
export async function findServerKey(db: Database, name: KeyName): Promise<Buffer> {
  const row = await findKey.first(db, name)
  if (!row) throw new Error(`the database has no key for ${name}`)
  return row.key
}

/**
 * Returns a key, which `create` makes if there is none. Of servers that start at once the first one's counts.
 */
export async function findOrCreateServerKey(
  db: Database,
  name: KeyName,
  create: () => Promise<Buffer> | Buffer,
): Promise<Buffer> {
  const known = await findKey.first(db, name)
  if (known) return known.key
  await insertKey(db, name, await create())
  return findServerKey(db, name)
}
