import { type Dataset, openDataset } from '#bench/dataset/open-dataset.ts'
import type { ServedDataset } from '#bench/dataset/serve-dataset.ts'
import { formatRequest, load } from '#bench/load/load.ts'
import { captureStatements } from '#bench/pgbench/capture-statements.ts'
import { findPgbench, runPgbench } from '#bench/pgbench/pgbench.ts'
import type { Report } from '#bench/results.ts'
import { medianOf, ratioOf } from '#bench/statistics.ts'
import type { PairedRuns } from './pgbench-ratio.ts'

const connections = 32
/** Number of different requests given to pgbench. */
const scriptCount = 40

type WriteRequest = { path: string; token: string; body: object }

type CompareWritesInput = PairedRuns & {
  section: string
  name: string
  /** Called for each run, so that requests with an id of the client differ. */
  createRequests: () => WriteRequest[]
  /** Adds the rows that the requests need to the copy that pgbench writes to. */
  prepare?: (databaseUrl: string) => Promise<void>
}

/**
 * Measures writes over HTTP and, in alternating runs, the same transactions by pgbench in a second copy of the dataset;
 * HTTP alone without pgbench.
 */
export async function compareWithPgbench(
  dataset: ServedDataset,
  report: Report,
  input: CompareWritesInput,
): Promise<void> {
  const { section, name, pairs, seconds, createRequests } = input
  const pgbench = await openPgbenchCopy(dataset, input)
  const httpRates: number[] = []
  const pgbenchRates: number[] = []
  const times: { p50: number; p99: number }[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const requests = createRequests().map(({ path, token, body }) =>
      formatRequest(path, { token, method: 'POST', body: JSON.stringify(body) }),
    )
    const result = await load(dataset.url, { connections, seconds, requests })
    times.push(result)
    httpRates.push(result.perSecond)
    if (pgbench) pgbenchRates.push(await pgbench.run(seconds))
  }
  await pgbench?.close()
  const ratio = ratioOf(httpRates.map((rate, index) => [rate, pgbenchRates[index] ?? 0]))
  report({
    section,
    posts: dataset.posts,
    name,
    connections,
    perSecond: medianOf(httpRates),
    p50: medianOf(times.map(({ p50 }) => p50)),
    p99: medianOf(times.map(({ p99 }) => p99)),
    ...(pgbench && { ratio, note: `pgbench ${medianOf(pgbenchRates).toFixed(0)}/s` }),
  })
}

async function openPgbenchCopy(dataset: ServedDataset, { createRequests, prepare }: CompareWritesInput) {
  const program = findPgbench()
  if (!program) return null
  const copy: Dataset = await openDataset(dataset.posts, { isCopy: true })
  const { databaseUrl } = copy
  await prepare?.(databaseUrl)
  const sample = createRequests().slice(0, scriptCount)
  const requests = await captureStatements(
    databaseUrl,
    sample.map((request) => ({ method: 'POST', ...request })),
  )
  return {
    run: (seconds: number) => runPgbench(program, { databaseUrl, requests, seconds }),
    close: copy.close,
  }
}
