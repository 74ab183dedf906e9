import { Lock } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import type { Profile } from '#contract/users.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { LiveText } from '#web/navigation/LiveText.tsx'
import { StoryAvatar } from '#web/stories/StoryAvatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Counter } from '#web/ui/Counter.tsx'
import { FollowButton } from './FollowButton.tsx'
import styles from './ProfileHeader.module.css'
import { usersText } from './users.text.ts'

const EditProfileLink = () => (
  <Button variant="soft" size="small" render={(props) => <Link to={pagePaths.editProfile} {...props} />}>
    {usersText.editTitle}
  </Button>
)

const PersonActions = ({ person }: { person: Profile }) => (
  <>
    <FollowButton person={person} />
    <Button
      variant="outline"
      size="small"
      render={(props) => <Link to={pagePaths.conversation(person.id)} aria-label={usersText.chat} {...props} />}
    >
      {usersText.message}
    </Button>
  </>
)

type ProfileHeaderProps = {
  person: Profile
  /** The viewer may open the lists behind the counters. */
  isOpen: boolean
  isOwn: boolean
}

export function ProfileHeader({ person, isOpen, isOwn }: ProfileHeaderProps) {
  const linkTo = (path: string): ComponentProps<typeof Counter>['render'] =>
    isOpen ? (props) => <Link to={path} {...props} /> : undefined
  return (
    <section className={styles.head}>
      <StoryAvatar person={person} size={104} />
      <h2 className={styles.name} style={{ '--letters': person.username.length }}>
        {person.username}
      </h2>
      {person.profile_visibility === 'private' && (
        <p className={styles.private}>
          <Lock size={13} aria-hidden />
          {usersText.private}
        </p>
      )}
      {person.bio && (
        <p dir="auto" className={styles.bio}>
          <LiveText text={person.bio} />
        </p>
      )}
      <div className={styles.counters}>
        <Counter
          label={usersText.followers}
          count={person.followers_count}
          render={linkTo(pagePaths.followers(person.id))}
        />
        <Counter
          label={usersText.spotted}
          count={person.spotted_received}
          render={linkTo(pagePaths.spotted(person.id))}
        />
        <Counter
          label={usersText.followingCount}
          count={person.following_count}
          render={linkTo(pagePaths.following(person.id))}
        />
      </div>
      <div className={styles.actions}>{isOwn ? <EditProfileLink /> : <PersonActions person={person} />}</div>
    </section>
  )
}
