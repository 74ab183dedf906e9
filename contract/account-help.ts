import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, credential, done, id, idInput, optionalText, writtenText } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { moderatorNoteLimit } from './limits.ts'
import { role } from './moderation.ts'

/** How somebody signs in: what an administrator needs to help them. */
const shownAccount = z.object({
  id,
  username: z.string(),
  email: z.string(),
  is_email_confirmed: z.boolean(),
  role,
  is_suspended: z.boolean(),
  passkeys_count: z.int(),
  recovery_codes_count: z.int(),
  /** Whether the server sends e-mail: without, nobody gets a link or a notice. */
  server_mails: z.boolean(),
})
export type ShownAccount = z.output<typeof shownAccount>

const administratorPassword = credential(200, fieldsText.passwordRequired)

/** The calls with which administrators help people who cannot sign in, or who want to go. Each is in the log. */
export const accountHelpCalls = {
  showAccount: {
    summary: 'Show how somebody signs in, by their username or e-mail address; the look is in the log',
    path: 'POST auth/show_account',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      name: writtenText(254, fieldsText.accountName, fieldsText.accountName),
    }),
    output: z.object({ success: z.literal(true), account: shownAccount }),
    errors: [400, 403, 404, 429],
  },

  mailResetLink: {
    summary: 'Mail somebody the link to choose a new password; their second factor stays',
    path: 'POST auth/mail_reset_link',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, helped_id: idInput }),
    output: done,
    errors: [400, 403, 404, 409, 429],
  },

  removeSecondFactor: {
    summary: 'Remove all passkeys and recovery codes of somebody, with the administrator’s password, and tell them',
    path: 'POST auth/remove_second_factor',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, helped_id: idInput, password: administratorPassword }),
    output: done,
    errors: [400, 403, 404, 409, 429],
  },

  deleteUser: {
    summary: 'Delete somebody’s account with everything in it, with the administrator’s password, and tell them',
    path: 'POST auth/delete_user',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      deleted_id: idInput,
      note: optionalText(moderatorNoteLimit, fieldsText.noteLength),
      password: administratorPassword,
    }),
    output: done,
    errors: [400, 403, 404, 429],
  },
} as const satisfies Record<string, Endpoint>
