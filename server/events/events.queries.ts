import { countedEvents } from '#contract/limits.ts'
import type { MapBox } from '#contract/map-box.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { anonymousViewerId } from '#server/platform/viewer.ts'
import { accessibleProfileSql, notBlockedSql, notMutedPlaceSql, notMutedSql } from '#server/users/users.queries.ts'
import { type EventTimes, longestDays } from './events.rules.ts'

/** Participants that are counted. */
const maxCountedGoing = 200
const maxFaces = 3
/** An event and its participants are kept this long, for a report about it. */
const daysKept = 7

type FaceRow = { id: number; username: string; picture: string | null }
export type EventRow = {
  id: number
  title: string
  description: string
  starts_at: Date
  ends_at: Date | null
  /** When it leaves the lists. */
  over_at: Date
  created_at: Date
  place_id: number
  place_name: string
  place_town: string | null
  place_province: string | null
  author_id: number
  username: string
  picture: string | null
  is_going: boolean
  going_count: number
  going_people: FaceRow[]
}

const notOverSql = 'e.over_at > statement_timestamp()'

/**
 * The last participants of event `e` that viewer `$1` may see: private accounts appear to their followers only, nobody to
 * visitors without a session.
 */
const goingSql = `
  SELECT u.id, u.username, u.picture_id, row_number() OVER (ORDER BY a.id DESC) AS rank
  FROM event_attendances a CROSS JOIN LATERAL (
    SELECT id, username, picture_id, is_private, suspended_at FROM users WHERE id = a.user_id LIMIT 1
  ) u
  WHERE a.event_id = e.id AND $1 <> ${anonymousViewerId} AND ${notBlockedSql} AND ${accessibleProfileSql}
  ORDER BY a.id DESC LIMIT ${maxCountedGoing}`

/**
 * Condition over an event `e` and its author `u`: it is not over, and viewer `$1` may see its author. Everybody with an
 * account sees events of private accounts too, visitors without a session those of public ones (decision 13).
 */
const visibleEventSql = `${notOverSql} AND ${notBlockedSql} AND ($1 <> ${anonymousViewerId} OR NOT u.is_private)`

const eventsSql = (conditionSql: string, limitSql = '') => `
  SELECT e.id, e.title, e.description, e.starts_at, e.ends_at, e.over_at, e.created_at, e.place_id,
    pl.name AS place_name, pl.town AS place_town, pl.province AS place_province, e.author_id, e.username, m.name AS picture,
    (SELECT 1 FROM event_attendances own WHERE own.event_id = e.id AND own.user_id = $1 LIMIT 1) IS NOT NULL AS is_going,
    going.going_count, COALESCE(going.people, '[]') AS going_people
  FROM (
    SELECT e.*, u.username, u.picture_id FROM events e CROSS JOIN LATERAL (
      SELECT id, username, picture_id, is_private, suspended_at FROM users WHERE id = e.author_id LIMIT 1
    ) u
    WHERE ${conditionSql} AND ${visibleEventSql}
    ORDER BY e.starts_at, e.id ${limitSql}
  ) e JOIN places pl ON pl.id = e.place_id LEFT JOIN media m ON m.id = e.picture_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS going_count,
        json_agg(json_build_object('id', id, 'username', username,
          'picture', (SELECT name FROM media WHERE media.id = picture_id)) ORDER BY rank) FILTER (WHERE rank <= ${maxFaces})
          AS people
      FROM (${goingSql}) participant
    ) going
  ORDER BY e.starts_at, e.id`

type EventList = { viewerId: number; placeId: number; startsMs: number; afterId: number; limit: number; offset: number }

/** Returns the events of a place that are not over, soonest first. */
export const findEventsOfPlace = statement<EventRow, EventList>(
  eventsSql('e.place_id = $2 AND (e.starts_at, e.id) > (to_timestamp($3::float8 / 1000), $4)', 'LIMIT $5 OFFSET $6'),
  ['viewerId', 'placeId', 'startsMs', 'afterId', 'limit', 'offset'],
)

/** Condition over an event `e`: it goes on, so it began at most the longest event ago, or begins within a week. */
const isSoonSql = `e.starts_at > statement_timestamp() - interval '${longestDays} days'
    AND e.starts_at < statement_timestamp() + interval '7 days'`
/** Condition over an event `e`: viewer `$1` has muted neither its author nor its place. */
const notMutedEventSql = `${notMutedSql('e.author_id')} AND ${notMutedPlaceSql('e.place_id')}`
const maxListed = 20

/** Returns the next events at places that the viewer follows. */
export const findEventsOfFollowed = statement<EventRow, [viewerId: number]>(
  eventsSql(
    `e.place_id IN (SELECT f.place_id FROM place_follows f WHERE f.user_id = $1) AND ${isSoonSql} AND ${notMutedEventSql}`,
    `LIMIT ${maxListed}`,
  ),
)

/** Returns the next events in a part of the map. */
export const findEventsInArea = statement<EventRow, MapBox & { viewerId: number }>(
  eventsSql(
    `${isSoonSql} AND ${notMutedEventSql} AND (
      SELECT 1 FROM places pl WHERE pl.id = e.place_id AND pl.latitude BETWEEN $3 AND $5
        AND CASE WHEN $2::float8 <= $4::float8 THEN pl.longitude BETWEEN $2 AND $4 ELSE pl.longitude >= $2 OR pl.longitude <= $4 END
      LIMIT 1) IS NOT NULL`,
    `LIMIT ${maxListed}`,
  ),
  ['viewerId', 'west', 'south', 'east', 'north'],
)

/** Returns the next events with all of the words. */
export const findEventsByWords = statement<EventRow, { viewerId: number; words: string; withBeginning: boolean }>(
  eventsSql('e.words @@ words_query($2, $3)', `LIMIT ${maxListed}`),
  ['viewerId', 'words', 'withBeginning'],
)

/** Counts the coming events of a place, up to `countedEvents`. */
export const countEventsOfPlace = statement<{ count: number }, [viewerId: number, placeId: number]>(`
  SELECT count(*)::int AS count FROM (
    SELECT 1 FROM events e CROSS JOIN LATERAL (
      SELECT id, is_private, suspended_at FROM users WHERE id = e.author_id LIMIT 1
    ) u
    WHERE e.place_id = $2 AND ${visibleEventSql} LIMIT ${countedEvents}
  ) coming`)

/** Finds an event; undefined if it is over, or the viewer may not see its author. */
export const findEvent = statement<EventRow, [viewerId: number, eventId: number]>(eventsSql('e.id = $2')).first

/** Reads times of a clock in Italy. */
export const readTimes = statement<EventTimes, [startsAt: string, endsAt: string | null]>(`
  SELECT $1::timestamp AT TIME ZONE 'Europe/Rome' AS starts_at, $2::timestamp AT TIME ZONE 'Europe/Rome' AS ends_at,
    statement_timestamp() AS now`).first

/** Counts the events of somebody that are not over. */
export const countUpcoming = statement<{ count: number }, [authorId: number]>(
  `SELECT count(*)::int AS count FROM events e WHERE e.author_id = $1 AND ${notOverSql}`,
).first

type NewEvent = {
  author_id: number
  place_id: number
  title: string
  description: string
  starts_at: Date
  ends_at: Date | null
  over_at: Date
}

const insert = statement<{ id: number }, NewEvent>(
  `
  INSERT INTO events (author_id, place_id, title, description, starts_at, ends_at, over_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
  ['author_id', 'place_id', 'title', 'description', 'starts_at', 'ends_at', 'over_at'],
)

/** @returns its id. */
export async function insertEvent(db: Database, event: NewEvent): Promise<number> {
  return (await insert.one(db, event)).id
}

const insertAttendance = statement<never, [userId: number, eventId: number]>(`
  INSERT INTO event_attendances (event_id, user_id) SELECT id, $1 FROM events WHERE id = $2 FOR KEY SHARE
  ON CONFLICT DO NOTHING`)
const deleteAttendance = statement<never, [userId: number, eventId: number]>(
  'DELETE FROM event_attendances WHERE user_id = $1 AND event_id = $2',
)

/** Stores whether somebody goes to an event. A repeated call changes nothing. */
export const setAttendance = (db: Database, userId: number, eventId: number, isGoing: boolean) =>
  (isGoing ? insertAttendance : deleteAttendance)(db, userId, eventId)

/** @returns whether there was such an event. */
export const deleteEventOf = statement<{ id: number }, [authorId: number, id: number]>(
  'DELETE FROM events WHERE author_id = $1 AND id = $2 RETURNING id',
).any

export const deleteEvent = statement<never, [id: number]>('DELETE FROM events WHERE id = $1')

/** Deletes events that have been over for some days, unless moderators still have to judge them. */
export const purgeEvents = statement<never, []>(`
  DELETE FROM events WHERE over_at < now() - interval '${daysKept} days'
    AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.event_id = events.id AND r.closed_by IS NULL)`)
