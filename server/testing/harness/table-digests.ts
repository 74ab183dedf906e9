import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'

/** Tables that calls change without changing what people wrote. */
const ignoredTables = new Set(['sessions', 'rate_limits'])

/** Returns a digest of the rows of each table, which shows whether a call has changed anything. */
export async function digestTables(db: Database): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`.execute(db)
  const digests = tables
    .filter((table) => !ignoredTables.has(table.name))
    .map(
      ({ name }) => sql<{ name: string; digest: string }>`
      SELECT ${name} AS name, count(*) || ' rows, ' || COALESCE(sum(hashtextextended(t::text, 0)), 0) AS digest
      FROM ${sql.table(name)} t`,
    )
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(digests, sql` UNION ALL `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
