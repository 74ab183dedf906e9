import { statement } from '#server/database/statement.ts'

/** Figures and errors are kept for this long. */
const keptDays = 90

/**
 * Takes the figures of this hour, or takes them again. Slow: it reads all rows of some tables. A session's end is moved
 * to 30 days from a use at most once a day: a person who has used the app in the last day has a session that ends in
 * more than 28 days, and everybody with such a session has used it in the last two days.
 */
export const upsertFigures = statement<never, []>(`
  INSERT INTO hourly_figures (
    hour, people, active_people, posts, pictures, new_people, new_posts, database_bytes, waiting_jobs, open_reports)
  SELECT date_trunc('hour', now(), 'UTC'),
    (SELECT count(*) FROM users),
    (SELECT count(DISTINCT user_id) FROM sessions WHERE expires_at > now() + interval '28 days'),
    (SELECT count(*) FROM posts),
    (SELECT count(*) FROM media),
    (SELECT count(*) FROM users WHERE created_at >= now() - interval '1 hour'),
    (SELECT count(*) FROM posts WHERE id >= first_id_at(now() - interval '1 hour')),
    pg_database_size(current_database()),
    (SELECT count(*) FROM pgboss.job WHERE state IN ('created', 'retry') AND start_after <= now()),
    (SELECT count(*) FROM reports WHERE closed_by IS NULL)
  ON CONFLICT (hour) DO UPDATE SET taken_at = now(), people = excluded.people, active_people = excluded.active_people,
    posts = excluded.posts, pictures = excluded.pictures, new_people = excluded.new_people,
    new_posts = excluded.new_posts, database_bytes = excluded.database_bytes, waiting_jobs = excluded.waiting_jobs,
    open_reports = excluded.open_reports`)

export const hasFigures = statement<{ found: boolean }, []>(
  "SELECT EXISTS (SELECT 1 FROM hourly_figures WHERE hour > now() - interval '1 hour') AS found",
)

export const deleteOldFigures = statement<never, []>(
  `DELETE FROM hourly_figures WHERE hour < now() - interval '${keptDays} days'`,
)
export const deleteOldErrors = statement<never, []>(
  `DELETE FROM hourly_errors WHERE hour < now() - interval '${keptDays} days'`,
)

/** Adds errors to those of this hour. */
export const addErrors = statement<never, [names: string[], counts: number[]]>(`
  INSERT INTO hourly_errors AS stored (hour, name, count)
  SELECT date_trunc('hour', now(), 'UTC'), new.name, new.count FROM unnest($1::text[], $2::int[]) AS new (name, count)
  ORDER BY new.name
  ON CONFLICT (hour, name) DO UPDATE SET count = stored.count + excluded.count`)

export type CountedRow = { taken_at: Date; people: number; active_people: number; posts: number; pictures: number }

/** Returns the newest figures. */
export const findCounted = statement<CountedRow, []>(`
  SELECT taken_at, people, active_people, posts, pictures FROM hourly_figures ORDER BY hour DESC LIMIT 1`).first

export type DayRow = {
  day: string
  new_people: number
  new_posts: number
  active_people: number
  open_reports: number
  database_bytes: number
}

/** Returns the figures of the last 30 days, oldest first. */
export const findDays = statement<DayRow, []>(`
  SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(new_people)::int AS new_people, sum(new_posts)::int AS new_posts,
    max(active_people) AS active_people,
    (array_agg(open_reports ORDER BY hour DESC))[1] AS open_reports,
    (array_agg(database_bytes ORDER BY hour DESC))[1] AS database_bytes
  FROM (
    SELECT *, (hour AT TIME ZONE 'UTC')::date AS day FROM hourly_figures
    WHERE hour >= (now() AT TIME ZONE 'UTC')::date - 29
  ) figures
  GROUP BY day ORDER BY day`)

export type HourRow = { hour: Date; errors: number; waiting_jobs: number }

/** Returns the last 24 hours, oldest first, those without figures too. */
export const findHours = statement<HourRow, []>(`
  SELECT hours.hour, COALESCE((SELECT sum(count) FROM hourly_errors errors WHERE errors.hour = hours.hour), 0)::int AS errors,
    COALESCE(figures.waiting_jobs, 0) AS waiting_jobs
  FROM generate_series(date_trunc('hour', now(), 'UTC') - interval '23 hours', now(), interval '1 hour') AS hours (hour)
  LEFT JOIN hourly_figures figures USING (hour)
  ORDER BY hours.hour`)

const listedErrors = 10

/** Returns the most frequent errors of the last 24 hours. */
export const findErrors = statement<{ name: string; count: number }, []>(`
  SELECT name, sum(count)::int AS count FROM hourly_errors
  WHERE hour > now() - interval '24 hours'
  GROUP BY name ORDER BY count DESC, name LIMIT ${listedErrors}`)

/** Returns the size of the database with its indexes. */
export const findDatabaseSize = statement<{ bytes: number }, []>(
  'SELECT pg_database_size(current_database())::float8 AS bytes',
).first
