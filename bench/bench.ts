import { execFileSync } from 'node:child_process'
import pg from 'pg'
import { type ServedDataset, serveDataset } from './dataset/serve-dataset.ts'
import { measureChat } from './measures/chat.ts'
import { measureCompetitors } from './measures/competitors.ts'
import { measureFanOut } from './measures/fan-out.ts'
import { measureFeed } from './measures/feed.ts'
import { measureLoadGeneratorBaseline } from './measures/load-generator-baseline.ts'
import { measureMap } from './measures/map.ts'
import { measurePage } from './measures/page.ts'
import { measurePgbenchRatio } from './measures/pgbench-ratio.ts'
import { measurePhotos } from './measures/photos.ts'
import { measurePlaces } from './measures/places.ts'
import { measureProcesses } from './measures/processes.ts'
import { measureSearch } from './measures/search.ts'
import { measureWrites } from './measures/writes.ts'
import { type Options, readOptions } from './options.ts'
import { addToPerformancePage } from './report/performance-page.ts'
import { type BenchRun, createReport, describeMachine, readRun, type Report, writeRun } from './results.ts'

const options = readOptions()
if (options.storedRun) addToPerformancePage(readRun(options.storedRun))
else await runBenchmarks(options)

async function runBenchmarks({ shouldWrite, extent }: Options): Promise<void> {
  const { rows, report } = createReport()
  const machine = describeMachine()
  console.log(`${machine.machine}, ${machine.memory}, Node ${machine.node}`)
  await measureLoadGeneratorBaseline(report, extent.baselineSeconds)
  const postgres = await measureReads(report, options)
  await measureCopies(report, options)
  if (options.isIncluded('page')) await measurePage(report, extent.page)
  const run: BenchRun = {
    date: new Date().toISOString(),
    ...machine,
    postgres,
    commit: currentCommit(),
    command: ['npm run bench --', ...process.argv.slice(2)].join(' '),
    rows,
  }
  console.log(`\nResults as JSON: ${writeRun(run)}`)
  if (shouldWrite) addToPerformancePage(run)
}

/** Measures what only reads, on the stored datasets. Returns the version of PostgreSQL. */
async function measureReads(report: Report, { isIncluded, sizes, extent }: Options): Promise<string> {
  const largest = Math.max(...sizes)
  let postgres = ''
  for (const posts of sizes) {
    await withDataset({ posts, isCopy: false }, async (dataset) => {
      postgres = await findPostgresVersion(dataset.databaseUrl)
      if (isIncluded('feed')) await measureFeed(dataset, report, extent.feed)
      if (isIncluded('pgbench')) await measurePgbenchRatio(dataset, report, extent.pgbench)
      if (posts === largest && isIncluded('places')) await measurePlaces(dataset, report, extent.placesSeconds)
      if (posts === largest && isIncluded('search')) await measureSearch(dataset, report, extent.searchSeconds)
    })
  }
  return postgres
}

/** Measures what writes, each in a new copy of the largest dataset: jobs of one must not run during another. */
async function measureCopies(report: Report, { isIncluded, sizes, extent }: Options): Promise<void> {
  const copy = { posts: Math.max(...sizes), isCopy: true }
  if (isIncluded('writes')) {
    await withDataset(copy, (dataset) => measurePhotos(dataset, report, extent.photos))
    await withDataset(copy, (dataset) => measureWrites(dataset, report, extent.writes))
  }
  if (isIncluded('map')) await withDataset(copy, (dataset) => measureMap(dataset, report, extent.map))
  if (isIncluded('fan-out')) await withDataset(copy, (dataset) => measureFanOut(dataset, report, extent.fanOutPosts))
  if (isIncluded('chat')) await withDataset(copy, (dataset) => measureChat(dataset, report, extent.chat))
  if (isIncluded('processes')) await measureProcesses(copy.posts, report, extent.processes)
  if (isIncluded('competitors'))
    await withDataset(copy, (dataset) => measureCompetitors(dataset, report, extent.competitors))
}

async function withDataset(
  { posts, isCopy }: { posts: number; isCopy: boolean },
  measure: (dataset: ServedDataset) => Promise<void>,
): Promise<void> {
  const dataset = await serveDataset(posts, { isCopy })
  try {
    await measure(dataset)
  } finally {
    await dataset.close()
  }
}

async function findPostgresVersion(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ version: string }>("SELECT split_part(version(), ' on ', 1) AS version")
  await client.end()
  return rows[0]?.version ?? 'unknown'
}

function currentCommit(): string {
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', stdio }).trim()
  } catch {
    return 'unknown'
  }
}
