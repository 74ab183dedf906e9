import { fieldsText } from '#contract/fields.text.ts'

/** Returns the problem with an e-mail address, or null. The server checks it again. */
export function emailProblem(email: string) {
  if (!email.trim()) return fieldsText.emailRequired
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? null : fieldsText.email
}
