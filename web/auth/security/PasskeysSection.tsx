import { Copy, Download, KeyRound, LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import type { Output } from '#contract/calls.ts'
import { passkeysLimit } from '#contract/limits.ts'
import type { Passkey } from '#contract/passkeys.ts'
import { supportsPasskeys } from '#web/auth/browser-passkeys.ts'
import { EditableSection } from '#web/settings/ListSection.tsx'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { IconRow } from '#web/ui/IconRow.tsx'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { securityErrorMessage, useDeletePasskey, useRenewRecoveryCodes } from './security.api.ts'
import { securityText } from './security.text.ts'
import styles from './PasskeysSection.module.css'

type RecoveryCodesDialogProps = { codes: readonly string[]; open: boolean; onClose: () => void }

const copy = (codes: readonly string[]) =>
  copyText(codes.join('\n'), { copied: securityText.copied, failed: securityText.copyFailed })

function download(codes: readonly string[]) {
  const url = URL.createObjectURL(
    new Blob([securityText.fileContent(codes, window.location.origin)], { type: 'text/plain' }),
  )
  const link = Object.assign(document.createElement('a'), { href: url, download: securityText.fileName })
  link.click()
  // The download starts after the click handler.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The codes are shown only once, so that only the button closes the dialog. */
const RecoveryCodesDialog = ({ codes, open, onClose }: RecoveryCodesDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={(next) => {
      if (!next) onClose()
    }}
    dismissible={false}
    title={securityText.codesTitle}
    text={securityText.codesText}
    actions={<Button onClick={onClose}>{securityText.codesSaved}</Button>}
  >
    <ul className={styles.codes} aria-label={securityText.codes}>
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <div className={styles.actions}>
      <Button variant="soft" size="small" icon={<Copy size={18} aria-hidden />} onClick={() => void copy(codes)}>
        {securityText.copy}
      </Button>
      <Button variant="soft" size="small" icon={<Download size={18} aria-hidden />} onClick={() => download(codes)}>
        {securityText.download}
      </Button>
    </div>
  </Dialog>
)

type RenewCodesDialogProps = { open: boolean; onClose: () => void; onCodes: (codes: string[]) => void }

function RenewCodesDialog({ open, onClose, onCodes }: RenewCodesDialogProps) {
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

type RemovePasskeyDialogProps = { passkey: Passkey | null; isLast: boolean; open: boolean; onClose: () => void }

function RemovePasskeyDialog({ passkey, isLast, open, onClose }: RemovePasskeyDialogProps) {
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
            <DialogButton
              size="small"
              variant="outline"
              onClick={() => {
                setPasskeyToRemove(passkey)
                setOpenDialog('remove')
              }}
            >
              {securityText.remove}
              <span className="visually-hidden"> {passkey.name}</span>
            </DialogButton>
          </IconRow>
        ))}
        {status.passkeys.length > 0 && (
          <IconRow
            icon={<LifeBuoy size={20} aria-hidden />}
            title={securityText.codes}
            note={securityText.codesLeft(status.recovery_codes_left)}
          >
            <DialogButton size="small" variant="outline" onClick={() => setOpenDialog('renew')}>
              {securityText.renewCodes}
            </DialogButton>
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
