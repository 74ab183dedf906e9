import { Ban, ShieldCheck, ShieldOff, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { AdministeredUser } from '#contract/moderation.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { SheetItem } from '#web/ui/SheetItem.tsx'
import { NoteDialog } from './NoteDialog.tsx'
import { useChangeRole, useSuspendUser } from './people.api.ts'
import { peopleText } from './people.text.ts'
import { useLiftSuspension } from './reports.api.ts'
import { reportsText } from './reports.text.ts'

type PersonOptionsProps = { person: AdministeredUser; open: boolean; onOpenChange: (open: boolean) => void }

/** An administrator's actions on a person. */
export function PersonOptions({ person, open, onOpenChange }: PersonOptionsProps) {
  const [openDialog, setOpenDialog] = useState<'suspension' | 'role' | null>(null)
  const { id: userId, username, is_suspended: isSuspended, role } = person
  const suspend = useSuspendUser()
  const lift = useLiftSuspension()
  const changeRole = useChangeRole()
  const isModerator = role === 'moderator'
  const show = (dialog: 'suspension' | 'role') => {
    onOpenChange(false)
    setOpenDialog(dialog)
  }
  const { title, text, confirm, hint } = isSuspended
    ? {
        title: reportsText.liftTitle,
        text: reportsText.liftText(username),
        confirm: reportsText.lift,
        hint: reportsText.question('dismiss', 'user').hint,
      }
    : reportsText.question('suspend', 'user')
  return (
    <>
      <Sheet open={open} onOpenChange={onOpenChange} title={username}>
        <SheetItem
          icon={isModerator ? <ShieldOff size={20} /> : <ShieldCheck size={20} />}
          onPreload={preloadDialog}
          onClick={() => show('role')}
        >
          {isModerator ? peopleText.revoke : peopleText.makeModerator}
        </SheetItem>
        <SheetItem
          danger={!isSuspended}
          icon={isSuspended ? <Undo2 size={20} /> : <Ban size={20} />}
          onPreload={preloadDialog}
          onClick={() => show('suspension')}
        >
          {isSuspended ? peopleText.lift : peopleText.suspend}
        </SheetItem>
      </Sheet>
      <NoteDialog
        {...{ title, text, confirm, hint }}
        danger={!isSuspended}
        open={openDialog === 'suspension'}
        onOpenChange={(next) => setOpenDialog(next ? 'suspension' : null)}
        onConfirm={(note) => (isSuspended ? lift : suspend).mutateAsync({ userId, note })}
      />
      <ConfirmDialog
        open={openDialog === 'role'}
        onOpenChange={(next) => setOpenDialog(next ? 'role' : null)}
        title={isModerator ? peopleText.revokeTitle(username) : peopleText.makeModeratorTitle(username)}
        text={isModerator ? peopleText.revokeText : peopleText.makeModeratorText}
        cancelLabel={peopleText.cancel}
        confirmLabel={isModerator ? peopleText.revoke : peopleText.makeModerator}
        onConfirm={() => changeRole.mutateAsync({ userId, role: isModerator ? 'user' : 'moderator' })}
      />
    </>
  )
}
