import { initialiseCluster, prepareCluster, socketFolderOf, superuser } from './cluster.ts'
import { isFolderLocked, lockFolder } from './folder-lock.ts'
import { Postmaster } from './postmaster.ts'

/** PostgreSQL with its binaries from npm, in a folder of ours, reached over a Unix socket. */
export type EmbeddedPostgres = { url: string; stop: () => Promise<void> }

const databaseName = 'dintorni'

/** The limit that a server with one or two processes has always had. */
const minConnections = 60
/** Pool, job queue and LISTEN of a process take 13 to 15. */
const connectionsPerProcess = 15
/** For the start, the commands of the operator and PostgreSQL itself. */
const reservedConnections = 20

/** Returns the setting of PostgreSQL that so many processes of a server need. */
export const connectionsFor = (processes: number): string =>
  `max_connections=${Math.max(minConnections, reservedConnections + connectionsPerProcess * processes)}`

const defaultSettings = [
  'listen_addresses=',
  connectionsFor(1),
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
 */
export async function startEmbeddedPostgres(dataDir: string, settings: string[] = []): Promise<EmbeddedPostgres> {
  const cluster = prepareCluster(dataDir)
  const unlock = await lockFolder(cluster.socketFolder, dataDir)
  initialiseCluster(cluster)
  const postmaster = new Postmaster(cluster, [...defaultSettings, ...settings])
  await postmaster.start()
  await createDatabase(cluster.socketFolder)
  return {
    url: urlOf(cluster.socketFolder),
    async stop() {
      await postmaster.stop()
      unlock()
    },
  }
}

async function createDatabase(socketFolder: string): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ host: socketFolder, user: superuser, database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`)
  } finally {
    await client.end()
  }
}
