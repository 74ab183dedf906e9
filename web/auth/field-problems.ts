import { fieldsText } from '#contract/fields.text.ts'

/** What is wrong with a field before the server is asked; the server has the last word. */
export function usernameProblem(username: string) {
  if (!username.trim()) return fieldsText.usernameRequired
  if (!/^[A-Za-z0-9._]+$/.test(username.trim())) return fieldsText.usernameCharacters
  return username.trim().length > 30 ? fieldsText.usernameLength : null
}

export function newPasswordProblem(password: string) {
  if (!password) return fieldsText.passwordRequired
  if (password.length < 8) return fieldsText.passwordLength
  return password.length > 200 ? fieldsText.passwordTooLong : null
}
