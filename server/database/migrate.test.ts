import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { checkMigrated } from './check-migrated.ts'
import { findPendingMigrations, migrate, migrateTo } from './migrate.ts'
import { readMigrations } from './migration-files.ts'

let database: CopiedDatabase
let folder: string
beforeEach(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-migrations-'))
  await withClient((client) => client.query('DROP TABLE migrations'))
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const write = (name: string, text: string) => writeFile(path.join(folder, name), text)
const run = () => migrate(database.url, { migrationsFolder: pathToFileURL(`${folder}/`) })

async function withClient<Result>(use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  return use(client).finally(() => client.end())
}

async function appliedNames(): Promise<string[]> {
  const { rows } = await withClient((client) =>
    client.query<{ name: string }>('SELECT name FROM migrations ORDER BY 1'),
  )
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

test.each([
  ['in', ''],
  ['outside', '-- outside a transaction\n'],
])('A migration %s a transaction that waits for a reader of a table does not keep others from it', async (_, mark) => {
  await write('0001_first.sql', 'CREATE TABLE first (id int)')
  await run()
  await write('0002_second.sql', `${mark}ALTER TABLE first ADD COLUMN name text`)
  await withClient(async (reader) => {
    await reader.query('BEGIN; SELECT FROM first')
    const migration = run()
    const waiting =
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%ALTER TABLE first%' AND pid <> pg_backend_pid()"
    const ask = (question: string) => withClient((other) => other.query(question))
    await expect.poll(async () => (await ask(waiting)).rows.length, { timeout: 10_000 }).toBe(1)
    await ask('SELECT FROM first')
    await reader.query('COMMIT')
    await migration
  })
  expect(await appliedNames()).toEqual(['0001_first.sql', '0002_second.sql'])
})

test('An index is built concurrently, also when several servers start together', async () => {
  await write('0001_first.sql', 'CREATE TABLE first (id int)')
  await write(
    '0002_index.sql',
    '-- outside a transaction\nDROP INDEX CONCURRENTLY IF EXISTS first_id;\n\n' +
      'CREATE INDEX CONCURRENTLY first_id ON first (id);\n',
  )
  await Promise.all([run(), run(), run()])
  expect(await appliedNames()).toEqual(['0001_first.sql', '0002_index.sql'])
})

test('A migration outside a transaction that failed is run again', async () => {
  await write(
    '0001_first.sql',
    '-- outside a transaction\nCREATE TABLE IF NOT EXISTS first (id int);\n\nSELECT nonsense;\n',
  )
  await expect(run()).rejects.toThrow('migration 0001_first.sql failed')
  expect(await appliedNames()).toEqual([])
  await write('0001_first.sql', '-- outside a transaction\nCREATE TABLE IF NOT EXISTS first (id int);\n')
  await run()
  expect(await appliedNames()).toEqual(['0001_first.sql'])
})

test('Every migration outside a transaction can be run again, as after a crash', async () => {
  await withClient((client) => client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'))
  for (const { name, sql } of readMigrations()) {
    await write(name, sql)
    if (sql.startsWith('-- outside a transaction')) await write(name.replace('.sql', '_again.sql'), sql)
  }
  await run()
  expect((await appliedNames()).filter((name) => name.endsWith('_again.sql'))).not.toEqual([])
})

describe('A database of version 0.1', () => {
  const setApplied = (...names: string[]) =>
    withClient(async (client) => {
      await client.query(
        'CREATE TABLE migrations (name text PRIMARY KEY, checksum text, applied_at date DEFAULT now())',
      )
      await client.query("INSERT INTO migrations (name, checksum) SELECT name, '' FROM unnest($1::text[]) name", [
        names,
      ])
    })

  test('that has all its migrations goes on with those after the baseline', async () => {
    await withClient((client) => client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'))
    const names = readMigrations().map(({ name }) => name)
    await migrateTo(database.url, new Set(names.filter((name) => name < '0216')))
    await withClient((client) => client.query('DROP TABLE migrations; CREATE TABLE hashtag_backfill (after bigint)'))
    await setApplied('0001_ids.sql', '0151_rendered_legal_texts.sql')
    await migrate(database.url)
    expect(await appliedNames()).toEqual(names)
    await checkMigrated(database.url)
    const found = await withClient((client) => client.query("SELECT to_regclass('hashtag_backfill') AS gone"))
    expect(found.rows).toEqual([{ gone: null }])
  })

  test('that lacks some is refused, and left as it is', async () => {
    await setApplied('0001_ids.sql', '0002_media.sql')
    const tooOld = 'older than the last version 0.1 (0151_rendered_legal_texts.sql): start that version once'
    for (const look of [migrate, checkMigrated, findPendingMigrations])
      await expect(look(database.url)).rejects.toThrow(tooOld)
    expect(await appliedNames()).toEqual(['0001_ids.sql', '0002_media.sql'])
  })
})
