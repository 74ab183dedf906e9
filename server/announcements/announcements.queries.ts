import { shownAnnouncements } from '#contract/limits.ts'
import { statement } from '#server/database/statement.ts'
import type { PageParameters } from '#server/platform/keyset.ts'

export type AnnouncementRow = { id: number; text: string; ends_at: Date | null }

const isOverSql = '(a.withdrawn_at IS NOT NULL OR COALESCE(a.ends_at <= now(), false))'

/** Returns the current announcements, newest first. */
export const findCurrent = statement<AnnouncementRow, []>(`
  SELECT a.id, a.text, a.ends_at FROM announcements a
  WHERE a.starts_at <= now() AND NOT ${isOverSql}
  ORDER BY a.id DESC LIMIT ${shownAnnouncements}`)

export type ListedAnnouncementRow = AnnouncementRow & {
  starts_at: Date
  state: 'current' | 'scheduled' | 'over'
  created_by: string | null
}

/** Returns all announcements, newest first. A withdrawn one ended then. */
export const findAnnouncements = statement<ListedAnnouncementRow, PageParameters>(
  `
  SELECT a.id, a.text, a.starts_at, LEAST(a.withdrawn_at, a.ends_at) AS ends_at,
    CASE WHEN ${isOverSql} THEN 'over' WHEN a.starts_at > now() THEN 'scheduled' ELSE 'current' END AS state,
    (SELECT username FROM users WHERE users.id = a.created_by) AS created_by
  FROM announcements a
  WHERE a.id < $1 ORDER BY a.id DESC LIMIT $2 OFFSET $3`,
  ['before', 'limit', 'offset'],
)

export type NewAnnouncement = { text: string; startsAt: Date; endsAt: Date | null; actorId: number | null }

export const insertAnnouncement = statement<{ id: number }, NewAnnouncement>(
  'INSERT INTO announcements (text, starts_at, ends_at, created_by) VALUES ($1, $2, $3, $4) RETURNING id',
  ['text', 'startsAt', 'endsAt', 'actorId'],
).first

/** @returns the text of the withdrawn announcement; undefined if there was none, or it is over. */
export const updateWithdrawn = statement<{ text: string }, [id: number]>(
  `UPDATE announcements a SET withdrawn_at = now() WHERE a.id = $1 AND NOT ${isOverSql} RETURNING a.text`,
).first

/** Past announcements are listed for a year. */
export const deleteOldAnnouncements = statement<never, []>(
  "DELETE FROM announcements WHERE LEAST(withdrawn_at, ends_at) < now() - interval '1 year'",
)
