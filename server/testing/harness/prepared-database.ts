import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { connect } from '#server/database/connect.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { loadShippedDirectory } from '#server/places/places.actions.ts'
import { createJobQueue } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'

export type PreparedDatabase = { url: string; stop: () => Promise<void> }

/** The database lives no longer than the test run, so nothing has to reach the disk. Many copies are open at once. */
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_compression=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=256MB',
  'max_connections=120',
  // The kernel clones the files of a database, in half the time or less.
  'file_copy_method=clone',
]

/** Starts one embedded PostgreSQL for a test run, whose database is the template of every test database. */
export async function prepareDatabase(): Promise<PreparedDatabase> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-test-'))
  const postgres = await startEmbeddedPostgres(path.join(folder, 'data'), settings)
  await migrate(postgres.url)
  const db = connect(postgres.url, 1)
  await loadShippedDirectory(db)
  await (await createJobQueue(postgres.url, db, createLog('silent'))).stop()
  await sql`VACUUM ANALYZE`.execute(db)
  await db.destroy()
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
