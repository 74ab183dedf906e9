import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Report, reportWhile } from '#server/platform/progress.ts'
import { type Migration, readMigrations } from './migration-files.ts'

/** Any number that all Dintorni servers share. */
const advisoryLockKey = 4_611_050_114
const lockPollMs = 200
/** How long another server's migrations may take. */
const maxLockWaitMs = 15 * 60 * 1000

/**
 * First line of a file whose statements, which empty lines separate, run one after the other, such as `CREATE INDEX
 * CONCURRENTLY`. Each of them can be repeated.
 */
const outsideTransactionMark = '-- outside a transaction'

export class MigrationError extends Error {}

/** The SQLSTATE of a database that has no table of migrations yet. */
const undefinedTable = '42P01'

/** A schema that exists while a backup is being restored into the database, and after a restore that was interrupted. */
export const unfinishedRestore = 'unfinished_restore'

/** Migrations from here on came after the baseline, which is the schema of the last database of version 0.1. */
const firstAfterBaseline = '0216'
const lastOf01 = '0151_rendered_legal_texts.sql'

/**
 * Returns the checksums of applied migrations by their names; empty for a new database. The last database of version 0.1
 * has the baseline. Throws a MigrationError for an older one.
 */
export async function readApplied(client: pg.Client, migrations = readMigrations()): Promise<Map<string, string>> {
  const { rows } = await client
    .query<{ name: string; checksum: string }>('SELECT name, checksum FROM migrations')
    .catch((error: { code?: string }) => {
      if (error.code === undefinedTable) return { rows: [] }
      throw error
    })
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  if (!isOfVersion01(applied.keys())) return applied
  if (!applied.has(lastOf01))
    throw new MigrationError(`the database is older than the last version 0.1 (${lastOf01}): start that version once`)
  return new Map(baselineOf(migrations).map(({ name, checksum }) => [name, checksum]))
}

/** Whether these names of migrations are those of version 0.1, which the baseline replaced. */
export const isOfVersion01 = (names: Iterable<string>): boolean => new Set(names).has('0001_ids.sql')
const baselineOf = (migrations: Migration[]) => migrations.filter(({ name }) => name < firstAfterBaseline)

/** Throws a MigrationError if this version lacks an applied migration, or has another file of its name. */
export function checkApplied(applied: Map<string, string>, migrations: Migration[]): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of applied) {
    if (!known.has(name))
      throw new MigrationError(`migration ${name} is in the database but not in this version of Dintorni`)
    if (known.get(name) !== checksum)
      throw new MigrationError(`migration ${name} was changed after it had been applied`)
  }
}

/** Replaces the rows of version 0.1 by those of the baseline, if there are any. */
async function recordBaseline(client: pg.Client, migrations: Migration[]): Promise<void> {
  const names = baselineOf(migrations).map(({ name }) => name)
  const checksums = baselineOf(migrations).map(({ checksum }) => checksum)
  await client.query(
    `WITH removed AS (DELETE FROM migrations WHERE EXISTS (SELECT 1 FROM migrations WHERE name = '${lastOf01}') RETURNING 1)
    INSERT INTO migrations (name, checksum) SELECT * FROM unnest($1::text[], $2::text[])
    WHERE EXISTS (SELECT 1 FROM removed)`,
    [names, checksums],
  )
}

const record = (client: pg.Client, { name, checksum }: Migration) =>
  client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum])

/** A statement that waits for a table lock blocks all later ones: it gives up soon and is retried. */
const lockTimeout = '2s'
const maxLockAttempts = 60

async function retryLockTimeouts(act: () => Promise<unknown>, attempt = 1): Promise<void> {
  try {
    await act()
  } catch (error) {
    const isLockTimeout = (error as { code?: string }).code === '55P03'
    if (!isLockTimeout || attempt === maxLockAttempts) throw error
    await wait(lockPollMs)
    await retryLockTimeouts(act, attempt + 1)
  }
}

async function applyInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = '${lockTimeout}'`)
    await client.query(migration.sql)
    await record(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

async function applyOutsideTransaction(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of migration.sql.split(/\n{2,}/)) {
    // An index that is built concurrently waits for older transactions, and blocks nobody.
    await client.query(`SET lock_timeout = '${statement.includes('CONCURRENTLY') ? 0 : lockTimeout}'`)
    await retryLockTimeouts(() => client.query(statement))
  }
  await record(client, migration)
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    if (migration.sql.startsWith(outsideTransactionMark)) await applyOutsideTransaction(client, migration)
    else await retryLockTimeouts(() => applyInTransaction(client, migration))
  } catch (error) {
    throw new MigrationError(`migration ${migration.name} failed: ${(error as Error).message}`)
  }
}

/**
 * Polls for the advisory lock. A server that waited inside a statement would hold a snapshot, whose end the other
 * server's `CREATE INDEX CONCURRENTLY` would wait for.
 */
async function takeLock(client: pg.Client): Promise<void> {
  const deadline = Date.now() + maxLockWaitMs
  for (;;) {
    const { rows } = await client.query<{ is_locked: boolean }>('SELECT pg_try_advisory_lock($1) AS is_locked', [
      advisoryLockKey,
    ])
    if (rows[0]?.is_locked) return
    if (Date.now() > deadline) throw new MigrationError('another server has been migrating this database for too long')
    await wait(lockPollMs)
  }
}

/** Throws a MigrationError on a database that is half restored. */
export async function refuseHalfRestored(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [unfinishedRestore])
  if (rows.length > 0) throw new MigrationError('a backup is half restored into this database: repeat the restore')
}

/**
 * Brings an empty database to the level of a backup, which a restore then fills.
 * @param names of the migrations that had been applied.
 */
export const migrateTo = (databaseUrl: string, names: ReadonlySet<string>): Promise<void> =>
  applyMissing(databaseUrl, async () => readMigrations().filter(({ name }) => names.has(name)))

/** Returns the names of the migrations that the next start would apply. Changes nothing. */
export async function findPendingMigrations(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const applied = await readApplied(client)
    return readMigrations()
      .map(({ name }) => name)
      .filter((name) => !applied.has(name))
  } finally {
    await client.end()
  }
}

type MigrateOptions = {
  migrationsFolder?: URL
  /** Ends the work: what is not committed is rolled back. */
  signal?: AbortSignal
  report?: Report
}

/**
 * Applies missing migrations in order, each in its own transaction unless the file says otherwise. Servers that start
 * at once wait for each other. Throws a MigrationError when a file that was applied has changed, and when the database
 * is half restored.
 */
export const migrate = (databaseUrl: string, { migrationsFolder, ...options }: MigrateOptions = {}): Promise<void> =>
  applyMissing(
    databaseUrl,
    async (client) => {
      await refuseHalfRestored(client)
      return readMigrations(migrationsFolder)
    },
    options,
  )

async function applyMissing(
  databaseUrl: string,
  findMigrations: (client: pg.Client) => Promise<Migration[]>,
  { signal, report = () => undefined }: MigrateOptions = {},
): Promise<void> {
  signal?.throwIfAborted()
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  // A statement fails when the connection breaks; without a listener the error would end the process.
  client.on('error', () => undefined)
  const interrupt = () => void client.end().catch(() => undefined)
  signal?.addEventListener('abort', interrupt)
  try {
    await client.connect()
    const migrations = await findMigrations(client)
    await takeLock(client)
    await client.query(`
      CREATE TABLE IF NOT EXISTS migrations (
        name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`)
    const applied = await readApplied(client, migrations)
    checkApplied(applied, migrations)
    await recordBaseline(client, migrations)
    const missing = migrations.filter(({ name }) => !applied.has(name))
    if (missing.length > 0) await applyAll(client, missing, report)
  } finally {
    signal?.removeEventListener('abort', interrupt)
    await client.end()
  }
}

async function applyAll(client: pg.Client, migrations: Migration[], report: Report): Promise<void> {
  let current = 0
  const describe = () => `Migrating the database: ${current + 1} of ${migrations.length}, ${migrations[current]!.name}`
  await reportWhile(report, describe, async () => {
    for (const [index, migration] of migrations.entries()) {
      current = index
      await apply(client, migration)
    }
  })
}
