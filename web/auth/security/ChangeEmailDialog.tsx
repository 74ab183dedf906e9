import { useState } from 'react'
import { EmailField } from '#web/auth/EmailField.tsx'
import { emailProblem } from '#web/platform/email-problem.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { PasswordField } from '#web/auth/PasswordField.tsx'
import { securityErrorMessage, useChangeEmail } from './security.api.ts'
import { securityText } from './security.text.ts'

type ChangeEmailDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called with the server's sentence about the e-mail. */
  onMailed: (message: string) => void
}

export function ChangeEmailDialog({ open, onOpenChange, onMailed }: ChangeEmailDialogProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const { mutate: change, isPending, error, reset } = useChangeEmail()
  const problem = emailProblem(email)
  const close = () => {
    onOpenChange(false)
    reset()
    setEmail('')
    setPassword('')
    setSubmitted(false)
  }
  const submit = () => {
    setSubmitted(true)
    if (problem || !password) return false
    change(
      { email, password },
      {
        onSuccess: ({ message }) => {
          close()
          onMailed(message)
        },
      },
    )
    return true
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={securityText.changeEmail}
      text={securityText.changeEmailText}
      submitLabel={securityText.sendLink}
      busy={isPending}
      problem={error && securityErrorMessage(error)}
      onSubmit={submit}
    >
      <EmailField
        label={securityText.newEmail}
        autoComplete="email"
        value={email}
        onChange={setEmail}
        error={submitted ? problem : null}
      />
      <PasswordField label={securityText.password} value={password} onChange={setPassword} submitted={submitted} />
    </FormDialog>
  )
}
