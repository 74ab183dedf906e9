import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'

/** Who is signed in and how often something was tried is not what people wrote. */
const passing = new Set(['sessions', 'rate_limits'])

/** A fingerprint of every row of every table, by table: what a call has changed shows. */
export async function digestOf(db: Database): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`.execute(db)
  const digests: Record<string, string> = {}
  for (const { name } of tables.filter((table) => !passing.has(table.name))) {
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(name)} t ORDER BY 1`.execute(db)
    digests[name] = `${rows.length} rows, ${createHash('sha256').update(rows.map(({ row }) => row).join('\n')).digest('hex').slice(0, 12)}`
  }
  return digests
}
