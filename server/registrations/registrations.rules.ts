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

/** The domains of a provider whose addresses are the same with dots and without, and at either of them. */
const gmailDomains = ['gmail.com', 'googlemail.com']

/** Neither does the part after a plus sign make another mailbox, nor do Gmail's dots. */
function normaliseMailbox(local: string, domain: string): string {
  const untagged = local.toLowerCase().replace(/(?<=.)\+.*$/, '')
  return gmailDomains.includes(domain) ? `${untagged.replaceAll('.', '')}@${gmailDomains[0]}` : `${untagged}@${domain}`
}

/**
 * Returns an address or domain as it is stored: lower case, the domain in ASCII, the local part as of its mailbox.
 * `@Esempio.it` is the domain. @returns null if it is neither.
 */
export function normaliseAddress(input: string): string | null {
  const at = input.lastIndexOf('@')
  const domain = normaliseDomain(input.slice(at + 1))
  if (domain === null || at <= 0) return domain
  const mailbox = normaliseMailbox(input.slice(0, at), domain)
  return /\s/.test(mailbox) ? null : mailbox
}

/** Returns what all spellings of an address have in common whose letters arrive in one mailbox. */
export const mailboxOf = (email: string): string => normaliseAddress(email) ?? email.toLowerCase()

/** Returns everything that would block this address: itself, its domain, and the domains above that one. */
export function blockersOf(email: string): string[] {
  const address = normaliseAddress(email)
  if (address === null) return []
  const labels = (normaliseDomain(email.slice(email.lastIndexOf('@') + 1)) ?? '').split('.')
  return [address, ...labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))]
}

/** The part of an address that goes into the log, which moderators read: its domain. */
export const loggedAddress = (address: string): string =>
  address.includes('@') ? `…${address.slice(address.lastIndexOf('@'))}` : address
