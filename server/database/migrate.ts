import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

const folder = new URL('./migrations/', import.meta.url)
/** Any number, the same in every process of this product. */
const advisoryLock = 4_611_050_114

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
    if (!known.has(name)) throw new MigrationError(`migration ${name} is in the database but not in this version of Dintorni`)
    if (known.get(name) !== checksum) throw new MigrationError(`migration ${name} was changed after it had been applied`)
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new MigrationError(`migration ${name} failed: ${(error as Error).message}`)
  }
}

/**
 * Applies what is missing, in order, each file in a transaction of its own; several servers that
 * start at once wait for one another. Throws a MigrationError when a landed file was changed.
 */
export async function migrate(url: string, from: URL = folder): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLock])
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
