import { type ComponentProps, type ReactNode, useState } from 'react'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { PasswordField } from '#web/auth/AccountFields.tsx'
import { securityText } from './security.text.ts'

type PasswordDialogProps = Omit<ComponentProps<typeof FormDialog>, 'onSubmit' | 'children'> & {
  /** Further fields, before the password. */
  children?: ReactNode
  passwordLabel?: string
  /** `done` closes the dialog. */
  onPassword: (password: string, done: () => void) => void
}

/** Confirms a sensitive action with the password. */
export function PasswordDialog({
  onClose,
  onPassword,
  children,
  passwordLabel = securityText.password,
  ...shown
}: PasswordDialogProps) {
  const [password, setPassword] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const close = () => {
    onClose()
    setPassword('')
    setSubmitted(false)
  }
  const submit = () => {
    setSubmitted(true)
    if (password) onPassword(password, close)
    return password !== ''
  }
  return (
    <FormDialog {...shown} onClose={close} onSubmit={submit}>
      {children}
      <PasswordField label={passwordLabel} value={password} onChange={setPassword} submitted={submitted} />
    </FormDialog>
  )
}
