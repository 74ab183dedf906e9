import { LogOut, MapPin } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { preloadSheet, Sheet } from '#web/ui/Sheet.tsx'
import { SheetItem } from '#web/ui/SheetItem.tsx'
import { useLogout } from './auth.api.ts'
import { authText } from './auth.text.ts'
import styles from './AccountMenu.module.css'

/** Behind the viewer's own picture: who is signed in, and the way out. */
export function AccountMenu() {
  const user = useCurrentUser()
  const [open, setOpen] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const logout = useLogout()
  const navigate = useNavigate()
  if (!user) return null
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={authText.accountOf(user.username)}
        aria-haspopup="dialog"
        onPointerEnter={preloadSheet}
        onFocus={preloadSheet}
        onClick={() => setOpen(true)}
      >
        <Avatar name={user.username} picture={user.profile_pic} size={40} />
      </button>
      <Sheet open={open} onOpenChange={setOpen} title={authText.account} titleHidden>
        <div className={styles.who}>
          <Avatar name={user.username} picture={user.profile_pic} size={52} />
          <div className={styles.names}>
            <p className={styles.name}>{user.username}</p>
            <p className={styles.email}>{user.email}</p>
          </div>
        </div>
        <SheetItem icon={<MapPin size={20} />} onClick={() => void navigate(paths.requiredLocation)}>
          {authText.changePosition}
        </SheetItem>
        <SheetItem
          danger
          icon={<LogOut size={20} />}
          onNear={preloadDialog}
          onClick={() => {
            setOpen(false)
            setLeaving(true)
          }}
        >
          {authText.logout}
        </SheetItem>
      </Sheet>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title={authText.logoutTitle}
        text={authText.logoutText}
        cancelLabel={authText.cancel}
        confirmLabel={authText.confirm}
        danger
        onConfirm={() => logout.mutateAsync()}
      />
    </>
  )
}
