import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/Avatar.tsx'
import styles from './PersonLabel.module.css'

type PersonLabelProps = {
  person: { username: string; profile_pic: string | null }
  /** The name, where a part of it stands out. */
  children?: ReactNode
}

/** A person in a list: picture and name. */
export const PersonLabel = ({ person: { username, profile_pic }, children }: PersonLabelProps) => (
  <>
    <Avatar name={username} picture={profile_pic} size={48} />
    <span className={styles.name}>{children ?? username}</span>
  </>
)
