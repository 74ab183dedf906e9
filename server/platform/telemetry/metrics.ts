import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { addressOf, callNames } from '#contract/call-paths.ts'
import type { Telemetry } from './telemetry.ts'

/** Seconds. Most calls take a millisecond; the slowest wait for a database that hangs, for 20 s. */
const callBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]
/** A job may take minutes. */
const jobBuckets = [0.01, 0.05, 0.25, 1, 5, 20, 60, 300]

const callUrls = new Set(callNames.map((name) => addressOf(name).url))
const noRoute = 'none'
/** Of `prom-client`: some have names of counters without being any, which `promtool` refuses. They reveal little. */
const leftOut = /^nodejs_active_/

/** Creates the metrics of this server, with those that `prom-client` has of every process. */
export function createMetrics(): { registry: Registry; telemetry: Telemetry } {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const { name } of registry.getMetricsAsArray()) if (leftOut.test(name)) registry.removeSingleMetric(name)
  const calls = new Histogram({
    name: 'dintorni_call_duration_seconds',
    help: 'Calls of the API by route and status, until the reply has been sent',
    labelNames: ['route', 'status'],
    buckets: callBuckets,
    registers,
  })
  const requests = new Counter({
    name: 'dintorni_requests_total',
    help: 'Requests that are no calls (pages, files, streams, unknown addresses) by route and status',
    labelNames: ['route', 'status'],
    registers,
  })
  const jobs = new Histogram({
    name: 'dintorni_job_duration_seconds',
    help: 'Attempts at jobs by kind; several jobs of one transaction count as one',
    // Prometheus has a label `job` of its own.
    labelNames: ['kind', 'outcome'],
    buckets: jobBuckets,
    registers,
  })
  const telemetry: Telemetry = {
    countReply({ route = noRoute, status, seconds }) {
      if (callUrls.has(route)) calls.observe({ route, status }, seconds)
      else requests.inc({ route, status })
    },
    countJob: ({ seconds, ...labels }) => jobs.observe(labels, seconds),
    show({ type, name, help, read }) {
      registry.registerMetric(type === 'gauge' ? createGauge(name, help, read) : createCounter(name, help, read))
    },
  }
  return { registry, telemetry }
}

const createGauge = (name: string, help: string, read: () => number): Gauge =>
  new Gauge({
    name,
    help,
    registers: [],
    collect() {
      this.set(read())
    },
  })

const createCounter = (name: string, help: string, read: () => number): Counter =>
  new Counter({
    name,
    help,
    registers: [],
    collect() {
      this.reset()
      this.inc(read())
    },
  })
