import { KeyRound, LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import type { Output } from '#contract/calls.ts'
import type { Passkey } from '#contract/passkeys.ts'
import { passkeysLimit } from '#contract/limits.ts'
import { Button } from '#web/ui/Button.tsx'
import { dialogTriggerProps } from '#web/ui/Dialog.tsx'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { supportsPasskeys } from '#web/auth/browser-passkeys.ts'
import { EditableSection } from '#web/settings/EditableSection.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { RemovePasskeyDialog } from './RemovePasskeyDialog.tsx'
import { RenewCodesDialog } from './RenewCodesDialog.tsx'
import { securityText } from './security.text.ts'
import { IconRow } from '#web/ui/IconRow.tsx'

/** Returns why no passkey can be added, or null. */
function passkeyUnavailableReason({ origin, passkeys }: Output<'getPasskeys'>, isEmailUnconfirmed: boolean) {
  if (origin === null) return securityText.passkeysUnsupportedAddress
  if (origin !== window.location.origin) return securityText.passkeysAtOrigin(origin)
  if (!supportsPasskeys()) return securityText.passkeysUnsupportedBrowser
  if (isEmailUnconfirmed) return securityText.passkeysNeedEmail
  return passkeys.length >= passkeysLimit ? securityText.passkeyLimit : null
}

type PasskeysSectionProps = { status: Output<'getPasskeys'>; isEmailUnconfirmed: boolean }

/** Passkeys and recovery codes, the optional second step of the sign-in. */
export function PasskeysSection({ status, isEmailUnconfirmed }: PasskeysSectionProps) {
  const [openDialog, setOpenDialog] = useState<'add' | 'remove' | 'renew' | 'codes' | null>(null)
  const [passkeyToRemove, setPasskeyToRemove] = useState<Passkey | null>(null)
  const [codes, setCodes] = useState<string[]>([])
  const unavailableReason = passkeyUnavailableReason(status, isEmailUnconfirmed)
  const closeDialog = () => setOpenDialog(null)
  const showCodes = (newCodes: string[]) => {
    setCodes(newCodes)
    setOpenDialog('codes')
  }
  return (
    <>
      <EditableSection
        title={securityText.passkeys}
        text={securityText.passkeysText}
        addLabel={securityText.addPasskey}
        unavailableReason={unavailableReason}
        onAdd={() => setOpenDialog('add')}
      >
        {status.passkeys.map((passkey) => (
          <IconRow
            key={passkey.id}
            icon={<KeyRound size={20} aria-hidden />}
            title={passkey.name}
            note={securityText.passkeyNote(passkey.created_at, passkey.last_used_at)}
          >
            <Button
              size="small"
              variant="outline"
              {...dialogTriggerProps}
              onClick={() => {
                setPasskeyToRemove(passkey)
                setOpenDialog('remove')
              }}
            >
              {securityText.remove}
              <span className="visually-hidden"> {passkey.name}</span>
            </Button>
          </IconRow>
        ))}
        {status.passkeys.length > 0 && (
          <IconRow
            icon={<LifeBuoy size={20} aria-hidden />}
            title={securityText.codes}
            note={securityText.codesLeft(status.recovery_codes_left)}
          >
            <Button size="small" variant="outline" {...dialogTriggerProps} onClick={() => setOpenDialog('renew')}>
              {securityText.renewCodes}
            </Button>
          </IconRow>
        )}
      </EditableSection>
      <AddPasskeyDialog
        open={openDialog === 'add'}
        onOpenChange={(open) => setOpenDialog(open ? 'add' : null)}
        onCodes={showCodes}
      />
      <RemovePasskeyDialog
        passkey={passkeyToRemove}
        isLast={status.passkeys.length === 1}
        open={openDialog === 'remove'}
        onClose={closeDialog}
      />
      <RenewCodesDialog open={openDialog === 'renew'} onClose={closeDialog} onCodes={showCodes} />
      <RecoveryCodesDialog
        codes={codes}
        open={openDialog === 'codes'}
        onClose={() => {
          closeDialog()
          setCodes([])
        }}
      />
    </>
  )
}
