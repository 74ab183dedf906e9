import { ConfigError } from '#server/platform/config.ts'
import { openSession } from './open-session.ts'

const queryTimeoutMs = 5000

/** Throws a ConfigError when no server could start on the database of DATABASE_URL. Changes nothing. */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  try {
    const client = await openSession(databaseUrl, { query_timeout: queryTimeoutMs })
    const { rows } = await client
      .query<{ user: string; may_create: boolean }>(
        `SELECT current_user AS user, has_database_privilege(current_database(), 'CREATE')
          AND COALESCE((SELECT has_schema_privilege(oid, 'CREATE') FROM pg_namespace WHERE nspname = 'public'), false)
          AS may_create`,
      )
      .finally(() => client.end())
    const { user, may_create } = rows[0]!
    if (!may_create) throw new Error(`the user ${user} may not create tables: it must own the database`)
  } catch (error) {
    throw new ConfigError(`DATABASE_URL: ${(error as Error).message}`)
  }
}
