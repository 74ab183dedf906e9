import { randomBytes } from 'node:crypto'
import pg from 'pg'

async function withAdminClient(prepared: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
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

/** Sqlstate object_in_use: a session in the template, an autovacuum worker say, did not end within PostgreSQL's 5 s. */
const objectInUse = '55006'
const maxAttempts = 5

async function copyTemplate(client: pg.Client, template: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== objectInUse || attempt === maxAttempts) throw error
    }
  }
}

/** Copies the prepared database file by file: the write-ahead log strategy takes three times as long. */
export async function copyDatabase(prepared: string): Promise<CopiedDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = new URL(prepared).pathname.slice(1)
  await withAdminClient(prepared, async (client) => {
    // PostgreSQL copies a template for one client at a time.
    await client.query('SELECT pg_advisory_lock(1)')
    await copyTemplate(client, template, name)
  })
  const url = new URL(prepared)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => withAdminClient(prepared, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  }
}
