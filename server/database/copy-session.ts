import pg from 'pg'

/** How values are written as text and read again, whatever the settings of role and database are. */
const textSettings = [
  "client_encoding = 'UTF8'",
  "DateStyle = 'ISO, YMD'",
  "IntervalStyle = 'postgres'",
  "TimeZone = 'UTC'",
  'extra_float_digits = 1',
  "bytea_output = 'hex'",
  "search_path = 'public'",
]
/** A table may take hours. */
const noTimeouts = ['statement_timeout = 0', 'idle_in_transaction_session_timeout = 0']

/** A session of its own, outside the pool: its locks and its transaction last as long as it does. */
export type CopySession = pg.Client

/**
 * Opens a session that copies whole tables. Throws when the database is a standby, or older than PostgreSQL 15.
 * @param url of the database.
 */
export async function openCopySession(url: string): Promise<CopySession> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true })
  // A statement fails when the connection breaks; without a listener the error would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    for (const setting of [...textSettings, ...noTimeouts]) await client.query(`SET ${setting}`)
    const { rows } = await client.query<{ version: number; is_standby: boolean }>(
      "SELECT current_setting('server_version_num')::int AS version, pg_is_in_recovery() AS is_standby",
    )
    if (rows[0]!.is_standby) throw new Error('the database is a standby')
    if (rows[0]!.version < 150_000)
      throw new Error(`PostgreSQL ${Math.floor(rows[0]!.version / 10_000)} is too old: 15 is the oldest that serves`)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Counts the sessions of others on this database. */
export async function countOtherSessions(client: CopySession): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`)
  return rows[0]!.count
}

/** Throws when the session has ended, and its locks with it. */
export const confirmSession = async (client: CopySession): Promise<void> => void (await client.query('SELECT 1'))
