import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Story } from '#contract/stories.ts'
import { markStoryViewed } from '#web/stories/stories.api.ts'
import { play, playsByItself, takeTurn } from '#web/ui/playback.ts'

/** The sound of the videos, which stays as it is while the viewer is open. */
export type StorySound = { isMuted: boolean; setMuted: (isMuted: boolean) => void }

/** People who want less motion go on by themselves. */
export const advances = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** False while the tab is hidden. */
const usePageVisible = () => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')

/**
 * Whether a story runs, and the video that runs with it. It is marked as seen when its picture is visible. A video that
 * may not play by itself begins paused.
 */
export function useStoryPlayback(story: Story, isBusy: boolean) {
  const [readyId, setReadyId] = useState<number | null>(null)
  const [toggled, setToggled] = useState<{ id: number; isPaused: boolean } | null>(null)
  const [isHeld, setHeld] = useState(false)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const isVisible = usePageVisible()
  const isPaused = toggled?.id === story.id ? toggled.isPaused : Boolean(story.cover_url) && !playsByItself()
  const isRunning = isVisible && !isPaused && !isHeld && !isBusy
  const setPaused = (next: boolean) => setToggled({ id: story.id, isPaused: next })
  usePlayingVideo(video, isRunning, () => setPaused(true))
  return {
    isPaused,
    isHeld,
    isRunning: isRunning && readyId === story.id,
    video,
    setVideo,
    setHeld,
    setReady: () => {
      setReadyId(story.id)
      markStoryViewed(story)
    },
    setPaused,
  }
}

/** Plays a video while it runs. */
function usePlayingVideo(video: HTMLVideoElement | null, isRunning: boolean, onRefused: () => void) {
  const refuse = useEffectEvent(onRefused)
  useEffect(() => {
    if (!video || !isRunning) return
    takeTurn(video)
    void play(video, () => refuse())
    return () => video.pause()
  }, [video, isRunning])
}
