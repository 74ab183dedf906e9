import { statement } from './statement.ts'

/** `database_bytes`: all that PostgreSQL stores of this database, indexes too. */
export type StoredCounts = { database_bytes: number; people: number; posts: number; pictures: number }

/** Counts what the server stores. Slow: it reads all rows. */
export const findStoredCounts = statement<StoredCounts, []>(`
  SELECT pg_database_size(current_database())::float8 AS database_bytes,
    (SELECT count(*) FROM users)::int AS people,
    (SELECT count(*) FROM posts)::int AS posts,
    (SELECT count(*) FROM media)::int AS pictures`)
