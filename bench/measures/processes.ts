import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { type ServedDataset, serveDataset } from '#bench/dataset/serve-dataset.ts'
import { cpuSecondsOf } from '#bench/load/cpu-time.ts'
import { formatRequest, load } from '#bench/load/load.ts'
import type { Report } from '#bench/results.ts'
import { medianOf, ratioOf } from '#bench/statistics.ts'
import { addressOf } from '#contract/call-paths.ts'
import { createRandom } from '#demo/random.ts'
import { firstPages } from './feed-requests.ts'
import type { PairedRuns } from './pgbench-ratio.ts'
import { findVisiblePosts } from './visible-posts.ts'

const processCounts = [1, 2] as const
const connections = 32
const requestCount = 4000

/** A server in a copy of the dataset of its own, and the postmaster of that. */
type Measured = { dataset: ServedDataset; postmasterPid: number }
/** CPU time of a call in milliseconds, of all processes of the server and of PostgreSQL. */
type Run = { perSecond: number; serverMs: number; postgresMs: number }

/**
 * Compares a server in two processes with one in a single process, in alternating runs, with the rate limits that
 * processes count together: every request comes from another network, as through a proxy.
 */
export async function measureProcesses(posts: number, report: Report, runs: PairedRuns): Promise<void> {
  const servers: Measured[] = []
  try {
    for (const count of processCounts) servers.push(await startMeasured(posts, count))
    const [one, two] = servers
    if (one && two) await compareServers(one, two, { report, runs })
  } finally {
    for (const { dataset } of servers) await dataset.close()
  }
}

async function startMeasured(posts: number, processes: number): Promise<Measured> {
  const environment = { PROCESSES: String(processes), RATE_LIMITS: 'on', TRUST_PROXY: 'on' }
  const dataset = await serveDataset(posts, { isCopy: true, environment })
  return { dataset, postmasterPid: await findPostmasterPid(dataset.databaseUrl) }
}

async function compareServers(
  one: Measured,
  two: Measured,
  { report, runs: { pairs, seconds } }: { report: Report; runs: PairedRuns },
): Promise<void> {
  const measurements = {
    'feed, centre': feedRequests(one.dataset, 'centre'),
    'feed, crowd': feedRequests(one.dataset, 'crowd'),
    like: await likeRequests(one.dataset),
  }
  for (const [name, requests] of Object.entries(measurements)) {
    const run = (measured: Measured) => measure(measured, { requests, seconds })
    // The first runs warm up code and caches.
    for (const measured of [one, two]) await run(measured)
    const rates: [number, number][] = []
    const measuredRuns: { one: Run; two: Run }[] = []
    for (let pair = 0; pair < pairs; pair++) {
      const result = { one: await run(one), two: await run(two) }
      measuredRuns.push(result)
      rates.push([result.two.perSecond, result.one.perSecond])
    }
    report({
      section: 'processes',
      posts: one.dataset.posts,
      name: `${name}: 2 processes / 1`,
      connections,
      perSecond: medianOf(rates.map(([rate]) => rate)),
      ratio: ratioOf(rates),
      note: describe(measuredRuns),
    })
  }
}

function describe(runs: { one: Run; two: Run }[]): string {
  const median = (pick: (run: { one: Run; two: Run }) => number) => medianOf(runs.map(pick))
  const oneRate = median(({ one }) => one.perSecond).toFixed(0)
  const server = [median(({ one }) => one.serverMs), median(({ two }) => two.serverMs)]
  const postgres = [median(({ one }) => one.postgresMs), median(({ two }) => two.postgresMs)]
  const format = (times: number[]) => times.map((time) => time.toFixed(3)).join(' → ')
  return `1: ${oneRate}/s; CPU of a call: server ${format(server)} ms, PostgreSQL ${format(postgres)} ms`
}

async function measure(
  { dataset: { url, pid }, postmasterPid }: Measured,
  { requests, seconds }: { requests: string[]; seconds: number },
): Promise<Run> {
  const readCpu = () => Promise.all([cpuSecondsOf(pid), cpuSecondsOf(postmasterPid)])
  const [serverBefore, postgresBefore] = await readCpu()
  const { perSecond, replies } = await load(url, { connections, seconds, requests, warmupSeconds: 0 })
  const [serverAfter, postgresAfter] = await readCpu()
  return {
    perSecond,
    serverMs: ((serverAfter - serverBefore) * 1000) / replies,
    postgresMs: ((postgresAfter - postgresBefore) * 1000) / replies,
  }
}

/** Returns a header with an address that no other request has: each network may make so many calls a minute. */
function createForwardedHeaders(): () => string[] {
  const random = createRandom('networks')
  const octet = () => Math.floor(random.next() * 256)
  return () => [`X-Forwarded-For: 100.${octet()}.${octet()}.${octet()}`]
}

function feedRequests(dataset: ServedDataset, scene: 'centre' | 'crowd'): string[] {
  const forwarded = createForwardedHeaders()
  return firstPages(dataset, scene).map((request) =>
    formatRequest(request.path, { token: request.viewer.token, headers: forwarded() }),
  )
}

async function likeRequests(dataset: ServedDataset): Promise<string[]> {
  const forwarded = createForwardedHeaders()
  return (await findVisiblePosts(dataset, requestCount)).map(({ token, postId }) =>
    formatRequest(addressOf('likePost').url, {
      token,
      method: 'POST',
      body: JSON.stringify({ post_id: postId }),
      headers: forwarded(),
    }),
  )
}

async function findPostmasterPid(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
    const file = path.join(rows[0]?.data_directory ?? '', 'postmaster.pid')
    return Number((await readFile(file, 'utf8')).split('\n')[0])
  } finally {
    await client.end()
  }
}
