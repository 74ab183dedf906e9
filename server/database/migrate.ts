import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const folder = new URL('./migrations/', import.meta.url)
/** Any number, the same in every process of this product. */
const advisoryLock = 4_611_050_114
/** Milliseconds: how often another server's migrations are looked at, and how long they may take. */
const lockPoll = 200
const lockPatience = 15 * 60 * 1000

/** First line of a file that may not run in a transaction, as `CREATE INDEX CONCURRENTLY` may not. */
const outsideMark = '-- outside a transaction'

export class MigrationError extends Error {}

type Migration = { name: string; sql: string; checksum: string }

function readMigrations(from: URL): Migration[] {
  return readdirSync(from)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const sql = readFileSync(new URL(name, from), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

function refuseChanged(landed: Map<string, string>, migrations: Migration[]): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of landed) {
    if (!known.has(name))
      throw new MigrationError(`migration ${name} is in the database but not in this version of Dintorni`)
    if (known.get(name) !== checksum)
      throw new MigrationError(`migration ${name} was changed after it had been applied`)
  }
}

const record = (client: pg.Client, { name, checksum }: Migration) =>
  client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum])

/** A statement that waits for a table behind a long reader makes everybody queue behind itself: it gives up soon, and tries again. */
const lockTimeout = '2s'
const lockAttempts = 60

async function applyInTransaction(client: pg.Client, migration: Migration, attempt = 1): Promise<void> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = '${lockTimeout}'`)
  try {
    await client.query(migration.sql)
    await record(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    const tookTooLong = (error as { code?: string }).code === '55P03'
    if (!tookTooLong || attempt === lockAttempts) throw error
    await wait(lockPoll)
    await applyInTransaction(client, migration, attempt + 1)
  }
}

/** One statement after the other; such a file must be one that can be begun again after it broke off. */
async function applyOutside(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of migration.sql.split(/;\s*$/m)) if (statement.trim()) await client.query(statement)
  await record(client, migration)
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await (migration.sql.startsWith(outsideMark) ? applyOutside : applyInTransaction)(client, migration)
  } catch (error) {
    throw new MigrationError(`migration ${migration.name} failed: ${(error as Error).message}`)
  }
}

/**
 * Waits by asking again: a server that waited inside its statement would hold a snapshot, for whose
 * end the other's `CREATE INDEX CONCURRENTLY` would wait in turn.
 */
async function takeLock(client: pg.Client): Promise<void> {
  const end = Date.now() + lockPatience
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [advisoryLock])
    if (rows[0]?.taken) return
    if (Date.now() > end) throw new MigrationError('another server has been migrating this database for too long')
    await wait(lockPoll)
  }
}

/**
 * Applies what is missing, in order, each file in a transaction of its own unless it says otherwise;
 * several servers that start at once wait for one another. Throws a MigrationError when a landed file was changed.
 */
export async function migrate(url: string, from: URL = folder): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    await takeLock(client)
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migrations')
    const landed = new Map(rows.map(({ name, checksum }) => [name, checksum]))
    const migrations = readMigrations(from)
    refuseChanged(landed, migrations)
    for (const migration of migrations) if (!landed.has(migration.name)) await apply(client, migration)
  } finally {
    await client.end()
  }
}
