import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ListedUser } from '#contract/listed-user.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { RingedAvatar, type RingedPerson, StoryButton } from '#web/stories/StoryAvatar.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { FollowButton } from './FollowButton.tsx'
import styles from './PersonRow.module.css'

type PersonLabelProps = {
  person: RingedPerson
  /** The name with a highlighted part. */
  children?: ReactNode
  /** Two lines of it. */
  bio?: string | undefined
  /** One line of that. */
  isBrief?: boolean | undefined
}

/** A person in a list: picture and name. */
export const PersonLabel = ({ person, children, bio, isBrief }: PersonLabelProps) => (
  <>
    <RingedAvatar person={person} size={48} />
    <span className={styles.labels}>
      <span className={styles.name}>{children ?? person.username}</span>
      {bio && (
        <span dir="auto" className={isBrief ? styles.brief : styles.bio}>
          {bio}
        </span>
      )}
    </span>
  </>
)

/** Shown while a person loads. */
export const PersonRowSkeleton = ({ width }: { width?: number }) => (
  <li className={styles.row} aria-hidden>
    <Skeleton round="circle" width={48} height={48} />
    <Skeleton width={width ?? 130} height={15} />
  </li>
)

type PersonRowProps = {
  /** The follow button needs a `ListedUser`. */
  person: Pick<ListedUser, 'id' | 'username' | 'profile_pic'> | ListedUser
  /** The name with a highlighted part. */
  name?: ReactNode
  bio?: string
  /** One line of it; two by default. */
  isBrief?: boolean
  /** Replaces the follow button. */
  children?: ReactNode
  /** Neither the name nor the picture leads anywhere, and no toast answers the follow button. */
  isPlain?: boolean | undefined
}

/** A person of a list; the name links to the profile. */
export function PersonRow({ person, name, bio, isBrief, children, isPlain }: PersonRowProps) {
  return (
    <ListRow
      {...(!isPlain && {
        over: <StoryButton person={person} />,
        render: (props) => <Link to={pagePaths.profile(person.id)} {...props} />,
      })}
      trailing={children ?? ('follow_status' in person && <FollowButton inList isQuiet={isPlain} person={person} />)}
    >
      <PersonLabel person={person} bio={bio} isBrief={isBrief}>
        {name}
      </PersonLabel>
    </ListRow>
  )
}
