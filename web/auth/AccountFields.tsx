import type { ReactNode } from 'react'
import { fieldsText } from '#contract/fields.text.ts'
import { passwordLength, usernameLimit } from '#contract/limits.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { authText } from './auth.text.ts'

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

type UsernameFieldProps = {
  label: string
  autoComplete: 'username' | 'off'
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error: string | null
  trailing: ReactNode
}

/** The field for a username that is being chosen. */
export const UsernameField = (props: UsernameFieldProps) => (
  <TextField
    name="username"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    maxLength={usernameLimit}
    hint={authText.usernameHint}
    required
    {...props}
  />
)

type EmailFieldProps = {
  label: string
  /** `username` where the address identifies an existing account, so that password managers fill it in. */
  autoComplete: 'username' | 'email'
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error: string | null
  hint?: string
  trailing?: ReactNode
}

export const EmailField = (props: EmailFieldProps) => (
  <TextField type="email" name="email" inputMode="email" required {...props} />
)

type NewPasswordFieldProps = {
  label: string
  /** `password` if the form has no other password field. */
  name: 'password' | 'new-password'
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error: string | null
  hint: string
}

/** The field for a password that is being chosen. */
export const NewPasswordField = (props: NewPasswordFieldProps) => (
  <TextField type="password" autoComplete="new-password" required {...props} />
)

type PasswordFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** Whether to report that it is missing. */
  submitted: boolean
}

/** The field for the current password of the signed-in user. */
export function PasswordField({ label, value, onChange, submitted }: PasswordFieldProps) {
  const user = useCurrentUser()
  return (
    <>
      {/* Tells password managers which account it is. */}
      <input type="email" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <TextField
        label={label}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        value={value}
        onChange={onChange}
        error={submitted && !value ? fieldsText.passwordRequired : null}
      />
    </>
  )
}
