import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, done, flagInput, latitudeInput, longitudeInput } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { profileVisibility } from './listed-user.ts'
import { notifyRadius } from './limits.ts'

const flag = z.literal([0, 1])
/** The people who may start a conversation with the user; accepted conversations continue. */
const chatFrom = z.enum(['everyone', 'following', 'nobody'])
export type ChatFrom = z.output<typeof chatFrom>

/** Omitted settings stay unchanged: clients of the original interface do not send them. */
const addedFlag = flagInput.optional()
/** Every setting that is on or off. */
const switches = {
  notify_likes: flagInput,
  notify_comments: flagInput,
  notify_mentions: addedFlag,
  notify_follows: flagInput,
  notify_spotted: flagInput,
  /** Only with it the server stores a coarse cell of the user's position. */
  notify_nearby_posts: flagInput,
  notify_followed_locations: flagInput,
  /** Events at places that the user follows. */
  notify_place_events: addedFlag,
  notify_messages: addedFlag,
  /** Without it a push notification names the sender and hides the text. */
  show_message_text: addedFlag,
}
export type SettingsSwitch = keyof typeof switches
export const switchNames = Object.keys(switches) as SettingsSwitch[]

const settings = z.object({
  profile_visibility: profileVisibility,
  ...(Object.fromEntries(switchNames.map((name) => [name, flag])) as Record<SettingsSwitch, typeof flag>),
  /** Metres from the viewer's coarse cell to the place of a post. */
  notify_radius: z.int(),
  chat_from: chatFrom,
})
export type Settings = z.output<typeof settings>

const radiusInput = z.coerce
  .number<number>({ error: fieldsText.radius })
  .int({ error: fieldsText.radius })
  .min(0, { error: fieldsText.radius })
  .max(notifyRadius.largest, { error: fieldsText.radius })

export const settingsCalls = {
  getUserSettings: {
    summary: 'The viewer’s settings',
    path: 'GET user/get_user_settings',
    access: 'viewer',
    scope: 'read',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId }),
    output: z.object({
      success: z.literal(true),
      settings,
      /** For moderators the number of undecided entries of the queue, up to the counting limit; otherwise null. */
      open_reports: z.int().nullable(),
      is_administrator: z.boolean(),
      /** The name of the operator; null if they have not given one. */
      operator: z.object({ name: z.string(), email: z.string() }).nullable(),
    }),
  },

  updateUserSettings: {
    summary: 'Change all settings; going public accepts pending follow requests',
    path: 'POST user/update_user_settings',
    access: 'viewer',
    scope: null,
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      profile_visibility: profileVisibility,
      ...switches,
      notify_radius: radiusInput,
      chat_from: z.enum(chatFrom.options, { error: fieldsText.chatFrom }).optional(),
    }),
    output: done,
    errors: [400, 429],
  },

  recordNearbyCell: {
    summary: 'Store the coarse cell of a position for 24 hours, if the viewer wants notifications about posts nearby',
    path: 'POST user/record_nearby_cell',
    access: 'viewer',
    scope: null,
    /** Two decimals suffice. */
    input: z.object({ lat: latitudeInput, lon: longitudeInput }),
    output: z.object({ success: z.literal(true) }),
    errors: [400, 429],
  },
} as const satisfies Record<string, Endpoint>
