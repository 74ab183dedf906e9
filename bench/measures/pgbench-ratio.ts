import type { ServedDataset } from '#bench/dataset/serve-dataset.ts'
import { load } from '#bench/load/load.ts'
import { captureFeedStatements } from '#bench/pgbench/capture-statements.ts'
import { findPgbench, runPgbench } from '#bench/pgbench/pgbench.ts'
import type { Report } from '#bench/results.ts'
import { medianOf, ratioOf } from '#bench/statistics.ts'
import {
  deepPages,
  type FeedRequest,
  firstPages,
  pageLength,
  type Scene,
  toRawRequest,
  unsharedDeepPages,
} from './feed-requests.ts'

/** Number of different requests given to pgbench: each of its connections plans each of them once. */
const scriptCount = 20
/** Viewer ids that occur as no other parameter of a feed statement: pgbench replaces them by random viewers. */
const isUnmistakable = (id: number) => id > 1000 && id % 10 === 7

/** How many pairs of alternating runs, and how long each run takes. */
export type PairedRuns = { pairs: number; seconds: number }
type Comparison = {
  scene: Scene
  page: 'first page' | 'page 50' | 'page 50, not shared'
  connections: number
  feedRequests: FeedRequest[]
}

/** Compares the feed over HTTP with pgbench executing the same statements without a cache, in alternating runs. */
export async function measurePgbenchRatio(dataset: ServedDataset, report: Report, runs: PairedRuns): Promise<void> {
  const program = findPgbench()
  if (!program)
    return console.log('pgbench: not installed (Debian: postgresql-client and postgresql-contrib), not measured')
  const firstPage = (scene: Scene, connections: number): Comparison => ({
    scene,
    page: 'first page',
    connections,
    feedRequests: firstPages(dataset, scene),
  })
  const comparisons: Comparison[] = [
    firstPage('centre', 32),
    firstPage('towns', 32),
    firstPage('crowd', 32),
    firstPage('crowd', 128),
    { scene: 'centre', page: 'page 50', connections: 32, feedRequests: await deepPages(dataset, 'centre') },
    {
      scene: 'centre',
      page: 'page 50, not shared',
      connections: 32,
      feedRequests: await unsharedDeepPages(dataset, 'centre'),
    },
  ]
  for (const comparison of comparisons) await compare(dataset, report, { ...comparison, ...runs, program })
}

type CompareInput = Comparison & PairedRuns & { program: string }

async function compare(dataset: ServedDataset, report: Report, input: CompareInput): Promise<void> {
  const { scene, page, connections, feedRequests, pairs, seconds, program } = input
  const sample = feedRequests.filter(({ viewer }) => isUnmistakable(viewer.id)).slice(0, scriptCount)
  if (sample.length === 0) return
  const captured = await captureSample(dataset, sample)
  const viewerIds = sample.map(({ viewer }) => viewer.id)
  const requests = feedRequests.map(toRawRequest)
  const { databaseUrl, url } = dataset
  const rates: [number, number][] = []
  // The first run warms up the server's code and cache.
  await load(url, { connections, seconds, requests })
  for (let pair = 0; pair < pairs; pair++) {
    const { perSecond } = await load(url, { connections, seconds, requests })
    rates.push([perSecond, await runPgbench(program, { databaseUrl, requests: captured, seconds, viewerIds })])
  }
  const pgbenchRate = medianOf(rates.map(([, rate]) => rate))
  report({
    section: 'pgbench',
    posts: dataset.posts,
    name: `${scene}, ${page}: HTTP / pgbench`,
    connections,
    perSecond: medianOf(rates.map(([rate]) => rate)),
    ratio: ratioOf(rates),
    note: `pgbench ${pgbenchRate.toFixed(0)}/s`,
  })
}

const captureSample = ({ databaseUrl, url }: ServedDataset, sample: FeedRequest[]) =>
  captureFeedStatements(
    databaseUrl,
    sample.map(({ viewer, point, path }) => ({
      token: viewer.token,
      viewerId: viewer.id,
      point,
      cursor: new URL(path, url).searchParams.get('cursor'),
    })),
    pageLength,
  )
