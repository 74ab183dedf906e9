import { Copy } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from './RecoveryCodesDialog.module.css'
import { securityText } from './security.text.ts'

type NewTokenDialogProps = { token: string; open: boolean; onClose: () => void }

const copy = (token: string) =>
  copyText(token, { copied: securityText.tokenCopied, failed: securityText.tokenCopyFailed })

/** The token is shown only once, so that only the button closes the dialog. */
export const NewTokenDialog = ({ token, open, onClose }: NewTokenDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={(next) => {
      if (!next) onClose()
    }}
    dismissible={false}
    title={securityText.newTokenTitle}
    text={securityText.newTokenText}
    actions={<Button onClick={onClose}>{securityText.tokenSaved}</Button>}
  >
    <p className={styles.token}>{token}</p>
    <div className={styles.actions}>
      <Button variant="soft" size="small" icon={<Copy size={18} aria-hidden />} onClick={() => void copy(token)}>
        {securityText.copy}
      </Button>
    </div>
  </Dialog>
)
