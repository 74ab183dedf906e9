import { Ban, Flag, Volume2, VolumeX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { SheetItem } from '#web/ui/IconRow.tsx'
import { useBlockQuestion } from './BlockQuestion.tsx'
import type { ReportTarget } from './moderation.api.ts'
import { moderationText } from './moderation.text.ts'
import { type MuteTarget, useMute } from './mutes.api.ts'
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
  const [isReporting, setReporting] = useState(false)
  const { askToBlock, blockConfirmation } = useBlockQuestion(onBlocked)
  const closeAnd = (act: () => void) => {
    onOpenChange(false)
    act()
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
        <DialogButton as={SheetItem} icon={<Flag size={20} />} onClick={() => closeAnd(() => setReporting(true))}>
          {moderationText.report}
        </DialogButton>
        <DialogButton as={SheetItem} danger icon={<Ban size={20} />} onClick={() => closeAnd(() => askToBlock(person))}>
          {moderationText.block}
        </DialogButton>
      </Sheet>
      <ReportDialog target={target} open={isReporting} onOpenChange={setReporting} />
      {blockConfirmation}
    </>
  )
}

type MuteItemProps = {
  target: MuteTarget
  name: string
  isMuted?: boolean | undefined
  /** Closes the menu. */
  onDone: () => void
}

/** Mutes a person or place from a menu. */
export function MuteItem({ target, name, isMuted, onDone }: MuteItemProps) {
  const { mutate } = useMute()
  const change = () => {
    onDone()
    mutate({ on: !isMuted, target })
  }
  return (
    <SheetItem icon={isMuted ? <Volume2 size={20} /> : <VolumeX size={20} />} onClick={change}>
      {isMuted ? moderationText.unmute(name) : moderationText.mute(name)}
    </SheetItem>
  )
}
