import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

export type AppliedMigration = { name: string; checksum: string }
/** A table with those of its columns that are stored, not generated. */
export type CopiedTable = { name: string; columns: string[] }
/** `value` has up to 64 bits. */
export type SequenceState = { name: string; value: string; isCalled: boolean }

/** All tables of a database as they are at one moment. */
export type Snapshot = {
  takenAt: Date
  /** In the order of their names. */
  migrations: AppliedMigration[]
  tables: CopiedTable[]
  sequences: SequenceState[]
}

/** Bytes of one part of a table, before it is compressed. */
const partBytes = 4 * 1024 * 1024
const lineFeed = 0x0a

const tablesSql = `
  SELECT c.relname AS name,
    array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL($1::text[])
  GROUP BY c.oid, c.relname ORDER BY c.relname`
const sequencesSql = `
  SELECT sequencename AS name, last_value::text AS value, start_value::text AS start
  FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename`

/**
 * Begins a transaction that sees one moment of the database, and describes it. Tables are locked against changes of
 * their columns until the transaction ends.
 * @param leftOut names of tables that are not wanted.
 */
export async function beginSnapshot(client: pg.Client, leftOut: readonly string[]): Promise<Snapshot> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const { rows: moments } = await client.query<{ at: Date }>('SELECT now() AS at')
  const { rows: tables } = await client.query<CopiedTable>(tablesSql, [leftOut])
  const names = tables.map(({ name }) => pg.escapeIdentifier(name))
  if (names.length > 0) await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`)
  const { rows: migrations } = await client.query<AppliedMigration>(
    'SELECT name, checksum FROM migrations ORDER BY name',
  )
  const { rows: sequences } = await client.query<{ name: string; value: string | null; start: string }>(sequencesSql)
  return {
    takenAt: moments[0]!.at,
    migrations,
    tables,
    sequences: sequences.map(({ name, value, start }) => ({ name, value: value ?? start, isCalled: value !== null })),
  }
}

/** Ends the transaction. Locks of the session stay. */
export const endSnapshot = async (client: pg.Client): Promise<void> => void (await client.query('COMMIT'))

/** Finds the names of the migrations that were applied to a database; null when it has never been migrated. */
export async function findAppliedNames(client: pg.Client): Promise<string[] | null> {
  const { rows } = await client.query<{ found: boolean }>(
    "SELECT to_regclass('public.migrations') IS NOT NULL AS found",
  )
  if (!rows[0]!.found) return null
  const { rows: applied } = await client.query<{ name: string }>('SELECT name FROM migrations')
  return applied.map(({ name }) => name)
}

/** Reads a table as `COPY` writes it, a line for each row, in parts of whole lines. */
export const readTable = (client: pg.Client, { name, columns }: CopiedTable): AsyncGenerator<Buffer> =>
  readRows(
    client,
    `SELECT ${columns.map((column) => pg.escapeIdentifier(column)).join(', ')} FROM ${pg.escapeIdentifier(name)}`,
  )

/** Reads the rows of a query as `COPY` writes them, a line for each row, in parts of whole lines. */
export async function* readRows(client: pg.Client, query: string): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let waitingBytes = 0
  for await (const chunk of client.query(copyTo(`COPY (${query}) TO STDOUT`)) as AsyncIterable<Buffer>) {
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes < partBytes) continue
    const all = Buffer.concat(waiting)
    // Within a value a line feed is written as \n.
    const end = all.lastIndexOf(lineFeed) + 1
    if (end > 0) yield all.subarray(0, end)
    waiting = [all.subarray(end)]
    waitingBytes = all.length - end
  }
  if (waitingBytes > 0) yield Buffer.concat(waiting)
}

/** Counts the rows of a part. */
export function countRows(part: Buffer): number {
  let count = 0
  for (let at = part.indexOf(lineFeed); at >= 0; at = part.indexOf(lineFeed, at + 1)) count++
  return count
}
