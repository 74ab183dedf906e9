import { Lock } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { countedSpotted } from '#contract/limits.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { Profile } from '#contract/users.ts'
import { LiveText } from '#web/navigation/LiveText.tsx'
import { PostCardSkeleton } from '#web/posts/PostCard.tsx'
import { StoryAvatar } from '#web/stories/StoryAvatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Counter } from '#web/ui/Counter.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { FollowButton } from './FollowButton.tsx'
import { usersText } from './users.text.ts'
import styles from './ProfileHeader.module.css'

const EditProfileLink = () => (
  <Button variant="soft" size="small" render={(props) => <Link to={pagePaths.editProfile} {...props} />}>
    {usersText.editTitle}
  </Button>
)

const RegisterLink = () => (
  <Button size="small" render={(props) => <Link to={pagePaths.register} {...props} />}>
    {usersText.registerToFollow}
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
  isVisitor: boolean
}

export function ProfileHeader({ person, isOpen, isOwn, isVisitor }: ProfileHeaderProps) {
  const name = person.display_name ?? person.username
  const linkTo = (path: string): ComponentProps<typeof Counter>['render'] =>
    isOpen && !isVisitor ? (props) => <Link to={path} {...props} /> : undefined
  return (
    <section className={styles.head}>
      <StoryAvatar person={person} size={104} />
      <h2 dir="auto" className={styles.name} style={{ '--letters': name.length }}>
        {name}
      </h2>
      {person.display_name !== null && <p className={styles.username}>@{person.username}</p>}
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
        {person.spotted_received !== null && (
          <Counter
            label={usersText.spotted}
            count={person.spotted_received}
            limit={countedSpotted}
            render={linkTo(pagePaths.spotted(person.id))}
          />
        )}
        <Counter
          label={usersText.followingCount}
          count={person.following_count}
          render={linkTo(pagePaths.following(person.id))}
        />
      </div>
      <div className={styles.actions}>
        {isVisitor && <RegisterLink />}
        {isOwn && <EditProfileLink />}
        {!isVisitor && !isOwn && <PersonActions person={person} />}
      </div>
    </section>
  )
}

/** Shown while a profile loads. */
export const ProfileHeaderSkeleton = () => (
  <div aria-busy>
    <output className="visually-hidden">{usersText.loading}</output>
    <div className={styles.loading}>
      <Skeleton round="circle" width={104} height={104} />
      <Skeleton width={150} height={26} />
      <Skeleton width={230} height={15} />
      <Skeleton width={300} height={52} round="photo" />
    </div>
    <PostCardSkeleton picture={false} />
  </div>
)
