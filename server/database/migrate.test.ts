import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { connect } from './connect.ts'
import { migrate, splitStatements } from './migrate.ts'

let database: CopiedDatabase
let folder: string
beforeEach(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-migrations-'))
  const db = connect(database.url, 1)
  await sql`DROP TABLE migrations`.execute(db)
  await db.destroy()
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const write = (name: string, text: string) => writeFile(path.join(folder, name), text)
const run = () => migrate(database.url, pathToFileURL(`${folder}/`))

async function appliedNames(): Promise<string[]> {
  const db = connect(database.url, 1)
  const { rows } = await sql<{ name: string }>`SELECT name FROM migrations ORDER BY name`.execute(db)
  await db.destroy()
  return rows.map(({ name }) => name)
}

test('Servers that start together apply each migration once, in order', async () => {
  await write('0001_first.sql', 'CREATE TABLE first (id int)')
  await write('0002_second.sql', 'ALTER TABLE first ADD COLUMN name text')
  await Promise.all([run(), run(), run()])
  expect(await appliedNames()).toEqual(['0001_first.sql', '0002_second.sql'])
})

test('An applied migration that has changed stops the start with an error that names it', async () => {
  await write('0001_first.sql', 'CREATE TABLE first (id int)')
  await run()
  await write('0001_first.sql', 'CREATE TABLE first (id bigint)')
  await expect(run()).rejects.toThrow('migration 0001_first.sql was changed after it had been applied')
})

test('A database of a newer version is refused', async () => {
  await write('0001_first.sql', 'CREATE TABLE first (id int)')
  await run()
  await rm(path.join(folder, '0001_first.sql'))
  await expect(run()).rejects.toThrow('migration 0001_first.sql is in the database but not in this version of Dintorni')
})

test('A migration that fails is rolled back', async () => {
  await write('0001_first.sql', 'CREATE TABLE first (id int); SELECT nonsense')
  await expect(run()).rejects.toThrow('migration 0001_first.sql failed')
  expect(await appliedNames()).toEqual([])
  await write('0001_first.sql', 'CREATE TABLE first (id int)')
  await run()
  expect(await appliedNames()).toEqual(['0001_first.sql'])
})

test('An index is built concurrently, also when several servers start together', async () => {
  await write('0001_first.sql', 'CREATE TABLE first (id int)')
  await write(
    '0002_index.sql',
    '-- outside a transaction\nDROP INDEX CONCURRENTLY IF EXISTS first_id;\n' +
      'CREATE INDEX CONCURRENTLY first_id ON first (id);\n',
  )
  await Promise.all([run(), run(), run()])
  expect(await appliedNames()).toEqual(['0001_first.sql', '0002_index.sql'])
})

test('A migration outside a transaction that failed is run again', async () => {
  await write(
    '0001_first.sql',
    '-- outside a transaction\nCREATE TABLE IF NOT EXISTS first (id int);\nSELECT nonsense;\n',
  )
  await expect(run()).rejects.toThrow('migration 0001_first.sql failed')
  expect(await appliedNames()).toEqual([])
  await write('0001_first.sql', '-- outside a transaction\nCREATE TABLE IF NOT EXISTS first (id int);\n')
  await run()
  expect(await appliedNames()).toEqual(['0001_first.sql'])
})

test('A file is sent statement by statement; texts, comments and bodies of functions stay whole', () => {
  const statements = [
    "-- Not; here\nSELECT ';', 'it''s; so' AS \"a;b\"",
    '/* nor; here */ DO $$ BEGIN PERFORM 1; END $$',
    'CREATE FUNCTION one() RETURNS int LANGUAGE plpgsql AS $one$ BEGIN RETURN 1; END $one$',
    'CREATE FUNCTION two() RETURNS int LANGUAGE sql\nBEGIN ATOMIC\n  SELECT CASE WHEN true THEN 1 END;\n  SELECT 2;\nEND',
    'SELECT 3',
  ]
  expect(splitStatements(`${statements.join(';\n\n')};\n-- The end; no statement.\n`)).toEqual(statements)
})
