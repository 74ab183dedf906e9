import { mutesLimit } from '#contract/limits.ts'
import type { Parsed } from '#contract/calls.ts'
import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'
import type { Pictured } from '#server/places/picture.queries.ts'
import type { PlaceRow } from '#server/places/places.queries.ts'
import type { PageParameters } from '#server/platform/keyset.ts'
import { notBlockedSql } from '#server/users/users.queries.ts'

export type MuteTarget = Pick<Parsed<'mute'>, 'target_type' | 'target_id'>

const columns = { user: 'person_id', place: 'place_id' } as const
type Mute = { id: number }
type MuteInput = [userId: number, targetId: number]

const insertInto = (column: string) =>
  statement<Mute, MuteInput>(`
  INSERT INTO mutes (user_id, ${column})
  SELECT $1, $2::bigint WHERE (
    SELECT count(*) FROM (SELECT 1 FROM mutes WHERE user_id = $1 LIMIT ${mutesLimit}) kept) < ${mutesLimit} RETURNING id`)
    .first
const findIn = (column: string) =>
  statement<Mute, MuteInput>(`SELECT id FROM mutes WHERE user_id = $1 AND ${column} = $2`).first
const deleteFrom = (column: string) =>
  statement<Mute, MuteInput>(`DELETE FROM mutes WHERE user_id = $1 AND ${column} = $2 RETURNING id`).first

const statementsOf = (column: string) => ({
  insert: insertInto(column),
  find: findIn(column),
  remove: deleteFrom(column),
})
const statements = { user: statementsOf(columns.user), place: statementsOf(columns.place) }

/** Mutes a user or place. @returns whether it is muted now; false when there is no room. */
export async function insertMute(db: Database, user: Locked<{ id: number }>, target: MuteTarget): Promise<boolean> {
  const { find, insert } = statements[target.target_type]
  const mute = (await find(db, user.id, target.target_id)) ?? (await insert(db, user.id, target.target_id))
  return mute !== undefined
}

/** @returns whether the user or place was muted. */
export const deleteMute = async (db: Database, userId: number, target: MuteTarget): Promise<boolean> =>
  (await statements[target.target_type].remove(db, userId, target.target_id)) !== undefined

/** A muted user has a username and perhaps a picture, a muted place a name. */
export type MutedRow = {
  row_id: number
  username: string | null
  display_name: string | null
} & Pictured<PlaceRow>

/** Returns whom and what the viewer has muted, newest first, without people who are suspended or blocked. */
export const findMuted = statement<MutedRow, PageParameters & { viewerId: number }>(
  `
  SELECT x.id AS row_id, u.username, u.display_name, COALESCE(u.id, pl.id) AS id, pl.name, pl.kind, pl.town,
    pl.province, pl.latitude, pl.longitude,
    (SELECT m.name FROM media m WHERE m.id = u.picture_id) AS picture
  FROM mutes x LEFT JOIN users u ON u.id = x.person_id LEFT JOIN places pl ON pl.id = x.place_id
  WHERE x.user_id = $1 AND x.id < $2 AND (x.person_id IS NULL OR ${notBlockedSql})
  ORDER BY x.id DESC LIMIT $3 OFFSET $4`,
  ['viewerId', 'before', 'limit', 'offset'],
)
