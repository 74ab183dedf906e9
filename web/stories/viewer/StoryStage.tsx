import { Dialog } from '@base-ui/react/dialog'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { storyLikesListQuery, storyLikesQuery } from '#web/stories/stories.api.ts'
import { storiesText } from '#web/stories/stories.text.ts'
import drawing from '#web/ui/drawings/heart-sunset.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { PlayMark } from '#web/ui/PlayMark.tsx'
import { PeopleList } from '#web/users/PeopleList.tsx'
import { useStoryGestures } from './story-gestures.ts'
import { StoryFooter } from './StoryFooter.tsx'
import { StoryHeader, StoryOptions } from './StoryHeader.tsx'
import { StoryPicture } from './StoryPicture.tsx'
import { advances, type StorySound, useStoryPlayback } from './story-playback.ts'
import { StoryProgress } from './StoryProgress.tsx'
import styles from './StoryStage.module.css'

type KeyActions = { onPrevious: (() => void) | undefined; onNext: () => void; onTogglePause: () => void }

/** Arrow keys move between stories and Space pauses, while the focus is in the card. */
function useStoryKeys(card: RefObject<HTMLElement | null>, isEnabled: boolean, actions: KeyActions) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isOnControl = event.target !== card.current && event.key === ' '
    if (!isEnabled || isOnControl || event.ctrlKey || event.metaKey || event.altKey) return
    const act = { ArrowLeft: actions.onPrevious, ArrowRight: actions.onNext, ' ': actions.onTogglePause }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const target = card.current
    target?.addEventListener('keydown', onKeyDown)
    return () => target?.removeEventListener('keydown', onKeyDown)
  }, [card])
}

type StoryLikesProps = { storyId: number; open: boolean; onOpenChange: (open: boolean) => void }

function StoryLikes({ storyId, open, onOpenChange }: StoryLikesProps) {
  const query = useInfiniteQuery({ ...storyLikesListQuery(storyId), enabled: open })
  const empty = <EmptyState drawing={drawing} title={storiesText.noLikes} />
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={storiesText.likesTitle}>
      <PeopleList label={storiesText.likesTitle} query={query} empty={empty} unavailable={empty} />
    </Sheet>
  )
}

type StoryStageProps = {
  stories: readonly Story[]
  index: number
  card: RefObject<HTMLDivElement | null>
  /** A dialog of the page covers the story. */
  isCovered: boolean
  sound: StorySound
  onNext: () => void
  onPrevious: (() => void) | undefined
  onNextPerson: () => void
  onPreviousPerson: (() => void) | undefined
  onClose: () => void
}

type Panel = 'likes' | 'options' | 'footer' | null

/** One story with its controls. Its timer runs while the picture is visible; a video takes as long as it is. */
export function StoryStage({ stories, index, card, isCovered, sound, ...navigation }: StoryStageProps) {
  const { onNext, onPrevious, onNextPerson, onPreviousPerson, onClose } = navigation
  const story = stories[index]!
  const [panel, setPanel] = useState<Panel>(null)
  const [answeredId, setAnsweredId] = useState<number | null>(null)
  const isBusy = isCovered || panel !== null || answeredId === story.id
  const { isPaused, isHeld, isRunning, video, ...playback } = useStoryPlayback(story, isBusy)
  const togglePause = () => playback.setPaused(!isPaused)
  const likes = useQuery(storyLikesQuery(story)).data ?? { on: story.user_liked, count: story.likes_count }
  const next = stories[index + 1]
  usePreloadedPicture(next?.cover_url || next?.media_url)
  useFocusOnFirst(card, onPrevious === undefined)
  useStoryKeys(card, !isBusy, { onPrevious, onNext, onTogglePause: togglePause })
  const gestures = useStoryGestures(card, {
    onHold: playback.setHeld,
    onSwipe: (direction) => {
      if (direction === 'down') onClose()
      else if (direction === 'left') onNextPerson()
      else onPreviousPerson?.()
    },
  })
  return (
    <>
      <Dialog.Title className="visually-hidden">{storiesText.storiesOf(story.username)}</Dialog.Title>
      <p className="visually-hidden" aria-live="polite">
        {storiesText.position(index + 1, stories.length, story.username)}
      </p>
      <div className={styles.stage} data-held={isHeld || undefined}>
        <StoryPicture
          key={story.id}
          story={story}
          sound={sound}
          onReady={playback.setReady}
          onVideo={playback.setVideo}
          onEnd={() => (advances() ? onNext() : playback.setPaused(true))}
        />
        <div className={styles.top}>
          <StoryProgress stories={stories} index={index} video={video} isRunning={isRunning} onEnd={onNext} />
          <StoryHeader
            story={story}
            isPaused={isPaused}
            onPause={togglePause}
            sound={video && !story.media_is_silent ? sound : null}
            onOptions={() => setPanel('options')}
            onClose={onClose}
          />
        </div>
        <div className={styles.touch} {...gestures}>
          <StepButtons onPrevious={onPrevious} onNext={onNext} />
        </div>
        {video && isPaused && (
          <button
            type="button"
            className={styles.play}
            aria-label={storiesText.playVideo}
            onClick={() => {
              // The focused button is unmounted.
              card.current?.focus()
              playback.setPaused(false)
            }}
          >
            <PlayMark />
          </button>
        )}
        <StoryFooter
          story={story}
          likes={likes}
          onLikes={() => setPanel('likes')}
          onPanel={(open) => setPanel(open ? 'footer' : null)}
          onWriting={(isWriting) => setAnsweredId(isWriting ? story.id : null)}
        />
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

function usePreloadedPicture(url: string | undefined) {
  useEffect(() => {
    if (url) new Image().src = url
  }, [url])
}

/** Moves the focus to the card on the first story, where the focused "previous" button is unmounted. */
function useFocusOnFirst(card: RefObject<HTMLElement | null>, isFirst: boolean) {
  useEffect(() => {
    if (isFirst && document.activeElement === document.body) card.current?.focus()
  }, [isFirst, card])
}

type StepButtonsProps = { onPrevious: (() => void) | undefined; onNext: () => void }

const StepButtons = ({ onPrevious, onNext }: StepButtonsProps) => (
  <>
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
  </>
)
