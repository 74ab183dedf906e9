import { TextField } from '#web/ui/TextField.tsx'

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
