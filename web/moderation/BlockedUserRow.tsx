import type { BlockedUser } from '#contract/moderation.ts'
import { Button } from '#web/ui/Button.tsx'
import { dialogTriggerProps } from '#web/ui/Dialog.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { PersonLabel } from '#web/users/PersonLabel.tsx'
import { moderationText } from './moderation.text.ts'

/** No link: the profile of a blocked user is not visible. */
export const BlockedUserRow = ({ person, onUnblock }: { person: BlockedUser; onUnblock: () => void }) => (
  <ListRow
    trailing={
      <Button size="small" variant="outline" {...dialogTriggerProps} onClick={onUnblock}>
        {moderationText.unblock}
        <span className="visually-hidden"> {person.username}</span>
      </Button>
    }
  >
    <PersonLabel person={person} />
  </ListRow>
)
