import { appText } from './app.text.ts'
import styles from './SkipLink.module.css'

const focusContent = () => document.querySelector('main')?.focus()

/** The first stop of the keyboard: leads past the navigation. */
export const SkipLink = () => (
  <button type="button" className={styles.skip} onClick={focusContent}>
    {appText.skipToContent}
  </button>
)
