import type { Database } from '#server/database/connect.ts'
import { sql } from '#server/testing/sql.ts'

/** Tables that calls change without changing what people wrote. */
const ignoredTables = new Set(['sessions', 'rate_limits'])

/** Returns a digest of the rows of each table, which shows whether a call has changed anything. */
export async function digestTables(db: Database): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`.execute(db)
  const digests: Record<string, string> = {}
  for (const { name } of tables.filter((table) => !ignoredTables.has(table.name))) {
    const { digest } = await sql<{ digest: string }>`
      SELECT count(*) || ' rows, ' || COALESCE(sum(hashtextextended(t::text, 0)), 0) AS digest
      FROM ${sql.id(name)} t`.one(db)
    digests[name] = digest
  }
  return digests
}
