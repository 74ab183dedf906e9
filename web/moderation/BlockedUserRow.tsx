import type { BlockedUser } from '#contract/moderation.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import styles from './BlockedUserRow.module.css'
import { moderationText } from './moderation.text.ts'

/** No link: who is blocked has no profile to show. */
export const BlockedUserRow = ({ person, onUnblock }: { person: BlockedUser; onUnblock: () => void }) => (
  <li className={styles.row}>
    <Avatar name={person.username} picture={person.profile_pic} size={48} />
    <span className={styles.name}>{person.username}</span>
    <Button className={styles.unblock} size="small" variant="outline" aria-haspopup="dialog" onClick={onUnblock} onPointerEnter={preloadDialog} onFocus={preloadDialog}>
      {moderationText.unblock}
      <span className="visually-hidden"> {person.username}</span>
    </Button>
  </li>
)
