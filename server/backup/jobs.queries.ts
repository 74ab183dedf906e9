import type pg from 'pg'
import type { JobName } from '#server/platform/job-payloads.ts'

/** For `readRows`: jobs of these kinds that wait or are being worked on. */
export const waitingJobsSql = (names: readonly JobName[]): string => `
  SELECT name, data FROM pgboss.job
  WHERE name IN (${names.map((name) => `'${name}'`).join(', ')}) AND state IN ('created', 'retry', 'active')`

/** Whether the database has a job queue: a server has been started on it. */
export async function findJobTable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("SELECT to_regclass('pgboss.job') IS NOT NULL AS found")
  return rows[0]!.found
}
