import { statement } from './statement.ts'

/** The jobs of a kind by state. `oldest_age_s`: how long the oldest one that waits has been due, in seconds. */
export type JobCounts = { name: string; waiting: number; active: number; failed: number; oldest_age_s: number }

/** Counts the jobs in the queue. Completed ones are deleted at once, so these are few. */
export const findJobCounts = statement<JobCounts, []>(`
  SELECT name,
    (count(*) FILTER (WHERE state IN ('created', 'retry')))::int AS waiting,
    (count(*) FILTER (WHERE state = 'active'))::int AS active,
    (count(*) FILTER (WHERE state = 'failed'))::int AS failed,
    COALESCE(extract(epoch FROM now() - min(GREATEST(created_on, start_after))
      FILTER (WHERE state IN ('created', 'retry') AND start_after <= now())), 0)::float8 AS oldest_age_s
  FROM pgboss.job
  GROUP BY name`)

/** Counts the jobs of these kinds that have failed and wait for another attempt, with the error of the newest. */
export const findFailing = statement<{ count: number; error: string | null }, [names: string[]]>(`
  SELECT count(*)::int AS count,
    (array_agg(output ->> 'message' ORDER BY start_after DESC))[1] AS error
  FROM pgboss.job WHERE state = 'retry' AND name = ANY($1)`).first
