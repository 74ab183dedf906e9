import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ListedUser } from '#contract/listed-user.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { StoryButton } from '#web/stories/StoryButton.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { FollowButton } from './FollowButton.tsx'
import { PersonLabel } from './PersonLabel.tsx'

type PersonRowProps = {
  /** The follow button needs a `ListedUser`. */
  person: Pick<ListedUser, 'id' | 'username' | 'profile_pic'> | ListedUser
  /** The name with a highlighted part. */
  name?: ReactNode
  bio?: string
  /** Replaces the follow button. */
  children?: ReactNode
  /** Neither the name nor the picture leads anywhere. */
  isPlain?: boolean
}

/** A person of a list; the name links to the profile. */
export function PersonRow({ person, name, bio, children, isPlain }: PersonRowProps) {
  return (
    <ListRow
      {...(!isPlain && {
        over: <StoryButton person={person} />,
        render: (props) => <Link to={pagePaths.profile(person.id)} {...props} />,
      })}
      trailing={children ?? ('follow_status' in person && <FollowButton inList person={person} />)}
    >
      <PersonLabel person={person} bio={bio}>
        {name}
      </PersonLabel>
    </ListRow>
  )
}
