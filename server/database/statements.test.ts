import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { readDeclaredStatements } from '#server/testing/harness/declared-statements.ts'
import { describeStatement } from '#server/testing/harness/describe-statement.ts'
import type { DeclaredStatement } from '#server/testing/harness/print-statements.ts'
import { findStatementCalls, type StatementCall } from '#server/testing/harness/statement-calls.ts'
import { typeCheck } from '#server/testing/harness/type-check.ts'

// The compiler cannot check the row type of a statement. Here PostgreSQL prepares every statement, and the compiler
// compares the columns of the result with the row type, in a copy of the sources.

const root = process.cwd()
const { BOOL, BYTEA, DATE, FLOAT4, FLOAT8, INT2, INT4, INT8, TEXT, TIMESTAMPTZ, VARCHAR } = pg.types.builtins
/** How the driver returns a type; others (JSON, arrays) are not compared. */
const typesById: Record<number, string> = {
  [BOOL]: 'boolean',
  [BYTEA]: 'Buffer',
  [DATE]: 'Date',
  [FLOAT4]: 'number',
  [FLOAT8]: 'number',
  [INT2]: 'number',
  [INT4]: 'number',
  [INT8]: 'number',
  [TEXT]: 'string',
  [TIMESTAMPTZ]: 'Date',
  [VARCHAR]: 'string',
}

let database: CopiedDatabase
let client: pg.Client
let declared: DeclaredStatement[]
let calls: StatementCall[]
beforeAll(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  declared = readDeclaredStatements()
  calls = [...new Set(declared.map(({ file }) => file))].flatMap(findStatementCalls)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const placeOf = ({ file, line }: { file: string; line: number }) => `${path.relative(root, file)}:${line}`

test('Every call of statement is run by print-statements.ts', () => {
  const files = fs.globSync(['server/**/*.ts', 'demo/**/*.ts'], { exclude: ['**/*.test.ts', 'server/testing/**'] })
  const inSource = files.flatMap((file) => findStatementCalls(path.resolve(file))).map(placeOf)
  expect(inSource.toSorted()).toEqual([...new Set(declared.map(placeOf))].toSorted())
  expect(inSource.length).toBeGreaterThan(50)
})

/** Creates the temporary tables and the cursor that other statements read. */
async function createTemporaryTables(): Promise<void> {
  for (const { text } of declared.filter((statement) => /^\s*(CREATE TEMP TABLE|DECLARE)/.test(statement.text)))
    await client.query(text.replace('ON COMMIT DROP', '').replace('NO SCROLL CURSOR', 'CURSOR WITH HOLD'))
}

/** Returns a type that the compiler accepts only if the row has these columns, of these types. */
function checkOf(rowType: string, columns: { name: string; typeId: number }[]): string {
  const fields = columns.map(({ name, typeId }) => `${JSON.stringify(name)}: ${typesById[typeId] ?? 'unknown'}`)
  return `CheckRow<${rowType}, { ${fields.join('; ')} }>`
}

const checkRow = `
type Unmatched<Row, Columns> =
  | Exclude<keyof Row, keyof Columns | symbol>
  | Exclude<keyof Columns, keyof Row>
  | {
      [Name in keyof Row & keyof Columns]: NonNullable<Row[Name]> extends Columns[Name] ? never : Name
    }[keyof Row & keyof Columns]
type CheckRow<Row, Columns> =
  Unmatched<Row, Columns> extends never ? [] : Unmatched<Row, Columns>
`

test('The row type of every statement has the columns of its result', async () => {
  await createTemporaryTables()
  const checks = new Map<string, string[]>()
  const failures: string[] = []
  for (const statement of declared) {
    const call = calls.find(({ file, line }) => file === statement.file && line === statement.line)
    const columns = await describeStatement(client, statement.text).catch((error: Error) => {
      failures.push(`${placeOf(statement)}: ${error.message}`)
      return null
    })
    if (!call || !columns || call.rowType === 'never') continue
    const lines = checks.get(call.file) ?? []
    checks.set(call.file, lines)
    // A unique name leads from the compiler's message to the statement.
    lines.push(`export const line${call.line}_${lines.length}: ${checkOf(call.rowType, columns)} = []`)
  }
  const additions = [...checks].map(
    ([file, lines]) => [path.relative(root, file), checkRow + lines.join('\n')] as const,
  )
  failures.push(typeCheck(new Map(additions)))
  expect(failures.join('\n')).toBe('')
})
