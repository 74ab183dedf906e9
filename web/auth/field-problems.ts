import { fieldsText } from '#contract/fields.text.ts'
import { passwordLength, usernameLimit } from '#contract/limits.ts'

// Each function returns the problem with a value, or null. The server checks again.

export function usernameProblem(username: string) {
  if (!username.trim()) return fieldsText.usernameRequired
  if (!/^[A-Za-z0-9._]+$/.test(username.trim())) return fieldsText.usernameCharacters
  return username.trim().length > usernameLimit ? fieldsText.usernameLength : null
}

export function newPasswordProblem(password: string) {
  if (!password) return fieldsText.passwordRequired
  if (password.length < passwordLength.min) return fieldsText.passwordLength
  return password.length > passwordLength.max ? fieldsText.passwordTooLong : null
}
