import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { ServedDataset } from '#bench/dataset/serve-dataset.ts'
import { formatRequest, load, type LoadResult } from '#bench/load/load.ts'
import type { Output } from '#contract/calls.ts'
import type { Report } from '#bench/results.ts'
import { medianOf, ratioOf } from '#bench/statistics.ts'
import { type Random, createRandom } from '#demo/random.ts'
import { writeCursor } from '#server/feed/feed.rules.ts'
import type { Point } from '#server/platform/geography.ts'
import { type Competitor, competitors, dintorni, type FeedQuery, type PostSummary } from './competitor-requests.ts'
import { feedPath } from './feed-requests.ts'
import type { PairedRuns } from './pgbench-ratio.ts'

const folder = path.join(import.meta.dirname, '../competitors')
const connections = 32
/** Different requests of one measurement. */
const requestCount = 500
/** Number of replies that are compared, post by post, before the measurement. */
const comparedReplies = 20

/**
 * Requests first pages as the app does. Pages that go beyond the first circle are left out: the competitors read one
 * circle.
 */
async function createFirstPageQueries(dataset: ServedDataset, points: Point[], random: Random): Promise<FeedQuery[]> {
  const queries: FeedQuery[] = []
  for (let index = 0; index < requestCount; index++) {
    const point = random.pick(points)
    const viewer = random.pick(dataset.viewers)
    const response = await fetch(dataset.url + feedPath(point), { headers: { cookie: `sid=${viewer.token}` } })
    const { posts } = (await response.json()) as Output<'getFeed'>
    if (posts.every(({ circle_km }) => circle_km === 5))
      queries.push({ point, viewer, radiusKm: 5, path: feedPath(point) })
  }
  return queries
}

/** Requests pages within 5 km, however few posts there are, like a page after the first. */
const createNearestQueries = (dataset: ServedDataset, points: Point[], random: Random): FeedQuery[] =>
  Array.from({ length: requestCount }, () => {
    const point = random.pick(points)
    const viewer = random.pick(dataset.viewers)
    const cursor = writeCursor({ km: 5, before: Number.MAX_SAFE_INTEGER })
    return { point, viewer, radiusKm: 5, path: feedPath(point, { cursor }) }
  })

/** Installs the competitors' packages into their own folder. */
function installCompetitors(): void {
  const lock = path.join(folder, 'package-lock.json')
  const installed = path.join(folder, 'node_modules', '.package-lock.json')
  if (fs.existsSync(installed) && fs.statSync(installed).mtimeMs >= fs.statSync(lock).mtimeMs) return
  console.log('installing the competitors (once)…')
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    timeout: 600_000,
  })
  if (status !== 0) throw new Error('the competitors could not be installed')
}

async function executeSqlFiles(databaseUrl: string, files: string[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const file of files) {
    const statements = fs
      .readFileSync(path.join(folder, file), 'utf8')
      .split(/;\s*$/m)
      .filter((statement) => statement.trim())
    for (const statement of statements) await client.query(statement)
  }
  await client.end()
}

const startTimeoutMs = 60_000

async function startCompetitor(program: string, databaseUrl: string): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl, PARSE_SERVER_LOGS_FOLDER: 'null' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errorOutput = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errorOutput = (errorOutput + chunk.toString()).slice(-4000)
  })
  const port = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const listeningPort = /listening (\d+)/.exec(output)?.[1]
      if (listeningPort) resolve(listeningPort)
    })
    child.once('exit', () => reject(new Error(`${program} exited: ${errorOutput}`)))
    setTimeout(() => reject(new Error(`${program} did not start: ${errorOutput}`)), startTimeoutMs).unref()
  })
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}

type FeedServer = Pick<Competitor, 'createRequest' | 'readPosts'>

async function fetchPosts(url: string, server: FeedServer, query: FeedQuery): Promise<PostSummary[]> {
  const { path: requestPath, body, headers = [] } = server.createRequest(query)
  const response = await fetch(url + requestPath, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body !== undefined && { body }),
    headers: {
      cookie: `sid=${query.viewer.token}`,
      'content-type': 'application/json',
      ...Object.fromEntries(headers.map((header) => header.split(': ') as [string, string])),
    },
  })
  if (response.status !== 200) throw new Error(`${requestPath} returned ${response.status}: ${await response.text()}`)
  return server.readPosts(await response.json()).map((post) => ({
    id: Number(post.id),
    username: post.username,
    location_name: post.location_name,
    text: post.text,
    likes_count: post.likes_count,
    comments_count: post.comments_count,
    spotted_count: post.spotted_count,
    user_liked: post.user_liked,
    user_commented: post.user_commented,
    user_spotted_status: post.user_spotted_status,
  }))
}

/** Throws when the competitor returns other posts or other counts than our server. */
async function expectSamePosts(
  dataset: ServedDataset,
  { url, competitor, queries }: { url: string; competitor: Competitor; queries: FeedQuery[] },
): Promise<void> {
  for (const query of queries.slice(0, comparedReplies)) {
    const ours = JSON.stringify(await fetchPosts(dataset.url, dintorni, query))
    const theirs = JSON.stringify(await fetchPosts(url, competitor, query))
    if (ours !== theirs) throw new Error(`${competitor.name} returns another page:\n${ours}\n${theirs}`)
  }
}

const toRawRequests = (server: FeedServer, queries: FeedQuery[]): string[] =>
  queries.map((query) => {
    const { path: requestPath, body, headers = [] } = server.createRequest(query)
    const method = body === undefined ? 'GET' : 'POST'
    return formatRequest(requestPath, {
      token: query.viewer.token,
      method,
      headers,
      ...(body !== undefined && { body }),
    })
  })

/** Like `load`, and ten times longer when nothing was answered in that time. */
async function loadUntilAnswered(url: string, job: Parameters<typeof load>[1]): Promise<LoadResult> {
  const result = await load(url, job)
  return result.replies > 0 ? result : load(url, { ...job, seconds: job.seconds * 10 })
}

/**
 * Compares our feed with other servers that return the same page from the same rows on the same PostgreSQL, in
 * alternating runs, in a city centre and in quiet towns.
 * @param dataset a copy.
 */
export async function measureCompetitors(dataset: ServedDataset, report: Report, runs: PairedRuns): Promise<void> {
  installCompetitors()
  // The seed stays, so that figures of different runs are comparable.
  const random = createRandom('what peers are asked')
  const { centre, towns } = dataset.points
  const scenes = [
    { scene: 'centre', queries: await createFirstPageQueries(dataset, [centre], random) },
    { scene: 'towns', queries: await createFirstPageQueries(dataset, towns, random) },
    { scene: 'towns, 5 km', queries: createNearestQueries(dataset, towns, random) },
  ].filter(({ queries }) => queries.length > 0)
  for (const competitor of competitors) {
    await executeSqlFiles(dataset.databaseUrl, competitor.sqlBeforeStart)
    const { url, stop } = await startCompetitor(competitor.program, dataset.databaseUrl)
    try {
      await executeSqlFiles(dataset.databaseUrl, competitor.sqlAfterStart)
      for (const { scene, queries } of scenes)
        await compareScene(dataset, report, { ...runs, competitor, url, scene, queries })
    } finally {
      stop()
    }
  }
}

type SceneInput = PairedRuns & { competitor: Competitor; url: string; scene: string; queries: FeedQuery[] }

async function compareScene(dataset: ServedDataset, report: Report, input: SceneInput): Promise<void> {
  const { competitor, url, scene, queries, pairs, seconds } = input
  await expectSamePosts(dataset, input)
  const ourRequests = toRawRequests(dintorni, queries)
  const theirRequests = toRawRequests(competitor, queries)
  const rates: [number, number][] = []
  for (let pair = 0; pair < pairs; pair++) {
    const ours = await load(dataset.url, { connections, seconds, requests: ourRequests })
    const theirs = await loadUntilAnswered(url, { connections, seconds, requests: theirRequests })
    rates.push([ours.perSecond, theirs.perSecond])
  }
  report({
    section: 'competitors',
    posts: dataset.posts,
    name: `${scene}: ours / ${competitor.name}`,
    connections,
    perSecond: medianOf(rates.map(([ours]) => ours)),
    ratio: ratioOf(rates),
    note: `theirs ${medianOf(rates.map(([, theirs]) => theirs)).toFixed(1)}/s`,
  })
}
