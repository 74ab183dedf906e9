import { fieldsText } from '#contract/fields.text.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { TextField } from '#web/ui/TextField.tsx'

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
