import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, done, id, idInput, optionalLine, searchText, timestamp, writtenLine } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { invitationLifetimesDays, invitationNoteLimit, invitationUsesLimit } from './limits.ts'
import { nextCursor, pageInput } from './paging.ts'

const registrationMode = z.enum(['open', 'invitation', 'closed'])
export type RegistrationMode = z.output<typeof registrationMode>

/**
 * An invitation lets people create an account while registrations are by invitation. The server does not store who used
 * it.
 */
const invitation = z.object({
  id,
  note: z.string(),
  max_uses: z.int(),
  uses: z.int(),
  expires_at: timestamp,
  created_at: timestamp,
  /** The administrator; null for the operator and for a deleted account. */
  created_by: z.string().nullable(),
})
export type Invitation = z.output<typeof invitation>

const blockedAddress = z.object({
  id,
  /** `esempio.it`, with all domains below it, or `qualcuno@esempio.it`. */
  address: z.string(),
  created_at: timestamp,
})
export type BlockedAddress = z.output<typeof blockedAddress>

export const registrationsCalls = {
  getRegistrationMode: {
    summary: 'Whether anybody may create an account, only those with an invitation, or nobody',
    path: 'GET registrations/get_mode',
    access: 'public',
    scope: null,
    input: z.object({}),
    output: z.object({ success: z.literal(true), mode: registrationMode }),
  },

  changeRegistrationMode: {
    summary: 'Open registrations to all, to those with an invitation, or to nobody',
    path: 'POST registrations/change_mode',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, mode: registrationMode }),
    output: done,
    errors: [400, 429],
  },

  getInvitations: {
    summary: 'Invitations, newest first; those that have expired for 30 days',
    path: 'GET registrations/get_invitations',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, ...pageInput }),
    output: z.object({ success: z.literal(true), invitations: z.array(invitation), next_cursor: nextCursor }),
    errors: [400],
  },

  createInvitation: {
    summary: 'Create an invitation; this reply is the only place that shows its link',
    path: 'POST registrations/create_invitation',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      note: optionalLine(invitationNoteLimit, fieldsText.invitationNote),
      max_uses: z.coerce
        .number<number>({ error: fieldsText.invitationUses })
        .int({ error: fieldsText.invitationUses })
        .min(1, { error: fieldsText.invitationUses })
        .max(invitationUsesLimit, { error: fieldsText.invitationUses })
        .default(1),
      days: z.coerce.number<number>().pipe(z.literal([...invitationLifetimesDays])),
    }),
    output: z.object({ success: z.literal(true), url: z.string(), invitation }),
    errors: [400, 429],
  },

  withdrawInvitation: {
    summary: 'Withdraw an invitation: nobody can use it any more',
    path: 'POST registrations/withdraw_invitation',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, invitation_id: idInput }),
    output: done,
    errors: [400, 404, 429],
  },

  getBlockedAddresses: {
    summary: 'E-mail addresses and domains that may not register, newest first; with a query those that contain it',
    path: 'GET registrations/get_blocked_addresses',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, query: searchText.default(''), ...pageInput }),
    output: z.object({ success: z.literal(true), addresses: z.array(blockedAddress), next_cursor: nextCursor }),
    errors: [400],
  },

  blockAddress: {
    summary: 'Keep an e-mail address, or a domain with all below it, from registering',
    path: 'POST registrations/block_address',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      address: writtenLine(254, fieldsText.blockedAddress, fieldsText.blockedAddress),
    }),
    output: done,
    errors: [400, 409, 429],
  },

  unblockAddress: {
    summary: 'Let an address or domain register again',
    path: 'POST registrations/unblock_address',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, blocked_id: idInput }),
    output: done,
    errors: [400, 404, 429],
  },
} as const satisfies Record<string, Endpoint>
