import { rmSync } from 'node:fs'
import type pg from 'pg'
import type { CopyFile } from './copy-file.ts'

type Definition = { table: string; name: string; definition: string }

const foreignKeysSql = `
  SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
  WHERE contype = 'f' AND (conrelid = ANY($1::regclass[]) OR confrelid = ANY($1::regclass[])) ORDER BY 1, 2`
const keysSql = `
  SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
  WHERE contype IN ('p', 'u') AND conrelid = ANY($1::regclass[]) ORDER BY 1, contype, 2`
const indexesSql = `
  SELECT indrelid::regclass::text AS table, indexrelid::regclass::text AS name,
    pg_get_indexdef(indexrelid) AS definition
  FROM pg_index
  WHERE indrelid = ANY($1::regclass[])
    AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u')) ORDER BY 1, 2`

/**
 * Loads files into their tables. Indexes and constraints are dropped first and created again at the end, which is ten
 * times faster than maintaining them row by row; the constraints check every row when they are created.
 */
export async function bulkLoad(client: pg.Client, files: CopyFile[]): Promise<void> {
  const tables = files.map(({ table }) => table)
  const findDefinitions = async (sql: string) => (await client.query<Definition>(sql, [tables])).rows
  const foreignKeys = await findDefinitions(foreignKeysSql)
  const keys = await findDefinitions(keysSql)
  const indexes = await findDefinitions(indexesSql)
  const constraints = [...foreignKeys, ...keys]
  await client.query("SET maintenance_work_mem = '512MB'")
  for (const { table, name } of constraints) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  for (const file of files) await loadFile(client, file)
  for (const { definition } of indexes) await client.query(definition)
  for (const { table, name, definition } of constraints.toReversed())
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
}

/** Loads a file and deletes it. PostgreSQL reads it itself: the benchmark's database runs on this machine. */
export async function loadFile(client: pg.Client, file: CopyFile): Promise<void> {
  await client.query(`COPY ${file.table} (${file.columns.join(', ')}) FROM '${file.path.replaceAll("'", "''")}'`)
  rmSync(file.path)
}
