import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/database/embedded.ts'
import { generateDataset } from './generate-dataset.ts'
import { sessionToken, usersWithSession } from './people.ts'
import { chooseQueryPoints, type QueryPoints } from './query-points.ts'

export type Dataset = {
  databaseUrl: string
  /** The users who have a session. */
  viewers: { id: number; token: string }[]
  points: QueryPoints
  close: () => Promise<void>
}

const userCount = 100_000
const folder = path.resolve(process.env.BENCH_DATASETS ?? path.join(import.meta.dirname, '../datasets'))
/** "Recent" means the last 30 days: a dataset older than a week would have too few recent posts. */
const maxAgeMs = 7 * 24 * 60 * 60 * 1000

let openDatasets = 0
let postgres: EmbeddedPostgres | null = null

/** Starts PostgreSQL, or returns the running one: all datasets of this process share it. */
async function acquirePostgres(): Promise<EmbeddedPostgres> {
  // PostgreSQL may run as another user, and reads the files that are loaded.
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 })
  if (!postgres) {
    postgres = await startEmbeddedPostgres(path.join(folder, 'data'))
    await dropCopies(postgres.url)
  }
  openDatasets++
  return postgres
}

async function releasePostgres(): Promise<void> {
  if (--openDatasets > 0) return
  await postgres?.stop()
  postgres = null
}

/** Hashes everything a dataset is generated from, so that a change generates a new one. */
function datasetVersion(): string {
  const hash = createHash('sha256')
  for (const source of [path.join(import.meta.dirname, '../../server/database/migrations'), import.meta.dirname]) {
    for (const file of fs.readdirSync(source).toSorted())
      if (!file.endsWith('.test.ts')) hash.update(fs.readFileSync(path.join(source, file)))
  }
  return hash.digest('hex').slice(0, 8)
}

const databaseUrlOf = (url: string, database: string): string =>
  Object.assign(new URL(url), { pathname: `/${database}` }).href

async function administer<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrlOf(url, 'postgres') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Returns when each stored dataset was generated, by database name. */
async function findDatasets(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; generated_at: string | null }>(`
    SELECT datname AS name, shobj_description(oid, 'pg_database') AS generated_at FROM pg_database
    WHERE datname LIKE 'dataset%'`)
  return new Map(rows.map(({ name, generated_at }) => [name, Date.parse(generated_at ?? '') || 0]))
}

/** Generates the dataset unless a fresh one is stored. Returns the name of its database. */
async function ensureDataset(url: string, posts: number): Promise<string> {
  const name = `dataset_${posts}_${datasetVersion()}`
  const unfinished = `dataset_${posts}_unfinished`
  return administer(url, async (client) => {
    const datasets = await findDatasets(client)
    if (Date.now() - (datasets.get(name) ?? 0) < maxAgeMs) return name
    const outdated = [...datasets.keys()].filter((dataset) => dataset.startsWith(`dataset_${posts}_`))
    for (const dataset of outdated) await client.query(`DROP DATABASE ${dataset}`)
    console.log(`generating a dataset of ${posts} posts…`)
    const startMs = performance.now()
    const copyFolder = path.join(folder, `copy-files-${posts}`)
    fs.mkdirSync(copyFolder, { recursive: true, mode: 0o755 })
    await client.query(`CREATE DATABASE ${unfinished}`)
    await generateDataset(databaseUrlOf(url, unfinished), { posts, users: userCount }, copyFolder)
    fs.rmSync(copyFolder, { recursive: true })
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
    await client.query(`COMMENT ON DATABASE ${name} IS '${new Date().toISOString()}'`)
    const seconds = ((performance.now() - startMs) / 1000).toFixed(0)
    console.log(`generated ${posts} posts in ${seconds} s, stored in ${path.relative('.', folder)}`)
    return name
  })
}

/** Copies a database file by file: PostgreSQL's default, through the log, takes minutes for a gigabyte. */
async function copyDataset(datasetUrl: string): Promise<{ url: string; drop: () => Promise<unknown> }> {
  const name = `copy_${randomBytes(6).toString('hex')}`
  const template = new URL(datasetUrl).pathname.slice(1)
  await administer(datasetUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`),
  )
  return {
    url: databaseUrlOf(datasetUrl, name),
    drop: () => administer(datasetUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  }
}

/** Drops the copies that an interrupted run left behind. */
const dropCopies = (url: string): Promise<void> =>
  administer(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT datname AS name FROM pg_database WHERE datname LIKE 'copy\\_%'",
    )
    for (const { name } of rows) await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
  })

/**
 * Opens a dataset with this many posts; it is generated once and stored.
 * @param isCopy opens a copy for writing, dropped on close.
 */
export async function openDataset(posts: number, { isCopy = false } = {}): Promise<Dataset> {
  const { url } = await acquirePostgres()
  const datasetUrl = databaseUrlOf(url, await ensureDataset(url, posts))
  const points = await chooseQueryPoints(datasetUrl)
  const copy = isCopy ? await copyDataset(datasetUrl) : null
  return {
    databaseUrl: copy?.url ?? datasetUrl,
    viewers: Array.from({ length: usersWithSession }, (_, index) => ({
      id: index + 1,
      token: sessionToken(index + 1),
    })),
    points,
    async close() {
      await copy?.drop()
      await releasePostgres()
    },
  }
}
