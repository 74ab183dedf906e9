import { LogOut, MapPin } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { paths } from '#web/app/paths.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { SheetItem } from '#web/ui/SheetItem.tsx'
import styles from './AccountSheet.module.css'
import { useLogout } from './auth.api.ts'
import { authText } from './auth.text.ts'

type AccountSheetProps = { user: CurrentUser; open: boolean; onOpenChange: (open: boolean) => void }

export function AccountSheet({ user, open, onOpenChange }: AccountSheetProps) {
  const [leaving, setLeaving] = useState(false)
  const logout = useLogout()
  const navigate = useNavigate()
  return (
    <>
      <Sheet open={open} onOpenChange={onOpenChange} title={authText.account} titleHidden>
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
            onOpenChange(false)
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
