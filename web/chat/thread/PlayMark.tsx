import { Play } from 'lucide-react'
import styles from './PlayMark.module.css'

/** Says on a cover, whose frame is positioned, that it is of a video. */
export const PlayMark = () => (
  <span className={styles.mark} aria-hidden>
    <Play size={26} />
  </span>
)
