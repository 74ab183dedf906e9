import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { connect, type Database } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'

// Runs migrations 0043 and 0044 on a database of the version before, which confirmed no address and counted private
// followers of places.

let database: CopiedDatabase
let db: Database
let oldMigrations: string
beforeEach(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
  db = connect(database.url)
  await sql`DROP SCHEMA public CASCADE`.execute(db)
  await sql`CREATE SCHEMA public`.execute(db)
  oldMigrations = await mkdtemp(path.join(os.tmpdir(), 'dintorni-old-migrations-'))
  const all = fileURLToPath(new URL('../database/migrations/', import.meta.url))
  for (const name of await readdir(all))
    if (name < '0043') await cp(path.join(all, name), path.join(oldMigrations, name))
  await migrate(database.url, pathToFileURL(`${oldMigrations}/`))
  await sql`
    INSERT INTO users (username, email, password_hash, is_private, suspended_at) VALUES
      ('anna', 'anna@example.it', '', false, NULL), ('bruno', 'bruno@example.it', '', true, NULL),
      ('carla', 'carla@example.it', '', false, now())`.execute(db)
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
  await rm(oldMigrations, { recursive: true, force: true })
})

test('A person with a passkey keeps it over a reset; everybody else is asked to confirm the address', async () => {
  await sql`
    INSERT INTO passkeys (user_id, credential_id, public_key, counter, name)
    SELECT id, 'x', '', 0, 'Telefono' FROM users WHERE username = 'bruno'`.execute(db)
  await migrate(database.url)
  const users = await db.selectFrom('users').select(['username', 'email_confirmed']).orderBy('id').execute()
  expect(users.map(({ username, email_confirmed }) => [username, email_confirmed])).toEqual([
    ['anna', false],
    ['bruno', true],
    ['carla', false],
  ])
})

test('Places count only the followers whom everybody’s list shows', async () => {
  await sql`
    INSERT INTO places (name, search_name, kind, latitude, longitude, c4, c5, followers_count)
    VALUES ('Piazza', 'piazza', 'square', 45, 9, 1, 1, 3), ('Stazione', 'stazione', 'station', 45, 9, 1, 1, 1),
      ('Molo', 'molo', 'pier', 45, 9, 1, 1, 0)`.execute(db)
  await sql`
    INSERT INTO place_follows (user_id, place_id)
    SELECT u.id, p.id FROM users u, places p
    WHERE p.name = 'Piazza' OR (p.name = 'Stazione' AND u.username = 'bruno')`.execute(db)
  await migrate(database.url)
  const places = await db.selectFrom('places').select('followers_count').orderBy('id').execute()
  expect(places.map(({ followers_count }) => followers_count)).toEqual([1, 0, 0])
  await expectCountersToMatchRows(db)
})
