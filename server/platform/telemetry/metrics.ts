import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type Metric,
  Registry,
} from 'prom-client'
import { addressOf, type CallName, callPaths } from '#contract/call-paths.ts'
import { type Figure, type Outcome, outcomeOf, outcomeOfError, type Telemetry, type WorkKind } from './telemetry.ts'

/** All metrics of a process at one moment, as they go from a worker to the primary. */
export type Snapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

export type Metrics = Telemetry & { takeSnapshot: () => Promise<Snapshot> }

/** Seconds. Most calls take a millisecond; the slowest wait for a database that hangs, for 20 s. */
const callBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]
/** Fewer, because there are hundreds of queries. */
const queryBuckets = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 20]
/** A job may take minutes. */
const workBuckets = [0.01, 0.05, 0.25, 1, 5, 20, 60, 300]

type MeasuredKind = Exclude<WorkKind, 'call'>

/** `label` names the work of a kind that has several names. */
const measured: Record<MeasuredKind, { name: string; help: string; label?: string; buckets: number[] }> = {
  query: {
    name: 'dintorni_query_duration_seconds',
    help: 'Queries by the name of their declaration: time in the database, without the wait for a connection',
    label: 'query',
    buckets: queryBuckets,
  },
  job: {
    name: 'dintorni_job_duration_seconds',
    help: 'Attempts at jobs by kind; several jobs of one transaction count as one',
    // Prometheus has a label `job` of its own.
    label: 'kind',
    buckets: workBuckets,
  },
  store: {
    name: 'dintorni_store_duration_seconds',
    help: 'Operations on the store of pictures',
    label: 'operation',
    buckets: workBuckets,
  },
  picture: {
    name: 'dintorni_picture_rendering_duration_seconds',
    help: 'Pictures rendered, without the wait for their turn',
    buckets: workBuckets,
  },
  push: {
    name: 'dintorni_push_duration_seconds',
    help: 'Push notifications sent; refused: the browser is no longer subscribed',
    buckets: workBuckets,
  },
  mail: { name: 'dintorni_mail_duration_seconds', help: 'E-mails sent', buckets: workBuckets },
}

const figures: Record<Figure, { type: 'gauge' | 'counter'; name: string; help: string }> = {
  callsInFlight: {
    type: 'gauge',
    name: 'dintorni_calls_in_flight',
    help: 'Calls that are being answered',
  },
  callsShed: {
    type: 'counter',
    name: 'dintorni_calls_shed_total',
    help: 'Calls refused with 503 because too many were in flight; they are in no other metric',
  },
  openStreams: {
    type: 'gauge',
    name: 'dintorni_event_streams_open',
    help: 'Open event streams, one for each open page',
  },
  feedCacheHits: {
    type: 'counter',
    name: 'dintorni_feed_cache_hits_total',
    help: 'Pages of the feed answered from memory',
  },
  feedCacheMisses: {
    type: 'counter',
    name: 'dintorni_feed_cache_misses_total',
    help: 'Pages of the feed that memory could not answer',
  },
  connections: {
    type: 'gauge',
    name: 'dintorni_database_connections',
    help: 'Connections of the pool',
  },
  idleConnections: {
    type: 'gauge',
    name: 'dintorni_database_idle_connections',
    help: 'Connections of the pool that are free',
  },
  waitingForConnection: {
    type: 'gauge',
    name: 'dintorni_database_connection_waiters',
    help: 'Queries and transactions that wait for a connection of the pool',
  },
}

const callUrls = new Set((Object.keys(callPaths) as CallName[]).map((name) => addressOf(name).url))
const noRoute = 'none'
/** Of `prom-client`: some have names of counters without being any, which `promtool` refuses. They reveal little. */
const leftOut = /^nodejs_active_/

/** Creates the metrics of this process, with those that `prom-client` has of every process. */
export function createMetrics(): Metrics {
  const registers = [new Registry()] as const
  collectDefaultMetrics({ register: registers[0] })
  for (const { name } of registers[0].getMetricsAsArray()) if (leftOut.test(name)) registers[0].removeSingleMetric(name)
  const calls = new Histogram({
    name: 'dintorni_call_duration_seconds',
    help: 'Calls of the API by route and status, until the reply has been sent',
    labelNames: ['route', 'status'],
    buckets: callBuckets,
    registers: [...registers],
  })
  const requests = new Counter({
    name: 'dintorni_requests_total',
    help: 'Requests that are no calls (pages, files, streams, unknown addresses) by route and status',
    labelNames: ['route', 'status'],
    registers: [...registers],
  })
  const observers = createObservers(registers[0])
  return {
    countReply({ route = noRoute, status, seconds }) {
      if (callUrls.has(route)) calls.observe({ route, status }, seconds)
      else requests.inc({ route, status })
    },
    measure: (kind, name, work) => (kind === 'call' ? work() : time(work, observers[kind](name))),
    read: (readers) => addFigures(registers[0], readers),
    takeSnapshot: () => registers[0].getMetricsAsJSON(),
  }
}

type Observe = (outcome: Outcome, seconds: number) => void

function createObservers(registry: Registry): Record<MeasuredKind, (name: string) => Observe> {
  const create = (kind: MeasuredKind) => {
    const { label, ...options } = measured[kind]
    const labelNames = label === undefined ? ['outcome'] : [label, 'outcome']
    const histogram = new Histogram({ ...options, labelNames, registers: [registry] })
    return (name: string): Observe =>
      (outcome, seconds) =>
        histogram.observe(label === undefined ? { outcome } : { [label]: name, outcome }, seconds)
  }
  const kinds = Object.keys(measured) as MeasuredKind[]
  return Object.fromEntries(kinds.map((kind) => [kind, create(kind)])) as Record<
    MeasuredKind,
    (name: string) => Observe
  >
}

async function time<Result>(work: () => Promise<Result>, observe: Observe): Promise<Result> {
  const startMs = performance.now()
  const end = (outcome: Outcome) => observe(outcome, (performance.now() - startMs) / 1000)
  try {
    const result = await work()
    end(outcomeOf(result))
    return result
  } catch (error) {
    end(outcomeOfError(error))
    throw error
  }
}

function addFigures(registry: Registry, readers: Partial<Record<Figure, () => number>>): void {
  for (const [figure, readFigure] of Object.entries(readers)) {
    const { type, ...options } = figures[figure as Figure]
    registry.registerMetric(type === 'gauge' ? createGauge(options, readFigure) : createCounter(options, readFigure))
  }
}

type MetricOptions = { name: string; help: string }

const createGauge = (options: MetricOptions, readFigure: () => number) =>
  new Gauge({
    ...options,
    registers: [],
    collect() {
      this.set(readFigure())
    },
  })

const createCounter = (options: MetricOptions, readTotal: () => number) =>
  new Counter({
    ...options,
    registers: [],
    collect() {
      this.reset()
      this.inc(readTotal())
    },
  })

const isLag = (name: string) => name.startsWith('nodejs_eventloop_lag')

/** Adds the metrics of several processes up. Of their event loops the slowest counts, as an average would hide it. */
export function addUp(snapshots: Snapshot[]): Registry {
  const [only, ...others] = snapshots
  if (only && others.length === 0) return unchanged(only)
  return AggregatorRegistry.aggregate(
    snapshots.map((snapshot) =>
      snapshot.map((metric) => (isLag(metric.name) ? { ...metric, aggregator: 'max' as const } : metric)),
    ),
  )
}

/** Adding up costs a few times as much as writing, and in a single process calls wait for it. */
function unchanged(snapshot: Snapshot): Registry {
  const registry = new Registry()
  for (const metric of snapshot) registry.registerMetric({ ...metric, get: () => metric } as unknown as Metric)
  return registry
}

/** Adds up what ended processes have counted: without it a sum would fall, which would count the others twice. */
export async function addUpCounters(snapshots: Snapshot[]): Promise<Snapshot> {
  const added = await addUp(snapshots).getMetricsAsJSON()
  // The type says that it is a number, but everybody sends it as a string.
  return added.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))
}
