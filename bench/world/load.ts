import { rmSync } from 'node:fs'
import type pg from 'pg'
import type { TableFile } from './table-file.ts'

type Definition = { table: string; name: string; definition: string }

const foreignKeys = `
  SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
  WHERE contype = 'f' AND (conrelid = ANY($1::regclass[]) OR confrelid = ANY($1::regclass[])) ORDER BY 1, 2`
const keys = `
  SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
  WHERE contype IN ('p', 'u') AND conrelid = ANY($1::regclass[]) ORDER BY 1, contype, 2`
const indexes = `
  SELECT indrelid::regclass::text AS table, indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
  WHERE indrelid = ANY($1::regclass[]) AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u')) ORDER BY 1, 2`

/**
 * Into the indexes of a full table row by row costs ten times what building them at the end does; the constraints check
 * every row when they come back.
 */
export async function loadTables(client: pg.Client, files: TableFile[]): Promise<void> {
  const tables = files.map(({ table }) => table)
  const definitions = async (text: string) => (await client.query<Definition>(text, [tables])).rows
  const found = {
    foreignKeys: await definitions(foreignKeys),
    keys: await definitions(keys),
    indexes: await definitions(indexes),
  }
  const constraints = [...found.foreignKeys, ...found.keys]
  await client.query("SET maintenance_work_mem = '512MB'")
  for (const { table, name } of constraints) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  for (const { name } of found.indexes) await client.query(`DROP INDEX ${name}`)
  for (const file of files) await copy(client, file)
  for (const { definition } of found.indexes) await client.query(definition)
  for (const { table, name, definition } of constraints.toReversed())
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
}

/** PostgreSQL reads the file itself: the bench's database is on this machine, and ours. */
export async function copy(client: pg.Client, file: TableFile): Promise<void> {
  await client.query(`COPY ${file.table} (${file.columns.join(', ')}) FROM '${file.path.replaceAll("'", "''")}'`)
  rmSync(file.path)
}
