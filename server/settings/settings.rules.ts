import type { Settings } from '#contract/settings.ts'

/** H3 resolution of the one cell that is kept of who wants to hear of posts nearby: about 1.2 km from centre to corner (design section 6). */
export const coarseResolution = 7

/** What a new account has (spec section 5). The coarse cell that `notify_nearby_posts` needs is kept for nobody who did not ask. */
export const defaultSettings: Omit<Settings, 'profile_visibility'> = {
  notify_likes: 1,
  notify_comments: 1,
  notify_follows: 1,
  notify_spotted: 1,
  notify_nearby_posts: 0,
  notify_followed_locations: 1,
  notify_radius: 50,
  chat_from: 'everyone',
  notify_messages: 1,
  show_message_text: 0,
}
