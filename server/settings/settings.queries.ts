import type { ChatFrom } from '#contract/settings.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'

export type SettingsRow = {
  notify_likes: boolean
  notify_comments: boolean
  notify_mentions: boolean
  notify_follows: boolean
  notify_spotted: boolean
  notify_nearby_posts: boolean
  notify_followed_locations: boolean
  notify_place_events: boolean
  notify_radius: number
  chat_from: ChatFrom
  notify_messages: boolean
  show_message_text: boolean
}
/** Clients of the original interface omit the settings that it lacks, which then stay unchanged. */
export type SettingsChange = Omit<SettingsRow, AddedSetting> & {
  [Setting in AddedSetting]?: SettingsRow[Setting] | undefined
}

const addedSettings = [
  'notify_mentions',
  'chat_from',
  'notify_messages',
  'show_message_text',
  'notify_place_events',
] as const
type AddedSetting = (typeof addedSettings)[number]
const statedSettings = [
  'notify_likes',
  'notify_comments',
  'notify_follows',
  'notify_spotted',
  'notify_nearby_posts',
  'notify_followed_locations',
  'notify_radius',
] as const

/** Finds a user's settings; undefined when they never changed any. */
export const findSettings = statement<SettingsRow, [userId: number]>(
  `SELECT ${[...statedSettings, ...addedSettings].join(', ')} FROM user_settings WHERE user_id = $1`,
).first

const upsertStated = statement<never, SettingsChange & { userId: number }>(
  `
  INSERT INTO user_settings (user_id, ${statedSettings.join(', ')}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (user_id) DO UPDATE SET ${statedSettings.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  ['userId', ...statedSettings],
)
const updateAdded = statement<never, SettingsChange & { userId: number }>(
  `
  UPDATE user_settings
  SET notify_mentions = COALESCE($2, notify_mentions), chat_from = COALESCE($3, chat_from),
    notify_messages = COALESCE($4, notify_messages), show_message_text = COALESCE($5, show_message_text),
    notify_place_events = COALESCE($6, notify_place_events)
  WHERE user_id = $1`,
  ['userId', ...addedSettings],
)

export async function upsertSettings(db: Database, userId: number, settings: SettingsChange): Promise<void> {
  await upsertStated(db, { userId, ...settings })
  await updateAdded(db, { userId, ...settings })
}

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
