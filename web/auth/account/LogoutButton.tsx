import { LogOut } from 'lucide-react'
import { useEffect } from 'react'
import { useLogout } from '#web/auth/auth.api.ts'
import { authText } from '#web/auth/auth.text.ts'
import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'

/** Signs out after a confirmation. */
export function LogoutButton() {
  const { confirm, confirmation } = useConfirm()
  // The question is there without a network, too.
  useEffect(() => Dialog.preload(), [])
  const { mutateAsync: logout } = useLogout()
  return (
    <>
      <DialogButton
        warns
        wide
        variant="outline"
        icon={<LogOut size={20} aria-hidden />}
        onClick={() =>
          confirm({
            danger: true,
            title: authText.logoutTitle,
            text: authText.logoutText,
            confirmLabel: authText.confirm,
            onConfirm: () => logout(),
          })
        }
      >
        {authText.logout}
      </DialogButton>
      {confirmation}
    </>
  )
}
