import { PersonLabel } from '#web/users/PersonLabel.tsx'
import styles from './ShareRow.module.css'

export type SharePerson = { id: number; username: string; profile_pic: string | null }

type ShareRowProps = { person: SharePerson; isSelected: boolean; onToggle: () => void }

/** A person to whom the post may be sent. */
export const ShareRow = ({ person, isSelected, onToggle }: ShareRowProps) => (
  <li>
    <label className={styles.row}>
      <PersonLabel person={person} />
      <input className={styles.check} type="checkbox" checked={isSelected} onChange={onToggle} />
    </label>
  </li>
)
