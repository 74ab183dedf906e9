// SQL expressions that validate cached data. Each yields the same value for as long as the data has not changed.

/** The transaction that last changed a user or place shown in any post (migration 0032). */
export const sharedVersionSql = '(SELECT changed_by FROM shared_facts WHERE id = 1)::text'

/** By c4 cell, the transaction that last published or deleted a post in it (migration 0033), or null. */
export const cellVersionsSql = (cellsSql: string) => `(
    SELECT COALESCE(json_object_agg(cell::text, changed_by::text), '{}')
    FROM unnest(${cellsSql}::bigint[]) cell LEFT JOIN cell_changes ON c4 = cell)`

/** Number and XOR of the post ids in a range: at least one of them differs after posts were published or deleted. */
export const rangeFingerprintSql = (fromSql: string, beforeSql: string) =>
  `(SELECT count(*) || ':' || COALESCE(bit_xor(id), 0) FROM posts WHERE id >= ${fromSql} AND id < ${beforeSql})`

/** Versions by cell: JSON, since cells exceed the integers of JavaScript. */
export type CellVersions = Record<string, string | null>
