import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { CopiedTable, SequenceState } from './snapshot.ts'
import { unfinishedRestore } from './migrate.ts'

/** The content of a database that was given for a restore. */
export type Contents = { tables: number; isUnfinished: boolean }

/** Finds what is in a database, apart from extensions. */
export async function findContents(client: pg.Client): Promise<Contents> {
  const { rows } = await client.query<Contents>(
    `SELECT count(*) FILTER (WHERE c.relkind IN ('r', 'p', 'v', 'm'))::int AS tables,
      EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = $1) AS "isUnfinished"
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')`,
    [unfinishedRestore],
  )
  return rows[0]!
}

/** Marks the database, so that no server starts on it, and removes what an interrupted restore has left. */
export async function markUnfinished(client: pg.Client): Promise<void> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${unfinishedRestore}`)
  await client.query(
    'BEGIN; DROP SCHEMA IF EXISTS pgboss CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public; COMMIT',
  )
}

/** Servers may start from now on. */
export async function markFinished(client: pg.Client): Promise<void> {
  await client.query(`DROP SCHEMA ${unfinishedRestore}`)
}

const foreignKeysSql = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
  FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY conrelid, conname`
/** Those that no constraint is made of. */
const indexesSql = `
  SELECT format('DROP INDEX %s', i.indexrelid::regclass) AS drop, pg_get_indexdef(i.indexrelid) AS add
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  WHERE c.relnamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = i.indexrelid)
  ORDER BY i.indexrelid`

/**
 * Indexes and constraints that are dropped before the rows are loaded and added afterwards: building an index at once
 * takes a fraction of the time.
 */
type Dropped = { drop: string; add: string }

/** A load in progress. */
export type Load = { client: pg.Client; tables: string[]; dropped: Dropped[] }

/**
 * Begins a transaction in which a migrated database gets the rows of a snapshot in place of its own. No trigger fires:
 * counters and notes are among the rows.
 */
export async function beginLoad(client: pg.Client): Promise<Load> {
  await client.query('BEGIN')
  await client.query("SET LOCAL maintenance_work_mem = '256MB'")
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
  )
  const tables = rows.map(({ name }) => pg.escapeIdentifier(name))
  await client.query(`TRUNCATE ${tables.join(', ')}`)
  const dropped = [
    ...(await client.query<Dropped>(indexesSql)).rows,
    // Added last: they need the unique indexes.
    ...(await client.query<Dropped>(foreignKeysSql)).rows,
  ]
  for (const { drop } of dropped.toReversed()) await client.query(drop)
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  return { client, tables, dropped }
}

/** Loads a part of a table, as `readTable` has read it. */
export async function loadRows({ client }: Load, { name, columns }: CopiedTable, part: Buffer): Promise<void> {
  const names = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  await pipeline([part], client.query(copyFrom(`COPY ${pg.escapeIdentifier(name)} (${names}) FROM STDIN`)))
}

/** Checks all that constraints promise, and commits. */
export async function endLoad({ client, tables, dropped }: Load, sequences: SequenceState[]): Promise<void> {
  for (const { name, value, isCalled } of sequences)
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [pg.escapeIdentifier(name), value, isCalled])
  for (const { add } of dropped) await client.query(add)
  for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  await client.query('COMMIT')
  // Without statistics the first plans would be bad ones, and kept.
  for (const table of tables) await client.query(`ANALYZE ${table}`)
}
