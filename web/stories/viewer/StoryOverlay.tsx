import { lazy, Suspense, useRef, useState } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router'
import { openStorySequence } from '#web/stories/open-stories.ts'
import styles from './StoryOverlay.module.css'

const StoryViewer = lazy(async () => ({ default: (await import('./StoryViewer.tsx')).StoryViewer }))

/** Shows the stories of the current history entry over the page. Its code loads with the first one. */
export function StoryOverlay() {
  const location = useLocation()
  const navigate = useNavigate()
  const opening = openStorySequence(location)
  // The last stories stay rendered while the viewer fades out.
  const [last, setLast] = useState({ key: location.key, opening })
  if (opening && last.key !== location.key) setLast({ key: location.key, opening })
  const closed = useRef<Location>(null)
  if (!last.opening) return null
  const close = () => {
    // Only once per entry, also while fading out: another step back would leave the page.
    if (!opening || closed.current === location) return
    closed.current = location
    void navigate(-1)
  }
  return (
    <Suspense fallback={opening && <div className={styles.dark} aria-busy />}>
      <StoryViewer key={last.key} opening={last.opening} open={opening !== null} onClose={close} />
    </Suspense>
  )
}
