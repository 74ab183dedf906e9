import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorMessage, isGone } from '#web/platform/api-errors.ts'
import { queryClient } from '#web/platform/query-client.ts'
import type { StorySequence } from '#web/stories/open-stories.ts'
import { setRing } from '#web/stories/rings.api.ts'
import { userStoriesQuery } from '#web/stories/stories.api.ts'
import { storiesText } from '#web/stories/stories.text.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { showToast } from '#web/ui/toast.ts'
import { takeTurn } from '#web/ui/playback.ts'
import type { StorySound } from './story-playback.ts'
import { StoryStage } from './StoryStage.tsx'
import styles from './StoryViewer.module.css'

type PersonStoriesProps = {
  userId: number
  card: RefObject<HTMLDivElement | null>
  /** A dialog of the page covers the story. */
  isCovered: boolean
  sound: StorySound
  /** To the next person, or closes the viewer. */
  onNext: () => void
  onPrevious: (() => void) | undefined
  onClose: () => void
}

/** The stories of one person, starting with the first unseen one. */
function PersonStories({ userId, card, isCovered, sound, onNext, onPrevious, onClose }: PersonStoriesProps) {
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
      sound={sound}
      onNext={() => move(1)}
      onPrevious={index > 0 || onPrevious ? () => move(-1) : undefined}
      onNextPerson={onNext}
      onPreviousPerson={onPrevious}
      onClose={onClose}
    />
  )
}

type StoryViewerProps = { sequence: StorySequence; open: boolean; onClose: () => void }

/** Shows the stories of one person after another: full screen on a phone, in a card on a wide screen. */
export function StoryViewer({ sequence: { userId: first, queue }, open, onClose }: StoryViewerProps) {
  const [userId, setUserId] = useState(first)
  // The choice stays for the next stories.
  const [isMuted, setMuted] = useState(true)
  const card = useRef<HTMLDivElement>(null)
  // A video of the page below would go on.
  useEffect(() => takeTurn(null), [])
  const at = queue.indexOf(userId)
  const previous = queue[at - 1]
  const next = at < 0 ? undefined : queue[at + 1]

  useEffect(() => {
    if (next !== undefined) void queryClient.prefetchQuery(userStoriesQuery(next))
  }, [next])

  const goTo = (other: number | undefined) => {
    if (other === undefined) return onClose()
    // The focused element of the previous person is unmounted.
    card.current?.focus()
    setUserId(other)
  }
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup
            ref={card}
            className={styles.card}
            initialFocus={card}
            render={(props, { nestedDialogOpen }) => (
              <div {...props}>
                <PersonStories
                  key={userId}
                  userId={userId}
                  card={card}
                  isCovered={nestedDialogOpen}
                  sound={{ isMuted, setMuted }}
                  onNext={() => goTo(next)}
                  onPrevious={previous === undefined ? undefined : () => goTo(previous)}
                  onClose={onClose}
                />
              </div>
            )}
          />
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
