import type { Settings } from '#contract/settings.ts'
import { statement } from '#server/database/statement.ts'
import { defaultSettings, defaultSwitches } from './settings.rules.ts'

/** Every setting has a column of its name. */
export type SettingsRow = Omit<Settings, 'profile_visibility'>
export const settingNames = Object.keys(defaultSettings) as (keyof SettingsRow)[]

/** The column of a switch is a boolean; the contract has 0 and 1. */
const columnsSql = settingNames.map((name) => (name in defaultSwitches ? `${name}::int` : name)).join(', ')

/** Finds a user's settings; undefined when they never changed any. */
export const findSettings = statement<SettingsRow, [userId: number]>(
  `SELECT ${columnsSql} FROM user_settings WHERE user_id = $1`,
).first

/** Changes nothing if the user has settings. */
export const insertSettings = statement<never, SettingsRow & { userId: number }>(
  `
  INSERT INTO user_settings (user_id, ${settingNames.join(', ')})
  VALUES ($1, ${settingNames.map((_, index) => `$${index + 2}`).join(', ')}) ON CONFLICT DO NOTHING`,
  ['userId', ...settingNames],
)

/** Omitted settings stay unchanged. */
export const updateSettings = statement<
  never,
  { [Name in keyof SettingsRow]?: SettingsRow[Name] | undefined } & { userId: number }
>(
  `
  UPDATE user_settings SET ${settingNames.map((name, index) => `${name} = COALESCE($${index + 2}, ${name})`).join(', ')}
  WHERE user_id = $1`,
  ['userId', ...settingNames],
)

/**
 * Stores the coarse cell where a user is, with the session that reported it, while their nearby notifications are on.
 * Waits for a concurrent change of that setting. @param cell H3 index of `coarseResolution`.
 */
export const upsertCell = statement<never, [sessionId: number, cell: string]>(`
  INSERT INTO user_cells (user_id, session_id, c7)
  SELECT s.user_id, s.id, $2::bigint FROM sessions s JOIN user_settings us ON us.user_id = s.user_id
  WHERE s.id = $1 AND us.notify_nearby_posts FOR SHARE OF us FOR KEY SHARE OF s
  ON CONFLICT (user_id) DO UPDATE SET session_id = excluded.session_id, c7 = excluded.c7, seen_at = now()`)

export const deleteCell = statement<never, [userId: number]>('DELETE FROM user_cells WHERE user_id = $1')
