import { PasswordDialog } from './PasswordDialog.tsx'
import { securityErrorMessage, useRenewRecoveryCodes } from './security.api.ts'
import { securityText } from './security.text.ts'

type RenewCodesDialogProps = { open: boolean; onClose: () => void; onCodes: (codes: string[]) => void }

export function RenewCodesDialog({ open, onClose, onCodes }: RenewCodesDialogProps) {
  const { mutate: renew, isPending, error, reset } = useRenewRecoveryCodes()
  return (
    <PasswordDialog
      open={open}
      onClose={() => {
        onClose()
        reset()
      }}
      title={securityText.renewCodesTitle}
      text={securityText.renewCodesText}
      submitLabel={securityText.createCodes}
      busy={isPending}
      problem={error && securityErrorMessage(error)}
      onPassword={(password, done) =>
        renew(password, {
          onSuccess: ({ recovery_codes }) => {
            done()
            onCodes(recovery_codes)
          },
        })
      }
    />
  )
}
