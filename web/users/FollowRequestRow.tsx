import { Link } from 'react-router'
import type { ListedUser } from '#contract/listed-user.ts'
import { paths } from '#web/app/paths.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './FollowRequestRow.module.css'
import { usersText } from './users.text.ts'

type FollowRequestRowProps = { person: ListedUser; onRespond: (action: 'accept' | 'decline') => void }

export const FollowRequestRow = ({ person: { id, username, profile_pic }, onRespond }: FollowRequestRowProps) => (
  <li className={styles.row}>
    <Link className={styles.who} to={paths.profile(id)}>
      <Avatar name={username} picture={profile_pic} size={48} />
      <span className={styles.name}>{username}</span>
    </Link>
    <div className={styles.answers}>
      <Button size="small" onClick={() => onRespond('accept')}>
        {usersText.accept}
        <span className="visually-hidden"> {username}</span>
      </Button>
      <Button size="small" variant="outline" onClick={() => onRespond('decline')}>
        {usersText.decline}
        <span className="visually-hidden"> {username}</span>
      </Button>
    </div>
  </li>
)
