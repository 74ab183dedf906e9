import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { dialogTriggerProps } from '#web/ui/Dialog.tsx'
import { useLogout } from '#web/auth/auth.api.ts'
import { authText } from '#web/auth/auth.text.ts'
import styles from './LogoutButton.module.css'

/** Signs out after a confirmation. */
export function LogoutButton() {
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const { mutateAsync: logout } = useLogout()
  return (
    <>
      <Button
        wide
        variant="outline"
        className={styles.logout}
        icon={<LogOut size={20} aria-hidden />}
        {...dialogTriggerProps}
        onClick={() => setConfirmOpen(true)}
      >
        {authText.logout}
      </Button>
      <ConfirmDialog
        danger
        open={isConfirmOpen}
        onOpenChange={setConfirmOpen}
        title={authText.logoutTitle}
        text={authText.logoutText}
        cancelLabel={authText.cancel}
        confirmLabel={authText.confirm}
        onConfirm={() => logout()}
      />
    </>
  )
}
