import { setTimeout as wait } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { Database } from '#server/database/connect.ts'
import { afterCommit } from '#server/database/transaction.ts'
import { createQueues, schedules } from './job-options.ts'
import type { JobName, JobPayloads } from './job-payloads.ts'
import { type JobHandlers, JobWorkers } from './job-workers.ts'
import type { Log } from './log.ts'
import { noTelemetry, type Telemetry } from './telemetry/telemetry.ts'

export type JobQueue = {
  /** Adds jobs in the transaction that makes them necessary (`inTransaction`); they start after its commit. */
  add: <Name extends JobName>(db: Database, name: Name, ...jobs: JobPayloads[Name][]) => Promise<void>
  /** Deletes waiting jobs whose payload contains these values: no job may name a deleted account. */
  drop: <Name extends JobName>(db: Database, name: Name, matching: Partial<JobPayloads[Name]>) => Promise<void>
  /** Starts the workers of this process. Each attempt is counted. */
  work: (handlers: JobHandlers, telemetry?: Pick<Telemetry, 'countJob'>) => Promise<void>
  /** Registers the recurring jobs; one of the servers adds each of them. */
  schedule: () => Promise<void>
  /** Waits for running jobs, at most five seconds. */
  stop: () => Promise<void>
}

const bossConnections = 4
const stopTimeoutMs = 5000
/** While the database is unreachable, each worker reports it at each poll: only one report in this time is logged. */
const errorLogIntervalMs = 10_000

/**
 * Opens the job queue in the schema `pgboss` of the same database: a job that is added in a transaction exists if and
 * only if the transaction commits. Several servers share the queue.
 */
export async function createJobQueue(databaseUrl: string, db: Database, log: Log): Promise<JobQueue> {
  const boss = await startBoss(databaseUrl, log)
  await createQueues(boss)
  const workers = new JobWorkers(boss, db, log)
  return {
    async add(trx, name, ...jobs) {
      const rows = jobs.map((data) => ({ data, ...('session' in data && { group: { id: String(data.session) } }) }))
      await boss.insert(name, rows, { db: { executeSql: trx.query } })
      afterCommit(trx, () => workers.wake(name, jobs.length))
    },
    async drop(trx, name, matching) {
      const jobs = await boss.findJobs(name, { data: matching, db: { executeSql: trx.query } })
      const ids = jobs.map(({ id }) => id)
      if (ids.length > 0) await boss.deleteJob(name, ids, { db: { executeSql: trx.query } })
    },
    work: (handlers, telemetry = noTelemetry) => workers.start(handlers, telemetry),
    async schedule() {
      for (const [name, cron] of Object.entries(schedules)) await boss.schedule(name, cron)
    },
    stop: () => stopBoss(boss, workers),
  }
}

async function startBoss(databaseUrl: string, log: Log): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: bossConnections,
    schema: 'pgboss',
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    maintenanceIntervalSeconds: 60,
  })
  let quietUntil = 0
  boss.on('error', (error) => {
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + errorLogIntervalMs
    log.warn({ err: error }, 'the job queue cannot be read')
  })
  await boss.start()
  return boss
}

async function stopBoss(boss: PgBoss, workers: JobWorkers): Promise<void> {
  // `offWork` resolves when a worker has ended; `boss.stop` alone would poll every half second.
  await Promise.race([workers.stop(), wait(stopTimeoutMs, undefined, { ref: false })])
  await boss.stop({ graceful: false })
}
