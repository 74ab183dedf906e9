import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'

/** Returns every row of every table as text, except PostgreSQL's own tables. */
export async function readStoredRows(db: Database): Promise<{ table: string; row: string }[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    SELECT schemaname AS schema, tablename AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`.execute(db)
  const storedRows = []
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ row: string }>`
      SELECT t::text AS row FROM ${sql.table(`${schema}.${name}`)} t`.execute(db)
    storedRows.push(...rows.map(({ row }) => ({ table: name, row })))
  }
  return storedRows
}

/**
 * Finds rows that contain one of these words; a number must be a whole one.
 * @returns `table: row` for each of them.
 */
export async function findRowsContaining(db: Database, words: (string | number)[]): Promise<string[]> {
  const containsWord = (row: string) =>
    words.some((word) => (typeof word === 'string' ? row.includes(word) : new RegExp(`\\b${word}\\b`).test(row)))
  return (await readStoredRows(db)).filter(({ row }) => containsWord(row)).map(({ table, row }) => `${table}: ${row}`)
}
