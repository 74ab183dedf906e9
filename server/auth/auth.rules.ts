import { createRequire } from 'node:module'
import { authText } from './auth.text.ts'

/** The 50,000 most common passwords of eight characters or more. */
const commonPasswords = createRequire(import.meta.url)('fxa-common-password-list') as {
  test: (password: string) => boolean
}

/** Returns the reason why a password is refused, or null. */
export function refusePassword(password: string): string | null {
  return commonPasswords.test(password.toLowerCase()) ? authText.commonPassword : null
}

/** Returns the sentence for the violated unique constraint, or null. */
export function takenField(constraint: unknown): string | null {
  if (constraint === 'users_username_key') return authText.usernameTaken
  if (constraint === 'users_email_key') return authText.emailTaken
  return null
}

/**
 * Whether the address of an account is known to be its holder's. Where the server sends no e-mail nobody can confirm an
 * address, and every address counts (decision 16).
 */
export const isEmailTrusted = (
  { email_confirmed }: { email_confirmed: boolean },
  { smtpUrl }: { smtpUrl: string | undefined },
): boolean => email_confirmed || smtpUrl === undefined
