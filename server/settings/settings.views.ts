import type { Settings } from '#contract/settings.ts'
import { viewVisibility } from '#server/users/users.views.ts'
import type { Operator } from '#server/platform/config.ts'
import type { SettingsRow } from './settings.queries.ts'
import { defaultSettings } from './settings.rules.ts'

export const viewOperator = ({ operatorName, operatorEmail }: Operator) =>
  operatorName === undefined ? null : { name: operatorName, email: operatorEmail }

const flag = (on: boolean) => (on ? 1 : 0)

export function viewSettings(isPrivate: boolean, row: SettingsRow | undefined): Settings {
  const profile_visibility = viewVisibility(isPrivate)
  if (!row) return { profile_visibility, ...defaultSettings }
  return {
    profile_visibility,
    notify_likes: flag(row.notify_likes),
    notify_comments: flag(row.notify_comments),
    notify_mentions: flag(row.notify_mentions),
    notify_follows: flag(row.notify_follows),
    notify_spotted: flag(row.notify_spotted),
    notify_nearby_posts: flag(row.notify_nearby_posts),
    notify_followed_locations: flag(row.notify_followed_locations),
    notify_place_events: flag(row.notify_place_events),
    notify_radius: row.notify_radius,
    chat_from: row.chat_from,
    notify_messages: flag(row.notify_messages),
    show_message_text: flag(row.show_message_text),
  }
}
