import { Skeleton } from '#web/ui/Skeleton.tsx'
import { chatText } from '#web/chat/chat.text.ts'
import styles from './ThreadSkeleton.module.css'

const widths = [190, 240, 150, 210, 120, 230]

/** Shown while messages load. */
export const ThreadSkeleton = () => (
  <section className={styles.thread} aria-label={chatText.loading} aria-busy>
    {widths.map((width) => (
      <Skeleton key={width} round="photo" width={width} height={42} />
    ))}
  </section>
)
