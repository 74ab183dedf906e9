import styles from './OperatorLine.module.css'
import { settingsText } from './settings.text.ts'

/** Who runs this server, and the address at which they can be reached. */
export const OperatorLine = ({ operator: { name, email } }: { operator: { name: string; email: string } }) => (
  <p className={styles.line}>
    {settingsText.runBy(name)} · <a href={`mailto:${email}`}>{email}</a>
  </p>
)
