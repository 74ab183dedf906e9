import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { readCommunity } from '#demo/community.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { cellsAt } from '#server/platform/geography.ts'

const peopleCount = 100_000
/** People with these ids, from 1 on, are signed in. */
export const viewerCount = 10_000
export const tokenOf = (id: number): string => `bench-${id}`

/** "Recent" means the last 30 days: a dataset older than a week would have too few recent posts. */
const maxAgeMs = 7 * 24 * 60 * 60 * 1000
const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, 'bench/datasets')

/** A build of Dintorni, with its own server on a dataset. */
export type Build = { name: string; url: string; pid: number; databaseUrl: string }

export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Starts the server of the build in a folder, as in production. */
export async function startBuild(buildFolder: string, environment: NodeJS.ProcessEnv) {
  if (!fs.existsSync(path.join(buildFolder, 'dist/web'))) throw new Error(`build ${buildFolder} first: npm run build`)
  const harness = pathToFileURL(path.join(buildFolder, 'server/testing/harness/server-process.ts')).href
  const { startServer } = (await import(harness)) as typeof import('#server/testing/harness/server-process.ts')
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-bench-'))
  const server = await startServer({ DATA_DIR: dataDir, CHECK_REPLIES: 'off', NODE_ENV: 'production', ...environment })
  return {
    ...server,
    async close() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Fills an empty database, into which a server has loaded the directory of places. */
export async function fillDatabase(databaseUrl: string, size: { people: number; posts: number }): Promise<void> {
  const [places = '', community = ''] = fs
    .readFileSync(path.join(import.meta.dirname, 'community.sql'), 'utf8')
    .split('-- Cells.\n')
  const postTexts = readCommunity().posts.map(({ text }) => text)
  await withClient(databaseUrl, async (client) => {
    const settings = { people: size.people, posts: size.posts }
    for (const [name, value] of Object.entries(settings))
      await client.query('SELECT set_config($1, $2, false)', [`bench.${name}`, String(value)])
    await client.query("SELECT set_config('bench.texts', $1::text[]::text, false)", [postTexts])
    await client.query(places)
    const { rows } = await client.query<{ id: string; latitude: number; longitude: number }>(
      'SELECT id, latitude, longitude FROM places WHERE c5 = 0',
    )
    const cells = rows.map((place) => cellsAt(place))
    await client.query(
      `UPDATE places SET c4 = new.c4, c5 = new.c5 FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) new (id, c4, c5)
       WHERE places.id = new.id`,
      [rows.map(({ id }) => id), cells.map(({ c4 }) => c4), cells.map(({ c5 }) => c5)],
    )
    await client.query(community)
    await client.query('VACUUM (FREEZE, ANALYZE)')
    await client.query('CHECKPOINT')
  })
}

/** Hashes what a dataset is made of, so that a change makes a new one. */
function datasetVersion(buildFolder: string): string {
  const migrations = path.join(buildFolder, 'server/database/migrations')
  const files = fs.readdirSync(migrations).toSorted()
  const hash = createHash('sha256').update(fs.readFileSync(path.join(import.meta.dirname, 'community.sql')))
  for (const file of files) hash.update(fs.readFileSync(path.join(migrations, file)))
  return hash.digest('hex').slice(0, 8)
}

const urlOf = (url: string, database: string): string => Object.assign(new URL(url), { pathname: `/${database}` }).href

/** Makes a dataset for a build unless a fresh one is stored. @returns the name of its database. */
function ensureDataset(url: string, buildFolder: string, posts: number): Promise<string> {
  const name = `dataset_${posts}_${datasetVersion(buildFolder)}`
  return withClient(urlOf(url, 'postgres'), async (client) => {
    const { rows } = await client.query<{ name: string; made_at: string | null }>(
      "SELECT datname AS name, shobj_description(oid, 'pg_database') AS made_at FROM pg_database WHERE datname ~ '^(dataset|copy)_'",
    )
    const isFresh = ({ made_at }: { made_at: string | null }) => Date.now() - Date.parse(made_at ?? '0') < maxAgeMs
    if (rows.some((row) => row.name === name && isFresh(row))) return name
    for (const row of rows) if (!isFresh(row)) await client.query(`DROP DATABASE ${row.name} WITH (FORCE)`)
    const startMs = performance.now()
    await client.query(`CREATE DATABASE ${name}`)
    // Its start creates tables and places.
    await (await startBuild(buildFolder, { DATABASE_URL: urlOf(url, name) })).close()
    await fillDatabase(urlOf(url, name), { people: peopleCount, posts })
    await client.query(`COMMENT ON DATABASE ${name} IS '${new Date().toISOString()}'`)
    console.log(`made ${name} in ${((performance.now() - startMs) / 1000).toFixed(0)} s`)
    return name
  })
}

export type Datasets = { builds: Build[]; createCopy: (build: Build) => Promise<string>; close: () => Promise<void> }

/**
 * Starts a server for each build on the dataset with this many posts, which is made once and stored in bench/datasets.
 * @param input `isCopy` for benchmarks that write.
 */
export async function serveBuilds(
  buildFolders: string[],
  { posts, isCopy }: { posts: number; isCopy: boolean },
): Promise<Datasets> {
  // PostgreSQL may run as another user.
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 })
  const postgres = await startEmbeddedPostgres(path.join(folder, 'data'), ['max_connections=120'])
  const copies: string[] = []
  /** Copies file by file: the default, through the log, takes minutes for a gigabyte. */
  const copyDatabase = (template: string) =>
    withClient(urlOf(postgres.url, 'postgres'), async (client) => {
      const name = `copy_${randomBytes(6).toString('hex')}`
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
      copies.push(name)
      return urlOf(postgres.url, name)
    })
  const datasets: string[] = []
  for (const buildFolder of buildFolders) datasets.push(await ensureDataset(postgres.url, buildFolder, posts))
  const servers: Awaited<ReturnType<typeof startBuild>>[] = []
  const builds: Build[] = []
  for (const [index, buildFolder] of buildFolders.entries()) {
    const databaseUrl = isCopy ? await copyDatabase(datasets[index]!) : urlOf(postgres.url, datasets[index]!)
    const server = await startBuild(buildFolder, { DATABASE_URL: databaseUrl })
    servers.push(server)
    builds.push({ name: index === 0 ? 'this build' : buildFolder, url: server.url, pid: server.pid, databaseUrl })
  }
  return {
    builds,
    createCopy: (build) => copyDatabase(datasets[builds.indexOf(build)]!),
    async close() {
      await Promise.all(servers.map((server) => server.close()))
      await withClient(urlOf(postgres.url, 'postgres'), async (client) => {
        for (const name of copies) await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
      })
      await postgres.stop()
    },
  }
}
