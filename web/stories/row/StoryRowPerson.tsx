import { RingedAvatar, type RingedPerson } from '#web/stories/RingedAvatar.tsx'
import styles from './StoryRow.module.css'
import { useRing } from '#web/stories/rings.api.ts'
import { ringsText } from '#web/stories/rings.text.ts'

type StoryRowPersonProps = { person: RingedPerson; onOpen: () => void }

export function StoryRowPerson({ person, onOpen }: StoryRowPersonProps) {
  const ring = useRing(person.id, false)
  // Their last story has expired meanwhile.
  if (!ring) return null
  return (
    <li>
      <button type="button" className={styles.person} aria-haspopup="dialog" onClick={onOpen}>
        <RingedAvatar known person={person} size={62} />
        <span className="visually-hidden">{ringsText[ring](person.username)}</span>
        <span className={styles.name} data-ring={ring} aria-hidden>
          {person.username}
        </span>
      </button>
    </li>
  )
}
