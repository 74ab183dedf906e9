import { statement } from './statement.ts'

/** Rejects when the database cannot be reached. */
export const ping = statement<never, []>('SELECT 1')

/** `database_bytes`: all that PostgreSQL stores of this database, indexes too. */
export type StoredCounts = { database_bytes: number; people: number; posts: number; pictures: number }

/** Counts what the server stores. Slow: it reads all rows. */
export const findStoredCounts = statement<StoredCounts, []>(`
  SELECT pg_database_size(current_database())::float8 AS database_bytes,
    (SELECT count(*) FROM users)::int AS people,
    (SELECT count(*) FROM posts)::int AS posts,
    (SELECT count(*) FROM media)::int AS pictures`)

/** `last_at`: when the newest backup was complete. `failed_since`: attempts after it that came to nothing. */
export type BackupState = { last_at: Date | null; failed_since: number }

export const findBackupState = statement<BackupState, []>(`
  SELECT last.at AS last_at,
    (SELECT count(*) FROM backups WHERE failure IS NOT NULL AND begun_at > COALESCE(last.at, '-infinity'))::int
      AS failed_since
  FROM (SELECT max(ended_at) AS at FROM backups WHERE bytes IS NOT NULL) last`)
