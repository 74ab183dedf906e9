import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { StoryFooter } from './StoryFooter.tsx'
import { StoryHeader } from './StoryHeader.tsx'
import { StoryLikes } from './StoryLikes.tsx'
import { StoryOptions } from './StoryOptions.tsx'
import { StoryPicture } from './StoryPicture.tsx'
import { StoryProgress } from './StoryProgress.tsx'
import styles from './StoryStage.module.css'
import { markStoryViewed, storyLikesQuery } from '#web/stories/stories.api.ts'
import { storiesText } from '#web/stories/stories.text.ts'
import { useStoryGestures } from './story-gestures.ts'
import { usePageVisible } from './page-visible.ts'

type StoryStageProps = {
  stories: readonly Story[]
  index: number
  card: RefObject<HTMLDivElement | null>
  isCovered: boolean
  onNext: () => void
  onPrevious: (() => void) | undefined
  onNextPerson: () => void
  onPreviousPerson: (() => void) | undefined
  onClose: () => void
}

type Panel = 'likes' | 'options' | null

/** One story on the screen, and what can be done with it. Its time runs while it can be looked at. */
export function StoryStage({
  stories,
  index,
  card,
  isCovered,
  onNext,
  onPrevious,
  onNextPerson,
  onPreviousPerson,
  onClose,
}: StoryStageProps) {
  const story = stories[index]!
  const [readyId, setReadyId] = useState<number | null>(null)
  const [pausedId, setPausedId] = useState<number | null>(null)
  const [isHeld, setHeld] = useState(false)
  const [panel, setPanel] = useState<Panel>(null)
  const isVisible = usePageVisible()
  const isPaused = pausedId === story.id
  const isReady = readyId === story.id
  const isBusy = isCovered || panel !== null
  const isRunning = isReady && isVisible && !isPaused && !isHeld && !isBusy
  const likes = useQuery(storyLikesQuery(story)).data ?? { on: story.user_liked, count: story.likes_count }

  const nextPicture = stories[index + 1]?.media_url
  useEffect(() => {
    if (nextPicture) new Image().src = nextPicture
  }, [nextPicture])
  const ready = () => {
    setReadyId(story.id)
    markStoryViewed(story)
  }

  const togglePause = () => setPausedId(isPaused ? null : story.id)
  const pressed = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const onControl = event.target !== card.current && event.key === ' '
    if (isBusy || onControl || event.ctrlKey || event.metaKey || event.altKey) return
    const act = { ArrowLeft: onPrevious, ArrowRight: onNext, ' ': togglePause }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const target = card.current
    target?.addEventListener('keydown', pressed)
    return () => target?.removeEventListener('keydown', pressed)
  }, [card])

  const isFirst = onPrevious === undefined
  useEffect(() => {
    // The button that led here has gone, and the focus with it.
    if (isFirst && document.activeElement === document.body) card.current?.focus()
  }, [isFirst, card])

  const gestures = useStoryGestures(card, {
    onHold: setHeld,
    onSwipe: (direction) => {
      if (direction === 'down') onClose()
      else if (direction === 'left') onNextPerson()
      else onPreviousPerson?.()
    },
  })

  return (
    <>
      <Dialog.Title className="visually-hidden">{storiesText.of(story.username)}</Dialog.Title>
      <p className="visually-hidden" aria-live="polite">
        {storiesText.position(index + 1, stories.length, story.username)}
      </p>
      <div className={styles.stage} data-held={isHeld || undefined}>
        <StoryPicture key={story.id} story={story} onReady={ready} />
        <div className={styles.top}>
          <StoryProgress stories={stories} index={index} isRunning={isRunning} onEnd={onNext} />
          <StoryHeader
            story={story}
            isPaused={isPaused}
            onPause={togglePause}
            onOptions={() => setPanel('options')}
            onClose={onClose}
          />
        </div>
        <div className={styles.touch} {...gestures}>
          {onPrevious ? (
            <button type="button" className={styles.previous} aria-label={storiesText.previous} onClick={onPrevious}>
              <ChevronLeft size={30} aria-hidden />
            </button>
          ) : (
            <span className={styles.previous} />
          )}
          <button type="button" className={styles.next} aria-label={storiesText.next} onClick={onNext}>
            <ChevronRight size={30} aria-hidden />
          </button>
        </div>
        <StoryFooter storyId={story.id} likes={likes} onLikes={() => setPanel('likes')} />
      </div>
      <StoryLikes
        storyId={story.id}
        open={panel === 'likes'}
        onOpenChange={(open) => setPanel(open ? 'likes' : null)}
      />
      <StoryOptions
        story={story}
        open={panel === 'options'}
        onOpenChange={(open) => setPanel(open ? 'options' : null)}
        onBlocked={onClose}
      />
    </>
  )
}
