import { PersonLabel } from '#web/users/PersonLabel.tsx'
import styles from './ShareRow.module.css'

export type SharePerson = { id: number; username: string; profile_pic: string | null }

type ShareRowProps = { person: SharePerson; isChosen: boolean; onToggle: () => void }

/** Somebody to whom a post may be sent. */
export const ShareRow = ({ person, isChosen, onToggle }: ShareRowProps) => (
  <li>
    <label className={styles.row}>
      <PersonLabel person={person} />
      <input className={styles.check} type="checkbox" checked={isChosen} onChange={onToggle} />
    </label>
  </li>
)
