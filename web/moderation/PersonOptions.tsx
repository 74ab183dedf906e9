import { Ban, KeyRound, ShieldCheck, ShieldOff, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ShownAccount } from '#contract/account-help.ts'
import type { AdministeredUser } from '#contract/moderation.ts'
import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { SheetItem } from '#web/ui/IconRow.tsx'
import { AccountSheet } from './AccountSheet.tsx'
import { useNoteQuestion } from './NoteDialog.tsx'
import { useChangeRole, useShowAccount, useSuspendUser } from './people.api.ts'
import { accountHelpText, peopleText } from './people.text.ts'
import { useLiftSuspension } from './reports.api.ts'
import { reportsText } from './reports.text.ts'

type PersonOptionsProps = { person: AdministeredUser; open: boolean; onOpenChange: (open: boolean) => void }

/** An administrator's actions on a person. */
export function PersonOptions({ person, open, onOpenChange }: PersonOptionsProps) {
  const [isAccountOpen, setAccountOpen] = useState(false)
  const { confirm, confirmation } = useConfirm()
  const { confirmWithNote, noteDialog } = useNoteQuestion()
  const { id: userId, username, is_suspended: isSuspended, role } = person
  const [account, setAccount] = useState<ShownAccount | null>(null)
  const showAccount = useShowAccount()
  const suspend = useSuspendUser()
  const lift = useLiftSuspension()
  const changeRole = useChangeRole()
  const isModerator = role === 'moderator'
  const openAccount = () =>
    showAccount.mutate(username, {
      onSuccess: (shown) => {
        setAccount(shown)
        onOpenChange(false)
        setAccountOpen(true)
      },
      onError: () => onOpenChange(false),
    })
  const askToChangeRole = () => {
    onOpenChange(false)
    confirm({
      title: isModerator ? peopleText.revokeTitle(username) : peopleText.makeModeratorTitle(username),
      text: isModerator ? peopleText.revokeText : peopleText.makeModeratorText,
      confirmLabel: isModerator ? peopleText.revoke : peopleText.makeModerator,
      onConfirm: () => changeRole.mutateAsync({ userId, role: isModerator ? 'user' : 'moderator' }),
    })
  }
  const askToSuspend = () => {
    onOpenChange(false)
    confirmWithNote({
      ...(isSuspended ? reportsText.liftQuestion(username) : reportsText.question('suspend', 'user')),
      danger: !isSuspended,
      onConfirm: (note) => (isSuspended ? lift : suspend).mutateAsync({ userId, note }),
    })
  }
  return (
    <>
      <Sheet open={open} onOpenChange={onOpenChange} title={username}>
        <SheetItem icon={<KeyRound size={20} />} onClick={openAccount}>
          {accountHelpText.open}
        </SheetItem>
        <DialogButton
          as={SheetItem}
          icon={isModerator ? <ShieldOff size={20} /> : <ShieldCheck size={20} />}
          onClick={askToChangeRole}
        >
          {isModerator ? peopleText.revoke : peopleText.makeModerator}
        </DialogButton>
        <DialogButton
          as={SheetItem}
          danger={!isSuspended}
          icon={isSuspended ? <Undo2 size={20} /> : <Ban size={20} />}
          onClick={askToSuspend}
        >
          {isSuspended ? peopleText.lift : peopleText.suspend}
        </DialogButton>
      </Sheet>
      {account && <AccountSheet account={account} open={isAccountOpen} onOpenChange={setAccountOpen} />}
      {noteDialog}
      {confirmation}
    </>
  )
}
