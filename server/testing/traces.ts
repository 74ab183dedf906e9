import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'

/**
 * Where in the database these words stand: every column of every table of every schema that is not PostgreSQL's own,
 * read as text; a number counts only as a whole.
 * @returns `table: row` for each row that holds one.
 */
export async function findTraces(db: Database, words: (string | number)[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`.execute(db)
  const pattern = words.map((word) => (typeof word === 'number' ? `\\m${word}\\M` : word.replace(/[^\p{L}\p{N}]/gu, '\\$&'))).join('|')
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.raw(name)} t WHERE t::text ~ ${pattern}`.execute(db)
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}
