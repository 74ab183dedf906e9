import type { ReactNode } from 'react'
import { RingedAvatar, type RingedPerson } from '#web/stories/RingedAvatar.tsx'
import styles from './PersonLabel.module.css'

type PersonLabelProps = {
  person: RingedPerson
  /** The name with a highlighted part. */
  children?: ReactNode
  /** Two lines of it. */
  bio?: string | undefined
}

/** A person in a list: picture and name. */
export const PersonLabel = ({ person, children, bio }: PersonLabelProps) => (
  <>
    <RingedAvatar person={person} size={48} />
    <span className={styles.labels}>
      <span className={styles.name}>{children ?? person.username}</span>
      {bio && (
        <span dir="auto" className={styles.bio}>
          {bio}
        </span>
      )}
    </span>
  </>
)
