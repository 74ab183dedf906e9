import { statement } from '#server/database/statement.ts'

// Days are Italy's, because people are told to come back tomorrow.
const todaySql = "(statement_timestamp() AT TIME ZONE 'Europe/Rome')::date"
const secondsUntilTomorrowSql = `ceil(extract(epoch FROM
    (${todaySql} + 1)::timestamp AT TIME ZONE 'Europe/Rome' - statement_timestamp()))::int AS seconds_until_tomorrow`

/** The number of items that an account has published today. */
export type DailyUsage = { posts: number; picture_bytes: number; seconds_until_tomorrow: number }

/** Returns nothing for an account that has published nothing today. */
export const findUsage = statement<DailyUsage, [userId: number]>(`
  SELECT posts, picture_bytes, ${secondsUntilTomorrowSql}
  FROM daily_usage WHERE user_id = $1 AND day = ${todaySql}`).first

/**
 * Adds to what an account has published today. @returns the new sum. Until the transaction ends, nobody else adds for
 * this account.
 */
export const addUsage = statement<DailyUsage, [userId: number, posts: number, pictureBytes: number]>(`
  INSERT INTO daily_usage AS used (user_id, day, posts, picture_bytes) VALUES ($1, ${todaySql}, $2, $3)
  ON CONFLICT (user_id, day) DO UPDATE
    SET posts = used.posts + excluded.posts, picture_bytes = used.picture_bytes + excluded.picture_bytes
  RETURNING posts, picture_bytes, ${secondsUntilTomorrowSql}`).first

type PlaceUsage = Pick<DailyUsage, 'seconds_until_tomorrow'> & { places: number }

/** Counts a place that an account adds. @returns how many it has added today. */
export const addPlaceUsage = statement<PlaceUsage, [userId: number]>(`
  INSERT INTO daily_usage AS used (user_id, day, posts, picture_bytes, places) VALUES ($1, ${todaySql}, 0, 0, 1)
  ON CONFLICT (user_id, day) DO UPDATE SET places = used.places + 1
  RETURNING places, ${secondsUntilTomorrowSql}`).first

type EventUsage = Pick<DailyUsage, 'seconds_until_tomorrow'> & { events: number }

/** Counts an event that an account announces. @returns how many it has announced today. */
export const addEventUsage = statement<EventUsage, [userId: number]>(`
  INSERT INTO daily_usage AS used (user_id, day, posts, picture_bytes, events) VALUES ($1, ${todaySql}, 0, 0, 1)
  ON CONFLICT (user_id, day) DO UPDATE SET events = used.events + 1
  RETURNING events, ${secondsUntilTomorrowSql}`).first

/** Deletes the sums of past days. */
export const deletePastUsage = statement<never, []>(`DELETE FROM daily_usage WHERE day < ${todaySql}`)
