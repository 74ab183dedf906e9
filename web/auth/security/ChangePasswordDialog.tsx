import { useState } from 'react'
import { NewPasswordField } from '#web/auth/NewPasswordField.tsx'
import { newPasswordProblem } from '#web/auth/field-problems.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { PasswordField } from '#web/auth/PasswordField.tsx'
import { securityErrorMessage, useChangePassword } from './security.api.ts'
import { securityText } from './security.text.ts'

export function ChangePasswordDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [currentPassword, setCurrentPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const { mutate: change, isPending, error, reset } = useChangePassword()
  const problem = newPasswordProblem(newPassword)
  const close = () => {
    onOpenChange(false)
    reset()
    setCurrentPassword('')
    setNewPassword('')
    setSubmitted(false)
  }
  const submit = () => {
    setSubmitted(true)
    if (!currentPassword || problem) return false
    change({ current_password: currentPassword, new_password: newPassword }, { onSuccess: close })
    return true
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={securityText.changePassword}
      text={securityText.changePasswordText}
      submitLabel={securityText.change}
      busy={isPending}
      problem={error && securityErrorMessage(error)}
      onSubmit={submit}
    >
      <PasswordField
        label={securityText.currentPassword}
        value={currentPassword}
        onChange={setCurrentPassword}
        submitted={submitted}
      />
      <NewPasswordField
        label={securityText.newPassword}
        name="new-password"
        value={newPassword}
        onChange={setNewPassword}
        error={submitted ? problem : null}
        hint={securityText.newPasswordHint}
      />
    </FormDialog>
  )
}
