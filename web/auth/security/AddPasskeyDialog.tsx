import { useEffect, useState } from 'react'
import { passkeyNameLimit } from '#contract/limits.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { preloadPasskeys } from '#web/auth/browser-passkeys.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { PasswordField } from '#web/auth/AccountFields.tsx'
import { securityErrorMessage, useAddPasskey } from './security.api.ts'
import { securityText } from './security.text.ts'

type AddPasskeyDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called with the recovery codes after the first passkey. */
  onCodes: (codes: string[]) => void
}

export function AddPasskeyDialog({ open, onOpenChange, onCodes }: AddPasskeyDialogProps) {
  const [password, setPassword] = useState('')
  const [name, setName] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const { mutate: add, isPending, error, reset } = useAddPasskey()
  useEffect(preloadPasskeys, [])
  const close = () => {
    onOpenChange(false)
    reset()
    setPassword('')
    setName('')
    setSubmitted(false)
  }
  const submit = () => {
    setSubmitted(true)
    if (!password) return false
    add(
      { password, name },
      {
        onSuccess: ({ recovery_codes }) => {
          close()
          if (recovery_codes) onCodes(recovery_codes)
        },
      },
    )
    return true
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={securityText.addPasskey}
      text={securityText.addPasskeyText}
      submitLabel={securityText.continue}
      busy={isPending}
      problem={error && securityErrorMessage(error)}
      onSubmit={submit}
    >
      <PasswordField label={securityText.password} value={password} onChange={setPassword} submitted={submitted} />
      <TextField
        label={securityText.passkeyName}
        name="passkey-name"
        autoComplete="off"
        maxLength={passkeyNameLimit}
        value={name}
        onChange={setName}
        hint={securityText.passkeyNameHint}
      />
    </FormDialog>
  )
}
