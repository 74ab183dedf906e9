import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('./migrations/', import.meta.url)

export type Migration = { name: string; sql: string; checksum: string }

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
