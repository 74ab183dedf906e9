import { fieldsText } from '#contract/fields.text.ts'

/** What is wrong with a mail address before the server is asked; the server has the last word. */
export function emailProblem(email: string) {
  if (!email.trim()) return fieldsText.emailRequired
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? null : fieldsText.email
}
