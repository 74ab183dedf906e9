import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const folder = new URL('./migrations/', import.meta.url)
/** Any number that all Dintorni servers share. */
const advisoryLockKey = 4_611_050_114
const lockPollMs = 200
/** How long another server's migrations may take. */
const maxLockWaitMs = 15 * 60 * 1000

/** First line of a file that must not run in a transaction, such as `CREATE INDEX CONCURRENTLY`. */
const outsideTransactionMark = '-- outside a transaction'

class MigrationError extends Error {}

type Migration = { name: string; sql: string; checksum: string }

/** A schema that exists while a backup is being restored into the database, and after a restore that was interrupted. */
export const unfinishedRestore = 'unfinished_restore'

/** A schema of a database whose rows have been moved to another one. */
export const movedAway = 'moved_away'

/** Reads all migrations of this version, in order. */
export function readMigrations(migrationsFolder: URL = folder): Migration[] {
  return readdirSync(migrationsFolder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const sql = readFileSync(new URL(name, migrationsFolder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/** Returns the first of these names that no migration of this version has. */
export function findUnknownMigration(applied: readonly string[]): string | undefined {
  const known = new Set(readMigrations().map(({ name }) => name))
  return applied.find((name) => !known.has(name))
}

function checkApplied(applied: Map<string, string>, migrations: Migration[]): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of applied) {
    if (!known.has(name))
      throw new MigrationError(`migration ${name} is in the database but not in this version of Dintorni`)
    if (known.get(name) !== checksum)
      throw new MigrationError(`migration ${name} was changed after it had been applied`)
  }
}

/** A semicolon, or what may hold one that ends no statement: comments, texts, names, bodies of functions. */
const semicolonOrOpaque =
  /;|--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|^BEGIN ATOMIC$[\s\S]*?^END(?=;)/gm
const comments = /--[^\n]*|\/\*[\s\S]*?\*\//g

/** Splits a file: engines that distribute tables accept no more than one statement in a message. */
export function splitStatements(sql: string): string[] {
  const ends = [...sql.matchAll(semicolonOrOpaque)].filter(([text]) => text === ';').map(({ index }) => index)
  return [...ends, sql.length]
    .map((end, position) => sql.slice(position === 0 ? 0 : ends[position - 1]! + 1, end).trim())
    .filter((statement) => statement.replace(comments, '').trim() !== '')
}

const record = (client: pg.Client, { name, checksum }: Migration) =>
  client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum])

/** A statement that waits for a table lock blocks all later ones: it gives up soon and is retried. */
const lockTimeout = '2s'
const maxLockAttempts = 60

async function applyInTransaction(client: pg.Client, migration: Migration, attempt = 1): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = '${lockTimeout}'`)
    for (const statement of splitStatements(migration.sql)) await client.query(statement)
    await record(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    const isLockTimeout = (error as { code?: string }).code === '55P03'
    if (!isLockTimeout || attempt === maxLockAttempts) throw error
    await wait(lockPollMs)
    await applyInTransaction(client, migration, attempt + 1)
  }
}

/** Runs one statement after the other. Such a file must be safe to run again after a failure. */
async function applyOutsideTransaction(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of splitStatements(migration.sql)) await client.query(statement)
  await record(client, migration)
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await (migration.sql.startsWith(outsideTransactionMark) ? applyOutsideTransaction : applyInTransaction)(
      client,
      migration,
    )
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

/** Why no server starts on a database that has a schema of this name. */
const refusedSchemas: Record<string, string> = {
  [unfinishedRestore]: 'a backup is half restored into this database: repeat the restore',
  [movedAway]: 'this database was moved to another one: set DATABASE_URL to that, or move it back',
}

async function refuseMarked(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT nspname AS name FROM pg_namespace WHERE nspname = ANY($1) ORDER BY nspname DESC',
    [Object.keys(refusedSchemas)],
  )
  const [mark] = rows
  if (mark) throw new MigrationError(refusedSchemas[mark.name]!)
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
  await client.connect()
  try {
    const { rows } = await client
      .query<{ name: string }>('SELECT name FROM migrations')
      // A new database has no such table yet.
      .catch((error: { code?: string }) => {
        if (error.code === '42P01') return { rows: [] }
        throw error
      })
    const applied = new Set(rows.map(({ name }) => name))
    return readMigrations()
      .map(({ name }) => name)
      .filter((name) => !applied.has(name))
  } finally {
    await client.end()
  }
}

/**
 * Applies missing migrations in order, each in its own transaction unless the file says otherwise. Servers that start
 * at once wait for each other. Throws a MigrationError when a file that was applied has changed, and when the database
 * is half restored or was moved away.
 */
export const migrate = (databaseUrl: string, migrationsFolder: URL = folder): Promise<void> =>
  applyMissing(databaseUrl, async (client) => {
    await refuseMarked(client)
    return readMigrations(migrationsFolder)
  })

async function applyMissing(
  databaseUrl: string,
  findMigrations: (client: pg.Client) => Promise<Migration[]>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    const migrations = await findMigrations(client)
    await takeLock(client)
    await client.query(`
      CREATE TABLE IF NOT EXISTS migrations (
        name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`)
    const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migrations')
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
    checkApplied(applied, migrations)
    for (const migration of migrations) if (!applied.has(migration.name)) await apply(client, migration)
  } finally {
    await client.end()
  }
}
