import { setTimeout as wait } from 'node:timers/promises'
import { fromKysely, type Job, type JobWithMetadata, PgBoss, type QueueOptions } from 'pg-boss'
import type { Database } from '#server/database/connect.ts'
import { afterCommit, inTransaction } from '#server/database/transaction.ts'
import type { Log } from './log.ts'
import type { Email } from './mail.ts'

/** What somebody is told of; the room `notifications` decides whether and how. */
export type NotificationTrigger =
  | { kind: 'like' | 'comment' | 'spotted_request' | 'spotted_confirmed'; post: number }
  | { kind: 'comment_like'; comment: number }
  | { kind: 'story_like'; story: number }
  | { kind: 'follow' }
  | { kind: 'follow_request' | 'follow_accepted'; actor: number }
  | { kind: 'welcome' }
  | { kind: 'removed'; moderation: number }

/** Nobody is told what they did themselves. */
export type NotificationRequest = { recipientId: number; actorId?: number; trigger: NotificationTrigger }

/** Work that a room leaves to be done after its transaction, with what each kind of it needs to know. */
export type JobPayloads = {
  /** Something was done: somebody is told, and who looks at the post sees it move. */
  activity: { post?: number; notify?: NotificationRequest | undefined }
  /** A new post goes to those who wait for one, a few at a time: the next ones are those after this id. */
  fanOut: { post: number; audience: 'followers' | 'nearby'; after: number }
  /** A message was written, or deleted for both: the pages of the two move. */
  message: { from: number; to: number; number: number; isDeleted?: true }
  push: { user: number; notification: number }
  /** Somebody was written to. */
  pushMessage: { user: number; from: number; number: number }
  mail: Email
  passwordReset: { email: string }
  /** The address that somebody wants to have from now on. */
  emailChange: { user: number; email: string }
  expireStories: Record<string, never>
  housekeeping: Record<string, never>
}
export type JobName = keyof JobPayloads

type Settled = {
  /** Handles some of one kind together; what it writes is committed with their completion, or neither is. */
  [Name in 'activity' | 'fanOut' | 'message']: (trx: Database, jobs: JobPayloads[Name][]) => Promise<void>
}
type Attempted = {
  /** Handles one; when it throws it is tried again, so it may come twice. */
  [Name in Exclude<JobName, keyof Settled>]: (job: JobPayloads[Name]) => Promise<void>
}
export type JobHandlers = Settled & Attempted

export type JobQueue = {
  /** Leaves work to be done, in the transaction that makes it necessary (`inTransaction`); with its commit this process looks for it. */
  add: <Name extends JobName>(db: Database, name: Name, ...jobs: JobPayloads[Name][]) => Promise<void>
  /** Takes back what waits to be done and says these things: who has left is named by no job. */
  drop: <Name extends JobName>(db: Database, name: Name, saying: Partial<JobPayloads[Name]>) => Promise<void>
  /** Begins to work, in this process. */
  work: (handlers: JobHandlers) => Promise<void>
  /** Has added, by one of the processes, what is to be done again and again. */
  schedule: () => Promise<void>
  /** Finishes what is under way. */
  stop: () => Promise<void>
}

/** Seconds, as everything about queues. A job whose process is gone is taken up again after a missed heartbeat. */
const alive = { heartbeatSeconds: 10, expireInSeconds: 300 }
const patient = { retryLimit: 20, retryDelay: 1, retryBackoff: true, retryDelayMax: 600 }
/** Jobs name people: one that is done is deleted with its completion; these are for what is given up, or was never done. */
const forgotten = { deleteAfterSeconds: 60, retentionSeconds: 3 * 24 * 60 * 60 }
const queues: Record<JobName, QueueOptions> = {
  activity: { ...alive, ...patient, ...forgotten },
  fanOut: { ...alive, ...patient, ...forgotten },
  message: { ...alive, ...patient, ...forgotten },
  push: { ...alive, ...patient, ...forgotten, retryLimit: 5, retentionSeconds: 60 * 60 },
  pushMessage: { ...alive, ...patient, ...forgotten, retryLimit: 5, retentionSeconds: 60 * 60 },
  mail: { ...alive, ...patient, ...forgotten },
  passwordReset: { ...alive, ...patient, ...forgotten, retentionSeconds: 60 * 60 },
  emailChange: { ...alive, ...patient, ...forgotten, retentionSeconds: 60 * 60 },
  expireStories: { ...alive, ...forgotten, retryLimit: 0 },
  housekeeping: { ...alive, ...forgotten, retryLimit: 0 },
}
/** Minute, hour, day… (cron), in UTC. */
const schedules = { expireStories: '* * * * *', housekeeping: '7 * * * *' } as const satisfies Partial<
  Record<JobName, string>
>

/** How many of one kind are handled in one transaction. */
const batchSizes = { activity: 200, fanOut: 1, message: 200 } as const
/** Seconds between two looks at a queue to which this process added nothing: what is to be tried again, and what a process left that is gone. */
const intervals: Record<JobName, number> = {
  activity: 2,
  fanOut: 2,
  message: 2,
  push: 2,
  pushMessage: 2,
  mail: 2,
  passwordReset: 2,
  emailChange: 2,
  expireStories: 5,
  housekeeping: 30,
}

/** Milliseconds. */
const stopTimeout = 5000
/** Milliseconds for which the queue's complaints are not repeated. */
const quietFor = 10_000

/**
 * The queue of jobs, in the schema `pgboss` of the same database: what is added in a transaction is there
 * if and only if the transaction is. Several processes share it.
 */
export async function createJobQueue(url: string, db: Database, log: Log): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    schema: 'pgboss',
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    maintenanceIntervalSeconds: 60,
  })
  let quietUntil = 0
  boss.on('error', (error) => {
    // Where the database is away, every worker says so at every look.
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + quietFor
    log.warn({ err: error }, 'the job queue cannot be looked at')
  })
  await boss.start()
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const [name, options] of Object.entries(queues)) {
    const found = known.get(name)
    if (!found) await boss.createQueue(name, options)
    // What an older version made has what it was made with.
    else if (Object.entries(options).some(([option, value]) => found[option as keyof QueueOptions] !== value))
      await boss.updateQueue(name, options)
  }
  const workers = new Map<JobName, string>()
  const wake = (name: JobName) => {
    const id = workers.get(name)
    if (id) boss.notifyWorker(id)
  }

  /** What failed is tried again; the operator learns of it. */
  const telling = async (name: JobName, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error, job: name }, 'a job failed, and is tried again unless it was the last time')
      throw error
    }
  }

  /** Ends the jobs in the transaction of their work; a claim that was lost meanwhile undoes it. */
  const settle = async <Name extends keyof Settled>(
    name: Name,
    jobs: JobWithMetadata<JobPayloads[Name]>[],
    handle: Settled[Name],
  ) =>
    inTransaction(db, async (trx) => {
      await handle(trx, jobs.map(({ data }) => data) as never)
      const { affected } = (await boss.deleteJob(name, jobs, { db: fromKysely(trx) })) as { affected: number }
      if (affected !== jobs.length) throw new Error(`${name}: somebody else has taken these jobs up`)
    })

  const workSettled = async <Name extends keyof Settled>(name: Name, handle: Settled[Name]) => {
    const options = {
      pollingIntervalSeconds: intervals[name],
      batchSize: batchSizes[name],
      includeMetadata: true,
    } as const
    return boss.work<JobPayloads[Name], void, typeof options>(name, options, async (jobs) => {
      // More may wait than were taken.
      if (jobs.length === batchSizes[name]) wake(name)
      await telling(name, () => settle(name, jobs, handle))
    })
  }

  const workAttempted = async <Name extends keyof Attempted>(name: Name, handle: Attempted[Name]) =>
    boss.work<JobPayloads[Name]>(
      name,
      { pollingIntervalSeconds: intervals[name] },
      async (jobs: Job<JobPayloads[Name]>[]) => {
        // Others may wait: they come at once after this one, also when it fails.
        wake(name)
        for (const { id, data } of jobs) {
          await telling(name, () => handle(data as never))
          await boss.deleteJob(name, id)
        }
      },
    )

  return {
    async add(trx, name, ...jobs) {
      await boss.insert(
        name,
        jobs.map((data) => ({ data })),
        { db: fromKysely(trx) },
      )
      afterCommit(trx, () => wake(name))
    },
    async drop(trx, name, saying) {
      const found = await boss.findJobs(name, { data: saying, db: fromKysely(trx) })
      if (found.length > 0)
        await boss.deleteJob(
          name,
          found.map(({ id }) => id),
          { db: fromKysely(trx) },
        )
    },
    async work(handlers) {
      for (const name of ['activity', 'fanOut', 'message'] as const)
        workers.set(name, await workSettled(name, handlers[name]))
      for (const name of [
        'push',
        'pushMessage',
        'mail',
        'passwordReset',
        'emailChange',
        'expireStories',
        'housekeeping',
      ] as const)
        workers.set(name, await workAttempted(name, handlers[name]))
    },
    async schedule() {
      for (const [name, cron] of Object.entries(schedules)) await boss.schedule(name, cron)
    },
    async stop() {
      // Each says when it has ended; `boss.stop` would look every half second whether all have.
      const ended = Promise.all(Object.keys(queues).map((name) => boss.offWork(name)))
      await Promise.race([ended, wait(stopTimeout, undefined, { ref: false })])
      await boss.stop({ graceful: false })
    },
  }
}
