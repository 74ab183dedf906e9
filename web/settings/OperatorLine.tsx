import styles from './OperatorLine.module.css'
import { settingsText } from './settings.text.ts'

/** The operator's name and address. */
export const OperatorLine = ({ operator: { name, email } }: { operator: { name: string; email: string } }) => (
  <p className={styles.line}>
    {settingsText.runBy(name)} · <a href={`mailto:${email}`}>{email}</a>
  </p>
)
