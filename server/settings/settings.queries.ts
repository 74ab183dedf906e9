import type { Database } from '#server/database/connect.ts'

export type SettingsRow = {
  notify_likes: boolean
  notify_comments: boolean
  notify_follows: boolean
  notify_spotted: boolean
  notify_nearby_posts: boolean
  notify_followed_locations: boolean
  notify_radius: number
}

const columns = [
  'notify_likes', 'notify_comments', 'notify_follows', 'notify_spotted', 'notify_nearby_posts', 'notify_followed_locations', 'notify_radius',
] as const

/** Undefined: the person never changed any. */
export function findSettings(db: Database, userId: number): Promise<SettingsRow | undefined> {
  return db.selectFrom('user_settings').select(columns).where('user_id', '=', userId).executeTakeFirst()
}

export async function upsertSettings(db: Database, userId: number, settings: SettingsRow): Promise<void> {
  await db.insertInto('user_settings').values({ user_id: userId, ...settings })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(settings)).execute()
}
