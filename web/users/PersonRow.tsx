import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ListedUser, PresentedUser } from '#contract/listed-user.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { RingedAvatar, StoryButton } from '#web/stories/StoryAvatar.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { FollowButton } from './FollowButton.tsx'
import styles from './PersonRow.module.css'

type PersonLabelProps = {
  person: PresentedUser
  /** Highlights a part of a name. */
  mark?: ((name: string) => ReactNode) | undefined
  /** Two lines of it; below a display name, one. */
  bio?: string | undefined
}

const unmarked = (name: string) => name

/** A person in a list: picture and names. */
export const PersonLabel = ({ person, mark = unmarked, bio }: PersonLabelProps) => (
  <>
    <RingedAvatar person={person} size={48} />
    <span className={styles.labels}>
      <span className={styles.name}>{mark(person.username)}</span>
      {person.display_name !== null && (
        <span dir="auto" className={styles.displayName}>
          {mark(person.display_name)}
        </span>
      )}
      {bio && (
        <span dir="auto" className={styles.bio}>
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
  person: PresentedUser | ListedUser
  /** Highlights a part of a name. */
  mark?: (name: string) => ReactNode
  bio?: string
  /** Replaces the follow button. */
  children?: ReactNode
  /** Neither the name nor the picture leads anywhere, and no toast answers the follow button. */
  isPlain?: boolean | undefined
}

/** A person of a list; the name links to the profile. */
export function PersonRow({ person, mark, bio, children, isPlain }: PersonRowProps) {
  return (
    <ListRow
      {...(!isPlain && {
        over: <StoryButton person={person} />,
        render: (props) => <Link to={pagePaths.profile(person.id)} {...props} />,
      })}
      trailing={children ?? ('follow_status' in person && <FollowButton inList isQuiet={isPlain} person={person} />)}
    >
      <PersonLabel person={person} mark={mark} bio={bio} />
    </ListRow>
  )
}
