import { domainToASCII } from 'node:url'
import type { RegistrationMode } from '#contract/registrations.ts'
import { registrationsText } from './registrations.text.ts'

/** Why somebody may not register; null if they may, as far as the mode goes. */
export function refuseRegistration(mode: RegistrationMode, hasInvitation: boolean): string | null {
  if (mode === 'closed') return registrationsText.closed
  return mode === 'invitation' && !hasInvitation ? registrationsText.invitationNeeded : null
}

/** Letters, digits and hyphens between dots, and at least one dot. */
const domainPattern = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]*[a-z0-9]$/

/** `Esémpio.IT.` → `xn--esmpio-cva.it`. @returns null if it is no domain. */
function normaliseDomain(domain: string): string | null {
  const normalised = domainToASCII(domain.replace(/\.$/, '')).toLowerCase()
  return domainPattern.test(normalised) ? normalised : null
}

/** The part after a plus sign does not make another mailbox. */
const withoutTag = (local: string) => local.replace(/(?<=.)\+.*$/, '')

/**
 * Returns an address or domain as it is stored: lower case, the domain in ASCII, the local part without a tag.
 * `@Esempio.it` is the domain. @returns null if it is neither.
 */
export function normaliseAddress(input: string): string | null {
  const at = input.lastIndexOf('@')
  const domain = normaliseDomain(input.slice(at + 1))
  if (domain === null || at <= 0) return domain
  const local = withoutTag(input.slice(0, at).toLowerCase())
  return /\s/.test(local) ? null : `${local}@${domain}`
}

/** Returns everything that would block this address: itself, its domain, and the domains above that one. */
export function blockersOf(email: string): string[] {
  const address = normaliseAddress(email)
  if (address === null) return []
  const labels = address.slice(address.lastIndexOf('@') + 1).split('.')
  return [address, ...labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))]
}

/** The part of an address that goes into the log, which moderators read: its domain. */
export const loggedAddress = (address: string): string =>
  address.includes('@') ? `…${address.slice(address.lastIndexOf('@'))}` : address
