import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { connect } from '#server/database/connect.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { loadShippedDirectory } from '#server/places/places.actions.ts'
import { createJobQueue } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { sql } from '#server/testing/sql.ts'

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

/**
 * Starts one embedded PostgreSQL for a test run, whose database is the template of every test database. Nobody can
 * connect to the template, because PostgreSQL copies no database that has sessions.
 */
export async function prepareDatabase(): Promise<PreparedDatabase> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-test-'))
  const postgres = await startEmbeddedPostgres(path.join(folder, 'data'), settings)
  await migrate(postgres.url)
  const db = connect(postgres.url, 1)
  await loadShippedDirectory(db)
  await (await createJobQueue(postgres.url, db, createLog('silent'))).stop()
  await sql`VACUUM ANALYZE`.execute(db)
  await db.destroy()
  await closeToSessions(postgres.url)
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Refuses sessions of a database, also PostgreSQL's own (autovacuum), and waits until the last one has ended. */
async function closeToSessions(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const admin = connect(url.href, 1)
  await sql`ALTER DATABASE ${sql.id(name)} ALLOW_CONNECTIONS false`.execute(admin)
  await sql`SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = ${name}`.execute(admin)
  await admin.destroy()
}
