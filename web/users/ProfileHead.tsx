import { Lock } from 'lucide-react'
import type { Profile } from '#contract/users.ts'
import { paths } from '#web/app/paths.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { FollowButton } from './FollowButton.tsx'
import { ProfileCounter } from './ProfileCounter.tsx'
import styles from './ProfileHead.module.css'
import { usersText } from './users.text.ts'

type ProfileHeadProps = {
  person: Profile
  /** The viewer may see what is behind the counters. */
  isOpen: boolean
}

export function ProfileHead({ person, isOpen }: ProfileHeadProps) {
  const to = (path: string) => (isOpen ? path : null)
  return (
    <section className={styles.head}>
      <Avatar name={person.username} picture={person.profile_pic} size={104} />
      <h2 className={styles.name} style={{ '--letters': person.username.length }}>
        {person.username}
      </h2>
      {person.profile_visibility === 'private' && (
        <p className={styles.private}>
          <Lock size={13} aria-hidden />
          {usersText.private}
        </p>
      )}
      {person.bio && <p className={styles.bio}>{person.bio}</p>}
      <div className={styles.counters}>
        <ProfileCounter label={usersText.followers} count={person.followers_count} to={to(paths.followers(person.id))} />
        <ProfileCounter label={usersText.spotted} count={person.spotted_received} to={to(paths.spotted(person.id))} />
        <ProfileCounter label={usersText.followed} count={person.following_count} to={to(paths.following(person.id))} />
      </div>
      <FollowButton person={person} />
    </section>
  )
}
