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
 * the post. One plays at a time.
 */
export function ListedVideo({ src, poster, label, isSilent, onDoubleTap }: ListedVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [isMuted, setMuted] = useState(true)
  const [isPlaying, setPlaying] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  usePlaysInView(video)
  const pause = () => video.current && leave(video.current)
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
          inView.add(currentTarget)
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
          playNearest()
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

/** Those that play, or may by themselves. */
const inView = new Set<HTMLVideoElement>()

/** False while a dialog covers the page, and for the videos of a page that somebody leaves. */
const isShown = (video: HTMLVideoElement) => video.isConnected && !video.closest('[aria-hidden=true]')
const isWhole = ({ top, bottom }: DOMRect) => top >= 0 && bottom <= window.innerHeight
const fromMiddle = ({ top, bottom }: DOMRect) => Math.abs(top + bottom - window.innerHeight)

/** Plays the one nearest to the middle of the screen, unless one plays that is wholly in view. */
function playNearest(): void {
  const places = [...inView].filter(isShown).map((video) => ({ video, place: video.getBoundingClientRect() }))
  if (!playsByItself() || places.some(({ video, place }) => !video.paused && isWhole(place))) return
  const [nearest] = places.toSorted((one, other) => fromMiddle(one.place) - fromMiddle(other.place))
  if (nearest?.video.paused) void play(nearest.video)
}

function leave(element: HTMLVideoElement): void {
  inView.delete(element)
  element.pause()
}

/** Plays a video while most of it is in view, and when others are, too, while it is the nearest to the middle. */
function usePlaysInView(video: RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    let wasInView = false
    const observer = new IntersectionObserver(
      ([{ intersectionRatio } = { intersectionRatio: 0 }]) => {
        const isInView = intersectionRatio >= viewedPart
        if (!isInView) leave(element)
        // One that somebody has paused waits until it comes into view anew.
        else if (!wasInView) inView.add(element)
        wasInView = isInView
        playNearest()
      },
      { threshold: [0, viewedPart, 1] },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      leave(element)
      playNearest()
    }
  }, [video])
}
