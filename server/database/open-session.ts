import pg from 'pg'
import { placeOf } from './database-url.ts'

const connectTimeoutMs = 5000
const oldestVersion = 15

const certificateError = /CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/

type ConnectError = { message: string; code?: string; syscall?: string }

function explain({ message, code = '', syscall }: ConnectError, place: string): string {
  if (syscall === 'open') return `sslrootcert, sslcert or sslkey must name a file that can be read (${code})`
  if (message.includes('password must be a'))
    return `PostgreSQL at ${place} asks for a password: the URL must contain it`
  if (message.includes('does not support SSL')) return `PostgreSQL at ${place} has no TLS: sslmode must be disable`
  if (certificateError.test(code))
    return `the certificate of PostgreSQL at ${place} is not trusted (${code}): sslrootcert must name its authority's file`
  if (code === '28P01')
    return `PostgreSQL at ${place} refuses user or password: both must be those of a role that may log in`
  if (code === '28000')
    return `PostgreSQL at ${place} refuses the connection (${message}): its pg_hba.conf must allow it`
  if (code === '3D000')
    return `PostgreSQL at ${place} has no such database: it must exist, owned by the user, encoded in UTF8`
  if (/^[A-Z\d]{5}$/.test(code))
    return `PostgreSQL at ${place} accepts no connection (${message}): it must run and have room`
  return `no PostgreSQL answers at ${place} (${code || message}): one must run there`
}

/**
 * Opens a session. Throws an Error with one line for the operator, without the variable, when there is none, or when no
 * server can use the database: a standby, an older PostgreSQL, another encoding.
 */
export async function openSession(
  url: string,
  config: Omit<pg.ClientConfig, 'connectionString'> = {},
): Promise<pg.Client> {
  let client: pg.Client
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs, ...config })
    // A statement fails when the connection breaks; without a listener the error would end the process.
    client.on('error', () => undefined)
    await client.connect()
  } catch (error) {
    throw new Error(explain(error as ConnectError, placeOf(url)), { cause: error })
  }
  try {
    await refuseUnfit(client)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; is_standby: boolean; encoding: string }>(`
    SELECT current_setting('server_version_num')::int / 10000 AS version, pg_is_in_recovery() AS is_standby,
      current_setting('server_encoding') AS encoding`)
  const { version, is_standby, encoding } = rows[0]!
  if (is_standby) throw new Error('the database is a standby: it must be the primary')
  if (version < oldestVersion)
    throw new Error(`PostgreSQL ${version} is too old: ${oldestVersion} is the oldest that serves`)
  if (encoding !== 'UTF8')
    throw new Error(
      `the database has the encoding ${encoding}: it must be UTF8 (CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0)`,
    )
}
