import { initialiseCluster, prepareCluster, socketFolderOf, superuser } from './cluster.ts'
import { isFolderLocked, lockFolder } from './folder-lock.ts'
import { Postmaster } from './postmaster.ts'

/** PostgreSQL with its binaries from npm, in a folder of ours, reached over a Unix socket. */
export type EmbeddedPostgres = { url: string; stop: () => Promise<void> }

const databaseName = 'dintorni'

const defaultSettings = [
  'listen_addresses=',
  // The server takes up to 17; the rest is for the operator's commands and PostgreSQL itself.
  'max_connections=60',
  'shared_buffers=256MB',
  'effective_cache_size=2GB',
  'wal_compression=on',
  'max_wal_size=2GB',
  'random_page_cost=1.1',
  'jit=off',
  'log_min_messages=log',
]

const urlOf = (socketFolder: string): string =>
  `postgres://${superuser}@localhost/${databaseName}?host=${encodeURIComponent(socketFolder)}`

/** Returns the URL of the database in `dataDir` that a running server has started; null when there is none. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const socketFolder = socketFolderOf(dataDir)
  return (await isFolderLocked(socketFolder)) ? urlOf(socketFolder) : null
}

/**
 * Starts the embedded database in `dataDir`, as root or not, however the previous server ended, and keeps it running
 * until `stop`. Throws when another server uses the folder.
 * @param settings override or extend the default settings of PostgreSQL: `name=value`.
 * @param signal ends a start in progress: it throws, and nothing runs any more.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  settings: string[] = [],
  signal = new AbortController().signal,
): Promise<EmbeddedPostgres> {
  signal.throwIfAborted()
  const cluster = prepareCluster(dataDir)
  const unlock = await lockFolder(cluster.socketFolder, dataDir)
  const postmaster = new Postmaster(cluster, [...defaultSettings, ...settings])
  const stop = async () => {
    await postmaster.stop()
    unlock()
  }
  const interrupt = () => void postmaster.stop()
  signal.addEventListener('abort', interrupt)
  try {
    await initialiseCluster(cluster, signal)
    await postmaster.start()
    await createDatabase(cluster.socketFolder)
    signal.throwIfAborted()
  } catch (error) {
    await stop()
    throw error
  } finally {
    signal.removeEventListener('abort', interrupt)
  }
  return { url: urlOf(cluster.socketFolder), stop }
}

async function createDatabase(socketFolder: string): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ host: socketFolder, user: superuser, database: 'postgres' })
  // A statement fails when the connection breaks; without a listener the error would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`)
  } finally {
    await client.end()
  }
}
