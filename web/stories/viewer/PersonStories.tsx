import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { isGone, errorMessage } from '#web/platform/api-errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { showToast } from '#web/ui/toast.ts'
import styles from './PersonStories.module.css'
import { setRing } from '#web/stories/rings.api.ts'
import { StoryStage } from './StoryStage.tsx'
import { userStoriesQuery } from '#web/stories/stories.api.ts'
import { storiesText } from '#web/stories/stories.text.ts'

type PersonStoriesProps = {
  userId: number
  card: RefObject<HTMLDivElement | null>
  /** A dialog of the page covers the story. */
  isCovered: boolean
  /** To the next person, or closes the viewer. */
  onNext: () => void
  onPrevious: (() => void) | undefined
  onClose: () => void
}

/** The stories of one person, starting with the first unseen one. */
export function PersonStories({ userId, card, isCovered, onNext, onPrevious, onClose }: PersonStoriesProps) {
  const query = useQuery(userStoriesQuery(userId))
  const isUnavailable = isGone(query.error)
  const stories = isUnavailable ? [] : query.data?.stories
  const [shownId, setShownId] = useState<number | null>(null)
  const first = stories?.find(({ is_seen }) => !is_seen) ?? stories?.[0]
  if (shownId === null && first) setShownId(first.id)

  const isEmpty = stories?.length === 0
  const leave = useEffectEvent(() => {
    setRing(userId, null)
    if (shownId === null) showToast(storiesText.unavailable)
    onNext()
  })
  useEffect(() => {
    if (isEmpty) leave()
  }, [isEmpty])

  if (!stories || stories.length === 0 || shownId === null)
    return (
      <div className={styles.loading}>
        <Dialog.Title className="visually-hidden">{storiesText.loading}</Dialog.Title>
        <IconButton className={styles.close} label={storiesText.close} onClick={onClose}>
          <X size={26} />
        </IconButton>
        {query.isError && !isUnavailable ? (
          <div className={styles.failure} role="alert">
            <p className={styles.title}>{storiesText.loadFailed}</p>
            <p>{errorMessage(query.error)}</p>
            <Button variant="outline" size="small" onClick={() => void query.refetch()}>
              {storiesText.retry}
            </Button>
          </div>
        ) : (
          <Spinner label={storiesText.loading} size={34} />
        )}
      </div>
    )
  // Ids grow with time, so a deleted story is followed by the next larger id.
  const after = stories.findIndex(({ id }) => id >= shownId)
  const index = after === -1 ? stories.length - 1 : after
  const move = (step: 1 | -1) => {
    const other = stories[index + step]
    if (other) setShownId(other.id)
    else if (step === 1) onNext()
    else onPrevious?.()
  }
  return (
    <StoryStage
      stories={stories}
      index={index}
      card={card}
      isCovered={isCovered}
      onNext={() => move(1)}
      onPrevious={index > 0 || onPrevious ? () => move(-1) : undefined}
      onNextPerson={onNext}
      onPreviousPerson={onPrevious}
      onClose={onClose}
    />
  )
}
