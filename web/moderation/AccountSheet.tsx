import { KeyRound, Mail, Send, ShieldOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ShownAccount } from '#contract/account-help.ts'
import { moderatorNoteLimit } from '#contract/limits.ts'
import { PasswordDialog } from '#web/auth/security/PasswordDialog.tsx'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { IconRow, SheetItem } from '#web/ui/IconRow.tsx'
import { Muted } from '#web/ui/Layout.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { useDeleteUser, useMailResetLink, useRemoveSecondFactor } from './people.api.ts'
import { accountHelpText } from './people.text.ts'
import { reportsText } from './reports.text.ts'
import styles from './AccountSheet.module.css'

type DeleteUserDialogProps = { account: ShownAccount; open: boolean; onClose: () => void }

function DeleteUserDialog({ account, open, onClose }: DeleteUserDialogProps) {
  const [note, setNote] = useState('')
  const { mutate: remove, isPending, error, reset } = useDeleteUser()
  return (
    <PasswordDialog
      danger
      open={open}
      onClose={() => {
        onClose()
        reset()
        setNote('')
      }}
      title={accountHelpText.deleteTitle(account.username)}
      text={accountHelpText.deleteText(account)}
      passwordLabel={accountHelpText.yourPassword}
      submitLabel={accountHelpText.delete}
      busy={isPending}
      problem={error && errorMessage(error)}
      onPassword={(password, done) => remove({ deleted_id: account.id, note, password }, { onSuccess: done })}
    >
      <TextArea
        label={reportsText.note}
        placeholder={reportsText.notePlaceholder}
        hint={accountHelpText.noteHint}
        maxLength={moderatorNoteLimit}
        countdown
        rows={3}
        value={note}
        onChange={setNote}
      />
    </PasswordDialog>
  )
}

type RemoveFactorDialogProps = { account: ShownAccount; open: boolean; onClose: () => void }

function RemoveFactorDialog({ account, open, onClose }: RemoveFactorDialogProps) {
  const { mutate: remove, isPending, error, reset } = useRemoveSecondFactor()
  return (
    <PasswordDialog
      danger
      open={open}
      onClose={() => {
        onClose()
        reset()
      }}
      title={accountHelpText.removeFactorTitle(account.username)}
      text={accountHelpText.removeFactorText(account)}
      passwordLabel={accountHelpText.yourPassword}
      submitLabel={accountHelpText.remove}
      busy={isPending}
      problem={error && errorMessage(error)}
      onPassword={(password, done) => remove({ helped_id: account.id, password }, { onSuccess: done })}
    />
  )
}

type AccountSheetProps = { account: ShownAccount; open: boolean; onOpenChange: (open: boolean) => void }
type Question = 'factor' | 'deletion'

/** How somebody signs in, and what an administrator can do for them. */
export function AccountSheet({ account, open, onOpenChange }: AccountSheetProps) {
  const [question, setQuestion] = useState<Question | null>(null)
  const { confirm, confirmation } = useConfirm()
  const mailLink = useMailResetLink()
  const { id, username } = account
  const ask = (next: Question) => {
    onOpenChange(false)
    setQuestion(next)
  }
  const askToMail = () => {
    onOpenChange(false)
    confirm({
      title: accountHelpText.mailLinkTitle(username),
      text: accountHelpText.mailLinkText(account),
      confirmLabel: accountHelpText.send,
      onConfirm: () => mailLink.mutateAsync(id),
    })
  }
  const close = () => setQuestion(null)
  return (
    <>
      <Sheet open={open} onOpenChange={onOpenChange} title={username}>
        <div className={styles.facts}>
          <IconRow
            icon={<Mail size={20} aria-hidden />}
            title={accountHelpText.email}
            note={accountHelpText.emailNote(account)}
          />
          <IconRow
            icon={<KeyRound size={20} aria-hidden />}
            title={accountHelpText.secondFactor}
            note={accountHelpText.secondFactorNote(account)}
          />
        </div>
        {account.server_mails ? (
          <DialogButton as={SheetItem} icon={<Send size={20} />} onClick={askToMail}>
            {accountHelpText.mailLink}
          </DialogButton>
        ) : (
          <Muted padding="0 3 2">{accountHelpText.noMail}</Muted>
        )}
        {account.passkeys_count > 0 && (
          <DialogButton as={SheetItem} danger icon={<ShieldOff size={20} />} onClick={() => ask('factor')}>
            {accountHelpText.removeFactor}
          </DialogButton>
        )}
        <DialogButton as={SheetItem} danger icon={<Trash2 size={20} />} onClick={() => ask('deletion')}>
          {accountHelpText.deleteUser}
        </DialogButton>
      </Sheet>
      {confirmation}
      <RemoveFactorDialog account={account} open={question === 'factor'} onClose={close} />
      <DeleteUserDialog account={account} open={question === 'deletion'} onClose={close} />
    </>
  )
}
