import { type Job, type JobWithMetadata, type PgBoss } from 'pg-boss'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { FinalFailure } from './final-failure.ts'
import { batchSizes, pollingIntervalSeconds, spareIntervalSeconds, workerCounts } from './job-options.ts'
import type { JobName, JobPayloads } from './job-payloads.ts'
import type { Log } from './log.ts'
import { noTelemetry, type Outcome, outcomeOfError, type Telemetry } from './telemetry/telemetry.ts'

type TransactionalName = 'activity' | 'fanOut' | 'message'
type RetriedName = Exclude<JobName, TransactionalName>

/**
 * Handles several jobs of one kind in the transaction that completes them: either all of it is committed or nothing.
 */
type TransactionalHandlers = {
  [Name in TransactionalName]: (trx: Database, jobs: JobPayloads[Name][]) => Promise<void>
}
/** Handles one job. It is retried when the handler throws, so it may run more than once; not after a FinalFailure. */
type RetriedHandlers = { [Name in RetriedName]: (job: JobPayloads[Name]) => Promise<void> }
export type JobHandlers = TransactionalHandlers & RetriedHandlers

const transactionalNames = ['activity', 'fanOut', 'message'] as const satisfies TransactionalName[]
const retriedNames = [
  'push',
  'pushMessage',
  'mail',
  'passwordReset',
  'emailChange',
  'emailConfirmation',
  'countMap',
  'expireStories',
  'housekeeping',
  'recordFigures',
  'fetchStreets',
  'startBackup',
] as const satisfies RetriedName[]

const retried = 'it is retried unless this was the last attempt'
const givenUp = 'it is given up, because another attempt would fail as well'

function ignoreFinal(error: unknown): void {
  if (!(error instanceof FinalFailure)) throw error
}

/** The workers of this process: one for each kind of job, or as many as `workerCounts` says. */
export class JobWorkers {
  private readonly workerIds = new Map<JobName, string[]>()
  private readonly busyIds = new Set<string>()
  private countJob: Telemetry['countJob'] = noTelemetry.countJob
  private readonly boss: PgBoss
  private readonly db: Database
  private readonly log: Log

  constructor(boss: PgBoss, db: Database, log: Log) {
    this.boss = boss
    this.db = db
    this.log = log
  }

  async start(handlers: JobHandlers, { countJob }: Pick<Telemetry, 'countJob'>): Promise<void> {
    this.countJob = countJob
    for (const name of transactionalNames)
      this.workerIds.set(name, [await this.startTransactional(name, handlers[name])])
    for (const name of retriedNames) {
      const workers = Array.from({ length: workerCounts[name] ?? 1 }, (_, index) =>
        this.startRetried(name, handlers[name], index === 0 ? pollingIntervalSeconds[name] : spareIntervalSeconds),
      )
      this.workerIds.set(name, await Promise.all(workers))
    }
  }

  /** Makes workers of a queue that have nothing to do poll it now. The others poll it after their job. */
  wake(name: JobName, count: number): void {
    const idle = (this.workerIds.get(name) ?? []).filter((id) => !this.busyIds.has(id))
    for (const id of idle.slice(0, count)) this.boss.notifyWorker(id)
  }

  /** Resolves when all running jobs have ended. */
  async stop(): Promise<void> {
    await Promise.all([...transactionalNames, ...retriedNames].map((name) => this.boss.offWork(name)))
  }

  private startTransactional<Name extends TransactionalName>(
    name: Name,
    handle: TransactionalHandlers[Name],
  ): Promise<string> {
    const options = {
      pollingIntervalSeconds: pollingIntervalSeconds[name],
      batchSize: batchSizes[name],
      includeMetadata: true,
    } as const
    return this.boss.work<JobPayloads[Name], void, typeof options>(name, options, async (jobs) => {
      // After a full batch the queue may hold more.
      if (jobs.length === batchSizes[name]) this.wake(name, 1)
      await this.logFailure(name, () => this.complete(name, jobs, handle))
    })
  }

  private async startRetried<Name extends RetriedName>(
    name: Name,
    handle: RetriedHandlers[Name],
    intervalSeconds: number,
  ): Promise<string> {
    const options = { pollingIntervalSeconds: intervalSeconds, localGroupConcurrency: 1 }
    let workerId = ''
    workerId = await this.boss.work<JobPayloads[Name]>(name, options, async (jobs: Job<JobPayloads[Name]>[]) => {
      this.busyIds.add(workerId)
      // The queue may hold more, for another worker now and for this one right after its job, also when it fails.
      this.wake(name, 1)
      try {
        for (const { id, data } of jobs) {
          await this.logFailure(name, () => handle(data as never)).catch(ignoreFinal)
          await this.boss.deleteJob(name, id)
        }
      } finally {
        this.busyIds.delete(workerId)
        this.boss.notifyWorker(workerId)
      }
    })
    return workerId
  }

  /** Handles and deletes jobs in one transaction, which rolls back when another process has taken the jobs over. */
  private complete<Name extends TransactionalName>(
    name: Name,
    jobs: JobWithMetadata<JobPayloads[Name]>[],
    handle: TransactionalHandlers[Name],
  ): Promise<void> {
    return inTransaction(this.db, async (trx) => {
      await handle(trx, jobs.map(({ data }) => data) as never)
      const { affected } = (await this.boss.deleteJob(name, jobs, { db: { executeSql: trx.query } })) as {
        affected: number
      }
      if (affected !== jobs.length) throw new Error(`${name}: another process has taken these jobs over`)
    })
  }

  private async logFailure(name: JobName, work: () => Promise<void>): Promise<void> {
    const startMs = performance.now()
    let outcome: Outcome = 'done'
    try {
      await work()
    } catch (error) {
      outcome = outcomeOfError(error)
      const consequence = error instanceof FinalFailure ? givenUp : retried
      this.log.warn({ err: error, job: name }, `a job failed; ${consequence}`)
      throw error
    } finally {
      this.countJob({ kind: name, outcome, seconds: (performance.now() - startMs) / 1000 })
    }
  }
}
