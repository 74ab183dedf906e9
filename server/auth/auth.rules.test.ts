import { expect, test } from 'vitest'
import { isEmailTrusted, refusePassword, takenField } from './auth.rules.ts'
import { authText } from './auth.text.ts'

test('A common password is refused however it is capitalised; another one is accepted', () => {
  expect(refusePassword('password123')).toBe(authText.commonPassword)
  expect(refusePassword('PassWord123')).toBe(authText.commonPassword)
  expect(refusePassword('tre gatti sul tetto')).toBeNull()
})

test.each([
  ['users_username_key', authText.usernameTaken],
  ['users_email_key', authText.emailTaken],
  ['posts_client_id_key', null],
  [undefined, null],
])('Somebody who violates %s reads which field is taken, if it is one of theirs', (constraint, sentence) => {
  expect(takenField(constraint)).toBe(sentence)
})

test.each([
  ['a confirmed address on a server that sends e-mail', true, 'smtp://localhost', true],
  ['an unconfirmed address on a server that sends e-mail', false, 'smtp://localhost', false],
  ['any address on a server that sends none', false, undefined, true],
  ['a confirmed address on a server that sends none', true, undefined, true],
])('Trust in %s', (_case, email_confirmed, smtpUrl, isTrusted) => {
  expect(isEmailTrusted({ email_confirmed }, { smtpUrl })).toBe(isTrusted)
})
