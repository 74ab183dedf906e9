import { Skeleton } from '#web/ui/Skeleton.tsx'
import { securityText } from './security.text.ts'
import styles from './SecurityPage.module.css'

export const SecuritySkeleton = () => (
  <div className={styles.page} aria-busy>
    <output className="visually-hidden">{securityText.loading}</output>
    <Skeleton round="photo" height={160} />
    <Skeleton round="photo" height={210} />
    <Skeleton round="photo" height={230} />
    <Skeleton round="photo" height={170} />
  </div>
)
