import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from './class-names.ts'
import { toastStore } from './toast.ts'
import styles from './Toasts.module.css'

/** The region of the toasts; rendered once, outside the page, because a dialog's backdrop covers the page. */
export function Toasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current)
  return createPortal(
    // Base UI hides what lies outside an open dialog from screen readers, but for elements with `aria-live`.
    <output aria-live="polite" className={styles.region}>
      {toasts.map((toast) => (
        <span key={toast.id} className={classNames(styles.toast, styles[toast.tone])}>
          {toast.text}
        </span>
      ))}
    </output>,
    document.body,
  )
}
