import type { BlockedAddress, Invitation } from '#contract/registrations.ts'
import type { BlockedAddressRow, InvitationRow } from './registrations.queries.ts'

export const viewInvitation = ({ expires_at, created_at, ...row }: InvitationRow): Invitation => ({
  ...row,
  expires_at: expires_at.toISOString(),
  created_at: created_at.toISOString(),
})

export const viewBlockedAddress = ({ created_at, ...row }: BlockedAddressRow): BlockedAddress => ({
  ...row,
  created_at: created_at.toISOString(),
})
