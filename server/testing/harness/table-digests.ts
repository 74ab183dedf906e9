import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'

/** Who is signed in and how often something was tried is not what people wrote. */
const passing = new Set(['sessions', 'rate_limits'])

/** A fingerprint of every row of every table, by table: what a call has changed shows. */
export async function digestTables(db: Database): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{
    name: string
  }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`.execute(db)
  const digests = tables
    .filter((table) => !passing.has(table.name))
    .map(
      ({ name }) => sql<{ name: string; digest: string }>`
    SELECT ${name} AS name, count(*) || ' rows, ' || COALESCE(sum(hashtextextended(t::text, 0)), 0) AS digest FROM ${sql.table(name)} t`,
    )
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(digests, sql` UNION ALL `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
