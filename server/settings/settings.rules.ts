import { notifyRadius } from '#contract/limits.ts'
import type { Settings, SettingsSwitch } from '#contract/settings.ts'

/**
 * H3 resolution of the cell stored for nearby notifications: about 1.2 km from centre to corner
 * (docs/product.md, "Location privacy").
 */
export const coarseResolution = 7

/** Switches of a new account. `notify_nearby_posts` is off because it stores a coarse cell. */
export const defaultSwitches: Record<SettingsSwitch, 0 | 1> = {
  notify_likes: 1,
  notify_comments: 1,
  notify_mentions: 1,
  notify_follows: 1,
  notify_spotted: 1,
  notify_nearby_posts: 0,
  notify_followed_locations: 1,
  notify_place_events: 1,
  notify_messages: 1,
  show_message_text: 0,
}
/** Settings of a new account. */
export const defaultSettings: Omit<Settings, 'profile_visibility'> = {
  ...defaultSwitches,
  notify_radius: notifyRadius.default,
  chat_from: 'everyone',
}
