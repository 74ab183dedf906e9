import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { useBlockUser } from './moderation.api.ts'
import { moderationText } from './moderation.text.ts'

/** Returns a function that asks whether to block somebody, and the dialog in which it asks. */
export function useBlockQuestion(onBlocked?: () => void) {
  const { mutateAsync: block } = useBlockUser()
  const { confirm, confirmation } = useConfirm()
  const askToBlock = ({ id, username }: { id: number; username: string }) =>
    confirm({
      danger: true,
      title: moderationText.blockTitle,
      text: moderationText.blockQuestion(username),
      confirmLabel: moderationText.confirmBlock,
      onConfirm: () => block(id, { onSuccess: () => onBlocked?.() }),
    })
  return { askToBlock, blockConfirmation: confirmation }
}
