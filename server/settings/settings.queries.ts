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
  notify_radius: number
  chat_from: ChatFrom
  notify_messages: boolean
  show_message_text: boolean
}
/** Clients of the original interface omit the settings that it lacks, which then stay unchanged. */
export type SettingsChange = Omit<SettingsRow, AddedSetting> & {
  [Setting in AddedSetting]?: SettingsRow[Setting] | undefined
}
type AddedSetting = 'notify_mentions' | 'chat_from' | 'notify_messages' | 'show_message_text'

const columns = [
  'notify_likes',
  'notify_comments',
  'notify_mentions',
  'notify_follows',
  'notify_spotted',
  'notify_nearby_posts',
  'notify_followed_locations',
  'notify_radius',
  'chat_from',
  'notify_messages',
  'show_message_text',
] as const

/** Finds a user's settings; undefined when they never changed any. */
export function findSettings(db: Database, userId: number): Promise<SettingsRow | undefined> {
  return db.selectFrom('user_settings').select(columns).where('user_id', '=', userId).executeTakeFirst()
}

export async function upsertSettings(db: Database, userId: number, settings: SettingsChange): Promise<void> {
  await db
    .insertInto('user_settings')
    .values({ user_id: userId, ...settings })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(settings))
    .execute()
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

export async function deleteCell(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('user_cells').where('user_id', '=', userId).execute()
}
