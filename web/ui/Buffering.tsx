import styles from './Buffering.module.css'
import { Spinner } from './Spinner.tsx'

/** Says that a video waits for the network. It lies over the whole of what is positioned around it. */
export const Buffering = () => (
  <span className={styles.buffering}>
    <Spinner size={44} />
  </span>
)
