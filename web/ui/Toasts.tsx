import { useSyncExternalStore } from 'react'
import { classNames } from './class-names.ts'
import { dismissToast, toastStore } from './toast.ts'
import styles from './Toasts.module.css'

/** Where toasts appear; the app holds one. */
export function Toasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current)
  return (
    <div className={styles.region} role="status">
      {toasts.map((toast) => (
        <p key={toast.id} className={classNames(styles.toast, styles[toast.tone])} onClick={() => dismissToast(toast.id)}>
          {toast.text}
        </p>
      ))}
    </div>
  )
}
