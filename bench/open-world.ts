import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/database/embedded.ts'
import { makeWorld } from './world/make-world.ts'
import { signedInCount, tokenOf } from './world/people.ts'
import { choosePoints, type Points } from './points.ts'

export type BenchDataset = {
  databaseUrl: string
  /** Those who have a session. */
  people: { id: number; token: string }[]
  points: Points
  close: () => Promise<void>
}

const peopleCount = 100_000
const folder = path.resolve(process.env.BENCH_WORLDS ?? path.join(import.meta.dirname, 'worlds'))
/** "Recent" is of the last 30 days: a world that is older than a week would have too few. */
const freshFor = 7 * 24 * 60 * 60 * 1000

let opened = 0
let postgres: EmbeddedPostgres | null = null

/** One PostgreSQL for all the worlds of this process. */
async function enter(): Promise<EmbeddedPostgres> {
  // PostgreSQL may be another user than this process, and reads what is copied.
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 })
  if (!postgres) {
    postgres = await startEmbeddedPostgres(path.join(folder, 'data'))
    await dropCopies(postgres.url)
  }
  opened++
  return postgres
}

async function leave(): Promise<void> {
  if (--opened > 0) return
  await postgres?.stop()
  postgres = null
}

/** Of what a world is made: another version of it is another world. */
function version(): string {
  const hash = createHash('sha256')
  for (const from of ['../server/database/migrations', './world']) {
    const source = path.join(import.meta.dirname, from)
    for (const file of fs.readdirSync(source).toSorted())
      if (!file.endsWith('.test.ts')) hash.update(fs.readFileSync(path.join(source, file)))
  }
  return hash.digest('hex').slice(0, 8)
}

const at = (url: string, database: string): string => Object.assign(new URL(url), { pathname: `/${database}` }).href

async function administer<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: at(url, 'postgres') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** When it was made, of each database there is. */
async function findWorlds(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; made: string | null }>(
    "SELECT datname AS name, shobj_description(oid, 'pg_database') AS made FROM pg_database WHERE datname LIKE 'world%'",
  )
  return new Map(rows.map(({ name, made }) => [name, Date.parse(made ?? '') || 0]))
}

/** Makes it when there is none, or an old one. @returns the name of its database. */
async function keep(url: string, posts: number): Promise<string> {
  const name = `world_of_${posts}_${version()}`
  const unfinished = `world_of_${posts}_unfinished`
  return administer(url, async (client) => {
    const worlds = await findWorlds(client)
    if (Date.now() - (worlds.get(name) ?? 0) < freshFor) return name
    const old = [...worlds.keys()].filter((world) => world.startsWith(`world_of_${posts}_`))
    for (const world of old) await client.query(`DROP DATABASE ${world}`)
    console.log(`making a world of ${posts} posts…`)
    const from = performance.now()
    const copies = path.join(folder, `copies-of-${posts}`)
    fs.mkdirSync(copies, { recursive: true, mode: 0o755 })
    await client.query(`CREATE DATABASE ${unfinished}`)
    await makeWorld(at(url, unfinished), { posts, people: peopleCount }, copies)
    fs.rmSync(copies, { recursive: true })
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
    await client.query(`COMMENT ON DATABASE ${name} IS '${new Date().toISOString()}'`)
    console.log(
      `made a world of ${posts} posts in ${((performance.now() - from) / 1000).toFixed(0)} s; it is kept in ${path.relative('.', folder)}`,
    )
    return name
  })
}

/**
 * File by file: through the log, as PostgreSQL copies otherwise, a gigabyte takes minutes. @returns its address, and
 * what makes it go.
 */
async function copyOf(kept: string): Promise<{ url: string; drop: () => Promise<unknown> }> {
  const name = `copy_${randomBytes(6).toString('hex')}`
  await administer(kept, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${new URL(kept).pathname.slice(1)} STRATEGY file_copy`),
  )
  return {
    url: at(kept, name),
    drop: () => administer(kept, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  }
}

/** What an earlier run that was broken off left behind. */
const dropCopies = (url: string): Promise<void> =>
  administer(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT datname AS name FROM pg_database WHERE datname LIKE 'copy\\_%'",
    )
    for (const { name } of rows) await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
  })

/**
 * A world of so many posts, made once and kept.
 * @param copied to write in: a copy, which is gone in the end.
 */
export async function openBenchDataset(posts: number, { copied = false } = {}): Promise<BenchDataset> {
  const { url } = await enter()
  const kept = at(url, await keep(url, posts))
  const points = await choosePoints(kept)
  const copy = copied ? await copyOf(kept) : null
  return {
    databaseUrl: copy?.url ?? kept,
    people: Array.from({ length: signedInCount }, (_, at) => ({ id: at + 1, token: tokenOf(at + 1) })),
    points,
    async close() {
      await copy?.drop()
      await leave()
    },
  }
}
