import { Copy } from 'lucide-react'
import { Button } from './Button.tsx'
import { copyText } from './copy-text.ts'
import styles from './CopyDialog.module.css'
import { Dialog } from './Dialog.tsx'
import { Stack } from './Layout.tsx'

export type CopyDialogWords = {
  title: string
  text: string
  copyLabel: string
  copied: string
  /** The browser refuses to copy. */
  failed: string
  doneLabel: string
}
type CopyDialogProps = CopyDialogWords & {
  open: boolean
  onClose: () => void
  /** The secret, which is shown only once. */
  value: string
}

/** Shows a secret, for example a link, for the only time, so that only the button closes the dialog. */
export const CopyDialog = ({
  open,
  onClose,
  title,
  text,
  value,
  copyLabel,
  copied,
  failed,
  doneLabel,
}: CopyDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={(next) => {
      if (!next) onClose()
    }}
    dismissible={false}
    title={title}
    text={text}
    actions={<Button onClick={onClose}>{doneLabel}</Button>}
  >
    <Stack gap={3}>
      <p className={styles.value}>{value}</p>
      <Button
        variant="soft"
        size="small"
        icon={<Copy size={18} aria-hidden />}
        onClick={() => void copyText(value, { copied, failed })}
      >
        {copyLabel}
      </Button>
    </Stack>
  </Dialog>
)
