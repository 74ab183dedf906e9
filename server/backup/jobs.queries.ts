import type pg from 'pg'
import { keptJobs } from './left-out.ts'

/** For `readRows`: jobs that wait or are being worked on. */
export const waitingJobsSql = `
  SELECT name, data FROM pgboss.job
  WHERE name IN (${keptJobs.map((name) => `'${name}'`).join(', ')}) AND state IN ('created', 'retry', 'active')`

/** Whether the database has a job queue: a server has been started on it. */
export async function findJobTable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("SELECT to_regclass('pgboss.job') IS NOT NULL AS found")
  return rows[0]!.found
}
