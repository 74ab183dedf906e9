import { randomBytes } from 'node:crypto'
import { withAdminClient } from './copied-database.ts'

export type EmptyDatabase = { url: string; drop: () => Promise<void> }

/** Creates a database without anything in it, beside the prepared one. */
export async function createEmptyDatabase(prepared: string): Promise<EmptyDatabase> {
  const name = `empty_${randomBytes(6).toString('hex')}`
  await withAdminClient(prepared, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`))
  const url = new URL(prepared)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => withAdminClient(prepared, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  }
}
