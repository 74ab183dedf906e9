import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { RateLimiterClusterMaster } from 'rate-limiter-flexible'
import { readConfig } from './platform/config.ts'
import { createLog, type Log } from './platform/log.ts'
import type { WorkerMetrics } from './platform/telemetry/worker-metrics.ts'
import { startTelemetry } from './platform/telemetry/start-telemetry.ts'
import { type Shared, serve, startOnce, startServer, type StopSteps } from './start-server.ts'

/** The message of a worker to the primary after its start: the URL that it listens on, or why the start failed. */
type Report = { readyAt: string } | { failure: string }

/** The variable in which a worker finds what it shares with the others. */
const sharedVariable = 'DINTORNI_SHARED'

/** Workers end requests in flight within this time, which leaves the database two seconds of the server's nine. */
const workerStopTimeoutMs = 7000
/** A worker that ends sooner is replaced after a delay, which grows each time. */
const minUptimeMs = 5000
const delayStepMs = 1000
const maxDelayMs = 30_000

/**
 * Starts the server: in this process, or in as many workers as `PROCESSES` says. Then this process, the primary, does
 * what is done once, hands connections to the workers in turn, counts for their rate limits, and replaces those that end.
 * @param stopSteps gets the functions that stop what has been started so far, also when the start fails.
 * @returns the URL that it listens on.
 */
export async function startProcesses(environment: NodeJS.ProcessEnv, stopSteps: StopSteps): Promise<string> {
  const config = readConfig(environment)
  if (config.processes === 1) return startServer(environment, stopSteps)
  const log = createLog(config.logLevel, config.processes)
  const workerMetrics = config.metrics && (await watchWorkers())
  const startWorkers = async (shared: Shared) => {
    // It answers the limiters of the workers.
    void new RateLimiterClusterMaster()
    const workers = new Workers(shared, log)
    stopSteps.push(() => workers.stop())
    return workers.start(config.processes)
  }
  return startOnce({ config, log, stopSteps }, startWorkers, async () => workerMetrics?.gather() ?? noMetrics)
}

const noMetrics = { snapshots: [], processes: 0 }

/** Adds up the metrics of all workers that start from now on. */
async function watchWorkers(): Promise<WorkerMetrics> {
  const { WorkerMetrics: OfWorkers } = await import('./platform/telemetry/worker-metrics.ts')
  const metrics = new OfWorkers()
  cluster.on('fork', (worker) => metrics.add(worker))
  return metrics
}

/** Starts a worker, and reports to the primary. It ends when the primary does: `node:cluster` sees to that. */
export async function startWorker(environment: NodeJS.ProcessEnv, stopSteps: StopSteps): Promise<string> {
  try {
    const config = readConfig(environment)
    const log = createLog(config.logLevel, config.processes)
    const shared = JSON.parse(environment[sharedVariable] ?? '') as Shared
    const telemetry = await startTelemetry(config, log)
    stopSteps.push(telemetry.stop)
    if (telemetry.metrics) (await import('./platform/telemetry/worker-metrics.ts')).answerPrimary(telemetry.metrics)
    const url = await serve({ config, log, stopSteps }, shared, telemetry)
    await report({ readyAt: url })
    return url
  } catch (error) {
    await report({ failure: (error as Error).message })
    throw error
  }
}

const report = (message: Report): Promise<void> =>
  new Promise((resolve) => cluster.worker?.send(message, () => resolve()))

/** Resolves with the report of a worker, or with why there is none. */
function waitForReport(worker: Worker): Promise<Report> {
  return new Promise((resolve) => {
    worker.on('message', (message: Partial<Report & Record<string, unknown>>) => {
      if ('readyAt' in message || 'failure' in message) resolve(message as Report)
    })
    worker.once('exit', (code, signal) =>
      resolve({ failure: `a process ended (${signal ?? code}) before it was ready` }),
    )
  })
}

type Send = (message: unknown, handle?: { close: () => void }, ...rest: unknown[]) => boolean

/**
 * Closes the connection that was on its way to a worker when that ended. `node:cluster` hands over one at a time, waits
 * for the worker's confirmation, and loses it if the worker ends: the client would wait for ever. A connection that was
 * handed over is closed already.
 */
function closeUnansweredConnection({ process: child }: Worker): void {
  const send = child.send.bind(child) as Send
  let connection: Parameters<Send>[1]
  const remember: Send = (message, handle, ...rest) => {
    // A callback may stand in its place.
    if (handle && typeof handle === 'object') connection = handle
    return send(message, handle, ...rest)
  }
  child.send = remember as typeof child.send
  child.once('exit', () => connection?.close())
}

/** The workers of this server. */
class Workers {
  private readonly running = new Set<Worker>()
  private readonly timers = new Set<NodeJS.Timeout>()
  private isStopping = false
  private readonly shared: Shared
  private readonly log: Log

  constructor({ databaseUrl, demo }: Shared, log: Log) {
    // Field by field: the demo's password is nobody's business.
    this.shared = { databaseUrl, demo: demo && { email: demo.email, name: demo.name, town: demo.town } }
    this.log = log
  }

  /** Resolves when all of them answer. Throws when one of them fails to start. */
  async start(count: number): Promise<string> {
    const urls = await Promise.all(Array.from({ length: count }, () => this.startFirst()))
    return urls[0] ?? ''
  }

  /** Resolves when all of them have ended. */
  async stop(): Promise<void> {
    this.isStopping = true
    for (const timer of this.timers) clearTimeout(timer)
    const killAll = setTimeout(() => {
      for (const worker of this.running) worker.process.kill('SIGKILL')
    }, workerStopTimeoutMs)
    await Promise.all(
      [...this.running].map((worker) => {
        const ended = once(worker, 'exit')
        worker.process.kill('SIGTERM')
        return ended
      }),
    )
    clearTimeout(killAll)
  }

  /** A worker that cannot start now would not later: that is a mistake in the configuration. */
  private async startFirst(): Promise<string> {
    const startMs = Date.now()
    const worker = this.fork()
    const result = await waitForReport(worker)
    if ('failure' in result) throw new Error(result.failure)
    worker.once('exit', () => this.replace(worker, { startMs, delayMs: 0 }))
    return result.readyAt
  }

  private fork(): Worker {
    const worker = cluster.fork({ [sharedVariable]: JSON.stringify(this.shared) })
    this.running.add(worker)
    worker.once('exit', () => this.running.delete(worker))
    // An answer to a worker that has just ended cannot be sent.
    worker.on('error', () => undefined)
    closeUnansweredConnection(worker)
    return worker
  }

  /** The others answer meanwhile, so it is tried again for as long as it takes. */
  private replace({ process: { pid, exitCode, signalCode } }: Worker, { startMs, delayMs }: Lifetime): void {
    if (this.isStopping) return
    const isYoung = Date.now() - startMs < minUptimeMs
    const nextDelayMs = isYoung ? Math.min(delayMs * 2 + delayStepMs, maxDelayMs) : 0
    this.log.warn({ ended: pid, by: signalCode ?? exitCode }, 'a process has ended and is replaced')
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      const lifetime = { startMs: Date.now(), delayMs: nextDelayMs }
      const worker = this.fork()
      worker.once('exit', () => this.replace(worker, lifetime))
      void this.logFailure(worker)
    }, nextDelayMs)
    this.timers.add(timer)
  }

  private async logFailure(worker: Worker): Promise<void> {
    const result = await waitForReport(worker)
    if ('failure' in result && !this.isStopping) this.log.warn({ reason: result.failure }, 'a process did not start')
  }
}

/** When a worker was forked, and how long that was delayed. */
type Lifetime = { startMs: number; delayMs: number }
