import { Ban, Flag } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { SheetItem } from '#web/ui/SheetItem.tsx'
import { BlockDialog } from './BlockDialog.tsx'
import type { ReportTarget } from './moderation.api.ts'
import { moderationText } from './moderation.text.ts'
import { MuteItem } from './MuteItem.tsx'
import { ReportDialog } from './ReportDialog.tsx'

type ModerationSheetProps = {
  title: string
  /** The content to report. */
  target: ReportTarget
  /** The user to mute or to block. */
  person: { id: number; username: string; is_muted?: boolean }
  open: boolean
  onOpenChange: (open: boolean) => void
  onBlocked?: () => void
  /** Further items. */
  children?: ReactNode
}

/** Reports content of another user, or mutes or blocks them. */
export function ModerationSheet({
  title,
  target,
  person,
  open,
  onOpenChange,
  onBlocked,
  children,
}: ModerationSheetProps) {
  const viewer = useCurrentUser()
  const [openDialog, setOpenDialog] = useState<'report' | 'block' | null>(null)
  const showDialog = (dialog: 'report' | 'block') => {
    onOpenChange(false)
    setOpenDialog(dialog)
  }
  return (
    <>
      <Sheet open={open} onOpenChange={onOpenChange} title={title} titleHidden>
        {children}
        {viewer && (
          <MuteItem
            target={{ target_type: 'user', target_id: person.id }}
            name={person.username}
            isMuted={person.is_muted}
            onDone={() => onOpenChange(false)}
          />
        )}
        <SheetItem icon={<Flag size={20} />} onPreload={preloadDialog} onClick={() => showDialog('report')}>
          {moderationText.report}
        </SheetItem>
        <SheetItem danger icon={<Ban size={20} />} onPreload={preloadDialog} onClick={() => showDialog('block')}>
          {moderationText.block}
        </SheetItem>
      </Sheet>
      <ReportDialog
        target={target}
        open={openDialog === 'report'}
        onOpenChange={(next) => setOpenDialog(next ? 'report' : null)}
      />
      <BlockDialog
        person={person}
        open={openDialog === 'block'}
        onOpenChange={(next) => setOpenDialog(next ? 'block' : null)}
        onBlocked={onBlocked}
      />
    </>
  )
}
