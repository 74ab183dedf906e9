import { lazy, Suspense, useState } from 'react'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { preloadSheet } from '#web/ui/Sheet.tsx'
import styles from './AccountMenu.module.css'
import { authText } from './auth.text.ts'

const loadSheet = () => import('./AccountSheet.tsx')
const AccountSheet = lazy(() => loadSheet().then((module) => ({ default: module.AccountSheet })))

function preload() {
  preloadSheet()
  void loadSheet().catch(() => undefined)
}

/** Behind the viewer's own picture: who is signed in, and the way out. */
export function AccountMenu() {
  const user = useCurrentUser()
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  if (!user) return null
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={authText.accountOf(user.username)}
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        <Avatar name={user.username} picture={user.profile_pic} size={40} />
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <AccountSheet user={user} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
