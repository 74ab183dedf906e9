import type pg from 'pg'
import { openSession } from './open-session.ts'

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
 * Opens a session that copies whole tables. Throws when no server could use the database.
 * @param url of the database.
 */
export async function openCopySession(url: string): Promise<CopySession> {
  const client = await openSession(url, { keepAlive: true })
  try {
    for (const setting of [...textSettings, ...noTimeouts]) await client.query(`SET ${setting}`)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Throws when the session has ended, and its locks with it. */
export const confirmSession = async (client: CopySession): Promise<void> => void (await client.query('SELECT 1'))
