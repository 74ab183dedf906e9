import { useOpenStories } from './open-stories.ts'
import type { RingedPerson } from './RingedAvatar.tsx'
import { useRing } from './rings.api.ts'
import { ringsText } from './rings.text.ts'
import styles from './StoryButton.module.css'

type StoryButtonProps = { person: Pick<RingedPerson, 'id' | 'username'> }

/** A button over a ringed avatar that opens the stories. Not rendered without stories. */
export function StoryButton({ person: { id, username } }: StoryButtonProps) {
  const ring = useRing(id)
  const open = useOpenStories()
  if (!ring) return null
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={ringsText[ring](username)}
      aria-haspopup="dialog"
      onClick={() => open(id)}
    />
  )
}
