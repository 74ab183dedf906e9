import { connect } from '#server/database/connect.ts'
import type { JobName, JobPayloads } from '#server/platform/job-payloads.ts'
import { createJobQueue } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'

/**
 * Adds jobs to the queue of a database.
 * @param names of the kinds that are added; others are passed over.
 * @param part lines as `COPY` has written them: name, tab, JSON, in which only the backslash is escaped.
 */
export async function addJobs(databaseUrl: string, names: readonly JobName[], part: Buffer): Promise<void> {
  const db = connect(databaseUrl, 1)
  const jobs = await createJobQueue(databaseUrl, db, createLog('silent'))
  try {
    for (const line of part.toString().split('\n').slice(0, -1)) {
      const [name, data = ''] = line.split('\t')
      const kept = names.find((one) => one === name)
      if (kept) await jobs.add(db, kept, JSON.parse(data.replaceAll('\\\\', '\\')) as JobPayloads[typeof kept])
    }
  } finally {
    await jobs.stop()
    await db.destroy()
  }
}
