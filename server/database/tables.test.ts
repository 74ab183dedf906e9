import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { typeCheck } from '#server/testing/harness/type-check.ts'
import { connect, type Database } from './connect.ts'

let database: CopiedDatabase
let db: Database
beforeAll(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
  db = connect(database.url, 1)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Tables that no Kysely query uses. */
const unusedTables = ['migrations', 'rate_limits', 'feed_changes', 'server_keys', 'picture_writes', 'backups']

/** `[]` if a table has these columns, where true means nullable; otherwise the columns that differ. */
const checkTable = `
import type { Selectable } from 'kysely'
type Row<Name extends keyof Tables> = Selectable<Tables[Name]>
type Different<Row, Columns> =
  | Exclude<keyof Row, keyof Columns>
  | Exclude<keyof Columns, keyof Row>
  | {
      [Name in keyof Row & keyof Columns]: (null extends Row[Name] ? true : false) extends Columns[Name] ? never : Name
    }[keyof Row & keyof Columns]
type CheckTable<Name extends keyof Tables, Columns> =
  [Different<Row<Name>, Columns>] extends [never] ? [] : Different<Row<Name>, Columns>
`

test('tables.ts equals the migrated database in tables, columns and nullability', async () => {
  const { rows } = await sql<{ table_name: string; columns: Record<string, boolean> }>`
    SELECT c.table_name, json_object_agg(c.column_name, c.is_nullable = 'YES') AS columns
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
    GROUP BY c.table_name`.execute(db)
  const used = rows.filter(({ table_name }) => !unusedTables.includes(table_name))
  const names = used.map(({ table_name }) => `'${table_name}'`).join(' | ')
  const checks = used.map(
    ({ table_name, columns }) =>
      `export const ${table_name}: CheckTable<'${table_name}', ${JSON.stringify(columns)}> = []`,
  )
  const checkNames = `export const missing: [Exclude<keyof Tables, ${names}>] extends [never] ? [] : never = []`
  expect(typeCheck(new Map([['server/database/tables.ts', [checkTable, ...checks, checkNames].join('\n')]]))).toBe('')
})
