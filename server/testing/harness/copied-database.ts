import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Runs `work` on a session of the cluster's own database. */
export async function withAdminClient(prepared: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const url = new URL(prepared)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

export type CopiedDatabase = { url: string; drop: () => Promise<void> }

/** Copies the prepared database file by file: the write-ahead log strategy takes three times as long. */
export async function copyDatabase(prepared: string): Promise<CopiedDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = new URL(prepared).pathname.slice(1)
  await withAdminClient(prepared, async (client) => {
    // PostgreSQL copies a template for one client at a time.
    await client.query('SELECT pg_advisory_lock(1)')
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  })
  const url = new URL(prepared)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => withAdminClient(prepared, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  }
}
