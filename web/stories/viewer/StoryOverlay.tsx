import { lazy, Suspense, useRef, useState } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router'
import { openStorySequence } from '#web/stories/open-stories.ts'
import styles from './StoryOverlay.module.css'

const StoryViewer = lazy(async () => ({ default: (await import('./StoryViewer.tsx')).StoryViewer }))

/** Shows the stories that the current entry of the history opens, over every page. Its code comes with the first one. */
export function StoryOverlay() {
  const location = useLocation()
  const navigate = useNavigate()
  const opening = openStorySequence(location)
  // What was opened last stays while it fades.
  const [last, setLast] = useState({ key: location.key, opening })
  if (opening && last.key !== location.key) setLast({ key: location.key, opening })
  const closed = useRef<Location>(null)
  if (!last.opening) return null
  const close = () => {
    // Once, however often it is asked, also while it fades: another step back would leave the page.
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
