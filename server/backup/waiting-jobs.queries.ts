import type pg from 'pg'
import { connect } from '#server/database/connect.ts'
import { readRows } from '#server/database/snapshot.ts'
import type { JobPayloads } from '#server/platform/job-payloads.ts'
import { createJobQueue } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { keptJobs } from './left-out.ts'

/** Reads the jobs that wait or are being worked on, as `COPY` writes them. */
export async function* readWaitingJobs(client: pg.Client): AsyncGenerator<Buffer> {
  const { rows } = await client.query<{ found: boolean }>("SELECT to_regclass('pgboss.job') IS NOT NULL AS found")
  // No server has been started on this database yet.
  if (!rows[0]!.found) return
  yield* readRows(
    client,
    `SELECT name, data FROM pgboss.job
    WHERE name IN (${keptJobs.map((name) => `'${name}'`).join(', ')}) AND state IN ('created', 'retry', 'active')`,
  )
}

/** Adds jobs to the queue of a database. @param parts as `readWaitingJobs` has read them. */
export async function addWaitingJobs(databaseUrl: string, parts: Buffer[]): Promise<void> {
  if (parts.length === 0) return
  const db = connect(databaseUrl, 1)
  const jobs = await createJobQueue(databaseUrl, db, createLog('silent'))
  try {
    for (const line of Buffer.concat(parts).toString().split('\n').slice(0, -1)) {
      const [name, data = ''] = line.split('\t')
      const kept = keptJobs.find((one) => one === name)
      // `COPY` escapes the backslash, the only one of its characters that JSON has.
      if (kept) await jobs.add(db, kept, JSON.parse(data.replaceAll('\\\\', '\\')) as JobPayloads[typeof kept])
    }
  } finally {
    await jobs.stop()
    await db.destroy()
  }
}
