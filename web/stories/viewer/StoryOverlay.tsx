import { useRef, useState } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router'
import { openStorySequence } from '#web/stories/open-stories.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useRootAttribute } from '#web/ui/root-attribute.ts'
import { showToast } from '#web/ui/toast.ts'
import { uiText } from '#web/ui/ui.text.ts'
import styles from './StoryOverlay.module.css'

const StoryViewer = lazyPart(async () => (await import('./StoryViewer.tsx')).StoryViewer)

/** Shows the stories of the current history entry over the page. Its code loads with the first one. */
export function StoryOverlay() {
  const location = useLocation()
  const navigate = useNavigate()
  const sequence = openStorySequence(location)
  // The last stories stay rendered while the viewer fades out.
  const [last, setLast] = useState({ key: location.key, sequence })
  if (sequence && last.key !== location.key) setLast({ key: location.key, sequence })
  const closed = useRef<Location>(null)
  useRootAttribute('data-dark-overlay', sequence !== null)
  if (!last.sequence) return null
  const close = () => {
    // Only once per entry, also while fading out: another step back would leave the page.
    if (!sequence || closed.current === location) return
    closed.current = location
    void navigate(-1)
  }
  return (
    <StoryViewer
      key={last.key}
      sequence={last.sequence}
      open={sequence !== null}
      onClose={close}
      waiting={sequence && <div className={styles.dark} aria-busy />}
      onMissing={() => {
        showToast(uiText.networkError, 'danger')
        close()
      }}
    />
  )
}
