import type { Input } from '#contract/calls.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { usePublishLegalText } from './legal-texts.api.ts'
import { legalTextsText } from './legal-texts.text.ts'

type PublishDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  text: string
  publication: Pick<Input<'publishLegalText'>, 'kind' | 'body' | 'expected_version'>
  onPublished?: () => void
}

/** Publishes a version once it is confirmed. A refusal is shown and leaves the dialog open. */
export function PublishDialog({ open, onClose, title, text, publication, onPublished }: PublishDialogProps) {
  const { mutateAsync, error, reset } = usePublishLegalText()
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={() => {
        reset()
        onClose()
      }}
      title={title}
      text={text}
      cancelLabel={legalTextsText.cancel}
      confirmLabel={legalTextsText.publish}
      onConfirm={async () => {
        await mutateAsync(publication)
        onPublished?.()
      }}
    >
      {error && <Banner tone="danger">{errorMessage(error)}</Banner>}
    </ConfirmDialog>
  )
}
