import type { Database } from '#server/database/connect.ts'
import { sql } from '#server/testing/sql.ts'

/** Returns every row of every table as text, except PostgreSQL's own tables. */
export async function readStoredRows(db: Database): Promise<{ table: string; row: string }[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    SELECT schemaname AS schema, tablename AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`.execute(db)
  const storedRows = []
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ row: string }>`
      SELECT t::text AS row FROM ${sql.id(schema)}.${sql.id(name)} t`.execute(db)
    storedRows.push(...rows.map(({ row }) => ({ table: name, row })))
  }
  return storedRows
}

/**
 * Finds rows that contain one of these values; a number must be a whole word of the row.
 * @returns `table: row` for each of them.
 */
export async function findRowsContaining(db: Database, values: (string | number)[]): Promise<string[]> {
  const containsValue = (row: string) =>
    values.some((value) => (typeof value === 'string' ? row.includes(value) : new RegExp(`\\b${value}\\b`).test(row)))
  return (await readStoredRows(db)).filter(({ row }) => containsValue(row)).map(({ table, row }) => `${table}: ${row}`)
}
