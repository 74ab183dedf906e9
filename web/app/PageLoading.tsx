import { Spinner } from '#web/ui/Spinner.tsx'
import styles from './PageLoading.module.css'

/** Shown only where a page's code takes its time. */
export function PageLoading() {
  return (
    <div className={styles.loading}>
      <Spinner size={30} />
    </div>
  )
}
