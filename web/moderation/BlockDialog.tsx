import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useBlockUser } from './moderation.api.ts'
import { moderationText } from './moderation.text.ts'

type BlockDialogProps = {
  person: { id: number; username: string }
  open: boolean
  onOpenChange: (open: boolean) => void
  onBlocked?: (() => void) | undefined
}

export function BlockDialog({ person, open, onOpenChange, onBlocked }: BlockDialogProps) {
  const { mutateAsync: block } = useBlockUser()
  return (
    <ConfirmDialog
      danger
      open={open}
      onOpenChange={onOpenChange}
      title={moderationText.blockTitle}
      text={moderationText.blockQuestion(person.username)}
      cancelLabel={moderationText.cancel}
      confirmLabel={moderationText.confirmBlock}
      onConfirm={() => block(person.id, { onSuccess: () => onBlocked?.() })}
    />
  )
}
