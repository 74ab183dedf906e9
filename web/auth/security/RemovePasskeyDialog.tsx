import type { Passkey } from '#contract/passkeys.ts'
import { PasswordDialog } from './PasswordDialog.tsx'
import { securityErrorMessage, useDeletePasskey } from './security.api.ts'
import { securityText } from './security.text.ts'

type RemovePasskeyDialogProps = { passkey: Passkey | null; isLast: boolean; open: boolean; onClose: () => void }

export function RemovePasskeyDialog({ passkey, isLast, open, onClose }: RemovePasskeyDialogProps) {
  const { mutate: remove, isPending, error, reset } = useDeletePasskey()
  const name = passkey?.name ?? ''
  return (
    <PasswordDialog
      danger
      open={open}
      onClose={() => {
        onClose()
        reset()
      }}
      title={securityText.removePasskey}
      text={isLast ? securityText.removeLastPasskeyText(name) : securityText.removePasskeyText(name)}
      submitLabel={securityText.remove}
      busy={isPending}
      problem={error && securityErrorMessage(error)}
      onPassword={(password, done) => passkey && remove({ passkey_id: passkey.id, password }, { onSuccess: done })}
    />
  )
}
