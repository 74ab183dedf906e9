import { statement } from '#server/database/statement.ts'

/** SQL of the distinct values of an indexed column of `posts`. It skips from value to value in the index. */
const distinctSql = (column: string) => `
  WITH RECURSIVE populated AS (
    (SELECT ${column} AS cell FROM posts ORDER BY ${column} LIMIT 1)
    UNION ALL
    SELECT (SELECT p.${column} FROM posts p WHERE p.${column} > populated.cell ORDER BY p.${column} LIMIT 1)
    FROM populated WHERE populated.cell IS NOT NULL)
  SELECT cell::text AS cell FROM populated WHERE cell IS NOT NULL`

/** Returns the H3 cells of resolution 4 that have posts, as texts of bigints. */
export const findCells4 = statement<{ cell: string }, []>(distinctSql('c4'))
/** Returns those of resolution 5. */
export const findCells5 = statement<{ cell: string }, []>(distinctSql('c5'))
