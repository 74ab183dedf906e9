import { Copy, Download } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import styles from './RecoveryCodesDialog.module.css'
import { securityText } from './security.text.ts'

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
export const RecoveryCodesDialog = ({ codes, open, onClose }: RecoveryCodesDialogProps) => (
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
