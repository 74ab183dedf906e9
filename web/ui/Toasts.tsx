import { useSyncExternalStore } from 'react'
import { classNames } from './class-names.ts'
import { toastStore } from './toast.ts'
import styles from './Toasts.module.css'

/** The region of the toasts; rendered once. */
export function Toasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current)
  return (
    <output className={styles.region}>
      {toasts.map((toast) => (
        <span key={toast.id} className={classNames(styles.toast, styles[toast.tone])}>
          {toast.text}
        </span>
      ))}
    </output>
  )
}
