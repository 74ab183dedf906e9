import { CompiledQuery } from 'kysely'
import type { Database } from './connect.ts'

/** Adapts our connection pool to the PostgreSQL client that rate-limiter-flexible expects. */
export const rateLimitStore = (db: Database) => ({
  query: ({ text, values }: { text: string; values?: unknown[] }) =>
    db.executeQuery(CompiledQuery.raw(text, values ?? [])),
})
