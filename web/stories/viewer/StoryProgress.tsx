import { useEffect, useEffectEvent, useRef } from 'react'
import type { Story } from '#contract/stories.ts'
import { advances } from './story-playback.ts'
import styles from './StoryProgress.module.css'

/** Calls `onEnd` after this time, not counting the time while it is paused. */
function usePausableTimer(durationMs: number, isRunning: boolean, onEnd: () => void) {
  const remainingMs = useRef(durationMs)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!isRunning) return
    const since = performance.now()
    const timer = setTimeout(() => end(), remainingMs.current)
    return () => {
      clearTimeout(timer)
      remainingMs.current = Math.max(0, remainingMs.current - (performance.now() - since))
    }
  }, [isRunning])
}

/** How long a picture is shown (docs/product.md). */
const storyMs = 5000

type StoryTimerProps = { isRunning: boolean; onEnd: () => void }

/** The timer of a picture and its progress bar. */
function StoryTimer({ isRunning, onEnd }: StoryTimerProps) {
  usePausableTimer(storyMs, isRunning && advances(), onEnd)
  return (
    <span
      className={styles.filling}
      style={{ animationDuration: `${storyMs}ms`, animationPlayState: isRunning ? 'running' : 'paused' }}
    />
  )
}

/** The progress bar of a video, which is where the video is. */
function VideoBar({ video }: { video: HTMLVideoElement }) {
  const bar = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let frame: number
    const follow = () => {
      const { currentTime, duration } = video
      bar.current?.style.setProperty('transform', `scaleX(${currentTime / duration || 0})`)
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [video])
  return <span ref={bar} className={styles.following} />
}

type StoryProgressProps = StoryTimerProps & {
  stories: readonly Story[]
  index: number
  /** Of the story, if it has one that can be played. */
  video: HTMLVideoElement | null
}

/** One bar per story. Decorative: the position is announced by `StoryStage`. */
export const StoryProgress = ({ stories, index, video, isRunning, onEnd }: StoryProgressProps) => (
  <div className={styles.bars} aria-hidden>
    {stories.map(({ id }, at) => (
      <span key={id} className={styles.bar}>
        {at < index && <span className={styles.full} />}
        {at === index && (video ? <VideoBar video={video} /> : <StoryTimer isRunning={isRunning} onEnd={onEnd} />)}
      </span>
    ))}
  </div>
)
