import pg from 'pg'
import { checkApplied, MigrationError, readApplied, refuseHalfRestored } from './migrate.ts'
import { readMigrations } from './migration-files.ts'

/**
 * Throws a MigrationError unless the database is exactly of this version. Commands of the operator do not migrate: there
 * is no way back from a migration, and the running server may be of the version before.
 */
export async function checkMigrated(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await refuseHalfRestored(client)
    const applied = await readApplied(client)
    if (applied.size === 0) throw new MigrationError('the database is empty: start the server first, it migrates')
    const migrations = readMigrations()
    checkApplied(applied, migrations)
    const pending = migrations.filter(({ name }) => !applied.has(name))
    const [first] = pending
    if (first)
      throw new MigrationError(
        `the database is older than this version of Dintorni (${pending.length} pending, from ${first.name}): restart the server first, it migrates`,
      )
  } finally {
    await client.end()
  }
}
