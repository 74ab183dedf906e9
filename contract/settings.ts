import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, done, flagInput } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { profileVisibility } from './listed-user.ts'

const flag = z.literal([0, 1])
/** Who may begin to write to somebody; whom they have accepted, or written to, goes on. */
export const chatFrom = z.enum(['everyone', 'following', 'nobody'])
export type ChatFrom = z.output<typeof chatFrom>

export const settings = z.object({
  profile_visibility: profileVisibility,
  notify_likes: flag,
  notify_comments: flag,
  notify_follows: flag,
  notify_spotted: flag,
  /** Off until somebody switches it on: only with it may a server keep where they are, as a coarse cell. */
  notify_nearby_posts: flag,
  notify_followed_locations: flag,
  /** Metres: 0 to 5000 in steps of 10 (spec section 5). */
  notify_radius: z.int(),
  chat_from: chatFrom,
  notify_messages: flag,
  /** Off until somebody switches it on: without it a push message says who wrote, not what. */
  show_message_text: flag,
})
export type Settings = z.output<typeof settings>

const radiusInput = z.coerce
  .number<number>({ error: fieldsText.radius })
  .int({ error: fieldsText.radius })
  .min(0, { error: fieldsText.radius })
  .max(5000, { error: fieldsText.radius })
  .multipleOf(10, { error: fieldsText.radius })

export const settingsCalls = {
getUserSettings: {
  summary: 'The viewer’s settings',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId }),
  output: z.object({
    success: z.literal(true),
    settings,
    /** Of a moderator: how many reported things wait for a decision, as far as is counted. Null for everybody else. */
    open_reports: z.int().nullable(),
  }),
},

updateUserSettings: {
  summary: 'Change all settings; going public accepts the pending follow requests',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({
    user_id: actingUserId,
    profile_visibility: profileVisibility,
    notify_likes: flagInput,
    notify_comments: flagInput,
    notify_follows: flagInput,
    notify_spotted: flagInput,
    notify_nearby_posts: flagInput,
    notify_followed_locations: flagInput,
    notify_radius: radiusInput,
    /** What is left out stays as it is: clients of the original interface know nothing of these. */
    chat_from: z.enum(chatFrom.options, { error: fieldsText.chatFrom }).optional(),
    notify_messages: flagInput.optional(),
    show_message_text: flagInput.optional(),
  }),
  output: done,
  errors: [400, 429],
},
} as const satisfies Record<string, Endpoint>
