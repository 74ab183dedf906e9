import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'

/** All that the database holds: every row of every table of every schema that is not PostgreSQL's own, as text. */
export async function readStoredRows(db: Database): Promise<{ table: string; row: string }[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    SELECT schemaname AS schema, tablename AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`.execute(
    db,
  )
  const found = []
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(`${schema}.${name}`)} t`.execute(
      db,
    )
    found.push(...rows.map(({ row }) => ({ table: name, row })))
  }
  return found
}

/**
 * Where in the database these words stand; a number counts only as a whole.
 * @returns `table: row` for each row that holds one.
 */
export async function findRowsContaining(db: Database, words: (string | number)[]): Promise<string[]> {
  const holds = (row: string) =>
    words.some((word) => (typeof word === 'string' ? row.includes(word) : new RegExp(`\\b${word}\\b`).test(row)))
  return (await readStoredRows(db)).filter(({ row }) => holds(row)).map(({ table, row }) => `${table}: ${row}`)
}
