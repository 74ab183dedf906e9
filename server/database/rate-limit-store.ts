import { CompiledQuery } from 'kysely'
import type { Database } from './connect.ts'

/** What rate-limiter-flexible asks of a PostgreSQL client, served by the house's own connections. */
export const rateLimitStore = (db: Database) => ({
  query: ({ text, values }: { text: string; values?: unknown[] }) =>
    db.executeQuery(CompiledQuery.raw(text, values ?? [])),
})
