import { Play } from 'lucide-react'
import styles from './PlayMark.module.css'

/** Says that a cover is of a video. It lies over the whole of what is positioned around it. */
export const PlayMark = () => (
  <span className={styles.mark} aria-hidden>
    <Play size={30} />
  </span>
)

/** The same on a small picture: in its corner. */
export const CornerPlayMark = () => <Play className={styles.corner} size={18} aria-hidden />
