import { Pause, Volume2, VolumeX } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Buffering } from '#web/ui/Buffering.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { play, playsByItself, takeTurn } from '#web/ui/playback.ts'
import { PlayMark } from '#web/ui/PlayMark.tsx'
import { videoText } from '#web/ui/video.text.ts'
import { postVideoText } from './post-video.text.ts'
import styles from './PostVideo.module.css'
import { useTaps } from './taps.ts'

type ListedVideoProps = {
  src: string
  poster: string | undefined
  label: string
  isSilent: boolean
  onDoubleTap: (() => void) | null
}

/** So much of a video must be in view. */
const viewedPart = 0.6

/**
 * A video that plays without sound while it is in view; a tap turns the sound on, or pauses one that has none; two like
 * the post. Of several, one plays.
 */
export function ListedVideo({ src, poster, label, isSilent, onDoubleTap }: ListedVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [isMuted, setMuted] = useState(true)
  const [isPlaying, setPlaying] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  usePlaysInView(video)
  const pause = () => {
    // It begins again when it comes into view anew.
    if (video.current) inView.delete(video.current)
    video.current?.pause()
  }
  const start = () => {
    // Without this a file that did not arrive is not asked for again.
    if (hasFailed) video.current?.load()
    setFailed(false)
    if (video.current) void play(video.current)
  }
  const toggleSound = () => setMuted(!isMuted)
  const onPlayingTap = isSilent ? pause : toggleSound
  const onClick = useTaps({ onTap: isPlaying ? onPlayingTap : start, onDoubleTap })
  return (
    <>
      <video
        ref={video}
        className={classNames(styles.video, styles.listed)}
        src={src}
        poster={poster}
        aria-label={label}
        playsInline
        loop
        muted={isMuted}
        preload="none"
        onClick={onClick}
        onPlay={({ currentTarget }) => {
          takeTurn(currentTarget)
          setPlaying(true)
        }}
        onPause={() => {
          setPlaying(false)
          setWaiting(false)
        }}
        onWaiting={() => setWaiting(true)}
        onPlaying={() => setWaiting(false)}
        onVolumeChange={({ currentTarget }) => setMuted(currentTarget.muted)}
        onError={({ currentTarget }) => {
          leave(currentTarget)
          setFailed(true)
        }}
      >
        <track kind="captions" />
      </video>
      {isWaiting && <Buffering />}
      {hasFailed && <output className={styles.failed}>{videoText.failed}</output>}
      {/* One button, so that the focus stays. */}
      <button
        type="button"
        className={isPlaying ? styles.pause : styles.play}
        aria-label={isPlaying ? postVideoText.pause : postVideoText.play}
        onClick={isPlaying ? pause : onClick}
      >
        {isPlaying ? <Pause size={20} aria-hidden /> : <PlayMark />}
      </button>
      {isPlaying && !isSilent && (
        <IconButton
          className={styles.sound}
          tone="ink"
          label={isMuted ? postVideoText.soundOn : postVideoText.soundOff}
          onClick={toggleSound}
        >
          {isMuted ? <VolumeX size={20} /> : <Volume2 size={20} />}
        </IconButton>
      )}
    </>
  )
}

/** Those that may play by themselves, in the order in which they came into view. */
const inView = new Set<HTMLVideoElement>()

/** Plays the one that has been in view longest, unless one plays: the next appears at the edge, and waits. */
function playNext(): void {
  const videos = [...inView]
  const [longest] = videos
  if (longest && playsByItself() && videos.every(({ paused }) => paused)) void play(longest)
}

function leave(element: HTMLVideoElement): void {
  inView.delete(element)
  element.pause()
  playNext()
}

/** Plays a video while most of it is in view. When it no longer is, the next one plays. */
function usePlaysInView(video: RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return leave(element)
        inView.add(element)
        playNext()
      },
      { threshold: viewedPart },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      leave(element)
    }
  }, [video])
}
