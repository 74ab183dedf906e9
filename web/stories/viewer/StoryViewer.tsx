import { Dialog } from '@base-ui/react/dialog'
import { useEffect, useRef, useState } from 'react'
import { queryClient } from '#web/platform/query-client.ts'
import type { StorySequence } from '#web/stories/open-stories.ts'
import { PersonStories } from './PersonStories.tsx'
import { userStoriesQuery } from '#web/stories/stories.api.ts'
import styles from './StoryViewer.module.css'

type StoryViewerProps = { sequence: StorySequence; open: boolean; onClose: () => void }

/** Shows the stories of one person after another: full screen on a phone, in a card on a wide screen. */
export function StoryViewer({ sequence: { userId: first, queue }, open, onClose }: StoryViewerProps) {
  const [userId, setUserId] = useState(first)
  const card = useRef<HTMLDivElement>(null)
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
