import { notifyRadius } from '#contract/limits.ts'
import { type Settings, type SettingsSwitch, switchNames } from '#contract/settings.ts'

/**
 * H3 resolution of the cell stored for nearby notifications: about 1.2 km from centre to corner
 * (docs/product.md, "Location privacy").
 */
export const coarseResolution = 7

/** One stores a coarse cell, the other shows words to whoever sees the device. */
const offByDefault: readonly SettingsSwitch[] = ['notify_nearby_posts', 'show_message_text']
/** Switches of a new account. */
export const defaultSwitches = Object.fromEntries(
  switchNames.map((name) => [name, offByDefault.includes(name) ? 0 : 1]),
) as Record<SettingsSwitch, 0 | 1>
/** Settings of a new account. */
export const defaultSettings: Omit<Settings, 'profile_visibility'> = {
  ...defaultSwitches,
  notify_radius: notifyRadius.default,
  chat_from: 'everyone',
}
