import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { accessibleProfileSql, notBlockedSql } from '#server/users/users.queries.ts'
import type { EventTimes } from './events.rules.ts'

/** The last attendances that are read to count those whom the viewer may see. */
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
  author_id: number
  username: string
  picture: string | null
  is_going: boolean
  going_count: number
  going_people: FaceRow[]
}

const notOverSql = 'e.over_at > statement_timestamp()'

/** The participants of event `e` that viewer `$1` may see: private accounts appear to their followers only. */
const goingSql = `
  SELECT u.id, u.username, u.picture_id, a.id AS position
  FROM (SELECT id, user_id FROM event_attendances WHERE event_id = e.id ORDER BY id DESC LIMIT ${maxCountedGoing}) a
    JOIN users u ON u.id = a.user_id
  WHERE ${notBlockedSql} AND ${accessibleProfileSql}`

/** Events of authors whom viewer `$1` may see. An event is public, also one of a private account (decision 52). */
const eventsSql = (conditionSql: string, limitSql = '') => `
  SELECT e.id, e.title, e.description, e.starts_at, e.ends_at, e.author_id, e.username, m.name AS picture,
    (SELECT 1 FROM event_attendances own WHERE own.event_id = e.id AND own.user_id = $1 LIMIT 1) IS NOT NULL AS is_going,
    (SELECT count(*)::int FROM (${goingSql}) going) AS going_count,
    COALESCE((
      SELECT json_agg(face ORDER BY face.position DESC) FROM (
        SELECT going.id, going.username, face_media.name AS picture, going.position
        FROM (${goingSql} ORDER BY a.id DESC LIMIT ${maxFaces}) going
          LEFT JOIN media face_media ON face_media.id = going.picture_id
      ) face
    ), '[]') AS going_people
  FROM (
    SELECT e.*, u.username, u.picture_id FROM events e CROSS JOIN LATERAL (
      SELECT id, username, picture_id, suspended_at FROM users WHERE id = e.author_id LIMIT 1
    ) u
    WHERE ${conditionSql} AND ${notOverSql} AND ${notBlockedSql}
    ORDER BY e.starts_at, e.id ${limitSql}
  ) e LEFT JOIN media m ON m.id = e.picture_id
  ORDER BY e.starts_at, e.id`

type EventList = { viewerId: number; placeId: number; startsMs: number; afterId: number; limit: number; offset: number }

/** Returns the events of a place that are not over, soonest first. */
export const findEventsOfPlace = statement<EventRow, EventList>(
  eventsSql('e.place_id = $2 AND (e.starts_at, e.id) > (to_timestamp($3::float8 / 1000), $4)', 'LIMIT $5 OFFSET $6'),
  ['viewerId', 'placeId', 'startsMs', 'afterId', 'limit', 'offset'],
)

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

/** @returns its id. */
export async function insertEvent(db: Database, event: NewEvent): Promise<number> {
  return (await db.insertInto('events').values(event).returning('id').executeTakeFirstOrThrow()).id
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
export async function deleteEventOf(db: Database, authorId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('events')
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function deleteEvent(db: Database, id: number): Promise<void> {
  await db.deleteFrom('events').where('id', '=', id).execute()
}

/** Deletes events that have been over for some days, unless moderators still have to judge them. */
export async function purgeEvents(db: Database): Promise<void> {
  await db
    .deleteFrom('events')
    .where('over_at', '<', sql<Date>`now() - interval '1 day' * ${daysKept}`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reports')
            .select('reports.id')
            .whereRef('reports.event_id', '=', 'events.id')
            .where('reports.closed_by', 'is', null),
        ),
      ),
    )
    .execute()
}
