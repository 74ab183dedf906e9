import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FollowStatus } from '#contract/listed-user.ts'
import { paths } from '#web/app/paths.ts'
import { ListRow } from '#web/ui/ListRow.tsx'
import { FollowButton } from './FollowButton.tsx'
import { PersonLabel } from './PersonLabel.tsx'

type PersonRowProps = {
  person: {
    id: number
    username: string
    profile_pic: string | null
    /** Without it there is no follow button. */
    follow_status?: FollowStatus | null
  }
  /** The name, where a part of it stands out. */
  name?: ReactNode
  /** At the right, in place of the follow button. */
  children?: ReactNode
}

/** One person of a list; the name leads to the profile. */
export function PersonRow({ person, name, children }: PersonRowProps) {
  const { follow_status } = person
  return (
    <ListRow
      render={(clothes) => <Link to={paths.profile(person.id)} {...clothes} />}
      trailing={children ?? (follow_status !== undefined && <FollowButton inList person={{ ...person, follow_status }} />)}
    >
      <PersonLabel person={person}>{name}</PersonLabel>
    </ListRow>
  )
}
