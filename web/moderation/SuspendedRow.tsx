import type { SuspendedUser } from '#contract/moderation.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dialogTriggerProps } from '#web/ui/Dialog.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { reportsText } from './reports.text.ts'
import styles from './SuspendedRow.module.css'

/** No link: the profile of a suspended user is not visible. */
export const SuspendedRow = ({ person, onLift }: { person: SuspendedUser; onLift: () => void }) => (
  <ListRow
    trailing={
      <Button size="small" variant="outline" {...dialogTriggerProps} onClick={onLift}>
        {reportsText.lift}
        <span className="visually-hidden"> {person.username}</span>
      </Button>
    }
  >
    <Avatar name={person.username} picture={person.profile_pic} size={48} />
    <div className={styles.labels}>
      <p className={styles.name}>{person.username}</p>
      <p className={styles.date}>
        <RelativeTime at={person.created_at} /> · {reportsText.decidedBy(person)}
      </p>
      {person.note && <p className={styles.note}>{reportsText.quote(person.note)}</p>}
    </div>
  </ListRow>
)
