import { Link } from 'react-router'
import type { ListedUser } from '#contract/listed-user.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { StoryButton } from '#web/stories/StoryButton.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import styles from './FollowRequestRow.module.css'
import { PersonLabel } from './PersonLabel.tsx'
import { usersText } from './users.text.ts'

type FollowRequestRowProps = { person: ListedUser; onRespond: (action: 'accept' | 'decline') => void }

export const FollowRequestRow = ({ person, onRespond }: FollowRequestRowProps) => (
  <ListRow
    wraps
    over={<StoryButton person={person} />}
    render={(clothes) => <Link to={paths.profile(person.id)} {...clothes} />}
    trailing={
      <div className={styles.answers}>
        <Button size="small" onClick={() => onRespond('accept')}>
          {usersText.accept}
          <span className="visually-hidden"> {person.username}</span>
        </Button>
        <Button size="small" variant="outline" onClick={() => onRespond('decline')}>
          {usersText.decline}
          <span className="visually-hidden"> {person.username}</span>
        </Button>
      </div>
    }
  >
    <PersonLabel person={person} />
  </ListRow>
)
