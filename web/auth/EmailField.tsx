import type { ReactNode } from 'react'
import { TextField } from '#web/ui/TextField.tsx'

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
