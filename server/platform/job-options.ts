import type { PgBoss, QueueOptions } from 'pg-boss'
import type { JobName } from './job-payloads.ts'

/** A job whose process died is taken over after a missed heartbeat. */
const takeover = { heartbeatSeconds: 10, expireInSeconds: 300 }
/** `retryDelay` and `retryDelayMax` are seconds. */
const retries = { retryLimit: 20, retryDelay: 1, retryBackoff: true, retryDelayMax: 600 }
/** Jobs name users: a completed job is deleted at once, these limits are for failed and abandoned ones. */
const retention = { deleteAfterSeconds: 60, retentionSeconds: 3 * 24 * 60 * 60 }
const common = { ...takeover, ...retries, ...retention }
const anHour = { retentionSeconds: 60 * 60 }

const queueOptions: Record<JobName, QueueOptions> = {
  activity: common,
  fanOut: common,
  message: common,
  push: { ...common, ...anHour, retryLimit: 5 },
  pushMessage: { ...common, ...anHour, retryLimit: 5 },
  mail: common,
  passwordReset: { ...common, ...anHour },
  emailChange: { ...common, ...anHour },
  emailConfirmation: { ...common, ...anHour },
  countMap: { ...takeover, ...retention, retryLimit: 0 },
  expireStories: { ...takeover, ...retention, retryLimit: 0 },
  housekeeping: { ...takeover, ...retention, retryLimit: 0 },
  recordFigures: { ...takeover, ...retention, retryLimit: 0 },
  fetchStreets: { ...takeover, ...retention, retryLimit: 0 },
  startBackup: { ...takeover, ...retention, retryLimit: 0 },
}

export const jobNames = Object.keys(queueOptions) as JobName[]

/** Cron expressions, in UTC. */
export const schedules = {
  countMap: '* * * * *',
  expireStories: '* * * * *',
  housekeeping: '7 * * * *',
  // The last time at the end of the hour that they describe.
  recordFigures: '8-58/10 * * * *',
  fetchStreets: '* * * * *',
  startBackup: '* * * * *',
} as const satisfies Partial<Record<JobName, string>>

/** Jobs that are handled in one transaction. */
export const batchSizes = { activity: 200, fanOut: 1, message: 200 } as const

/**
 * Workers of a kind in one process, instead of one. Push jobs wait for addresses that users choose, up to ten seconds:
 * each address holds one worker at most, so that all ten of an account leave some to others.
 */
export const workerCounts: Partial<Record<JobName, number>> = { push: 12, pushMessage: 12 }

/**
 * Time between two polls of a queue. Polling finds retries and jobs of processes that died; a job that this process
 * adds is found at once.
 */
export const pollingIntervalSeconds: Record<JobName, number> = {
  activity: 2,
  fanOut: 2,
  message: 2,
  push: 5,
  pushMessage: 5,
  mail: 2,
  passwordReset: 2,
  emailChange: 2,
  emailConfirmation: 2,
  countMap: 5,
  expireStories: 5,
  housekeeping: 30,
  recordFigures: 30,
  fetchStreets: 5,
  startBackup: 5,
}

/** The same for the second and further workers of a queue, which the first wakes when it has found a job. */
export const spareIntervalSeconds = 30

/** Creates missing queues, and updates those that another version created with other options. */
export async function createQueues(boss: PgBoss): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const [name, options] of Object.entries(queueOptions)) {
    const queue = existing.get(name)
    if (!queue) await boss.createQueue(name, options)
    else if (Object.entries(options).some(([option, value]) => queue[option as keyof QueueOptions] !== value))
      await boss.updateQueue(name, options)
  }
}
