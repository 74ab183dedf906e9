import { Spinner } from '#web/ui/Spinner.tsx'
import styles from './PageLoading.module.css'

/** Shown while a page's code loads. */
export function PageLoading() {
  return (
    <div className={styles.loading}>
      <Spinner size={30} />
    </div>
  )
}
