import { Volume2, VolumeX } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { playsByItself, takeTurn } from '#web/ui/playback.ts'
import { PlayMark } from '#web/ui/PlayMark.tsx'
import { postsText } from './posts.text.ts'
import styles from './PostVideo.module.css'

type ListedVideoProps = { src: string; poster: string | undefined; label: string }

/** So much of a video must be in view. */
const viewedPart = 0.6

/** A video that plays without sound while it is in view; a tap turns the sound on. Of several, one plays. */
export function ListedVideo({ src, poster, label }: ListedVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [isMuted, setMuted] = useState(true)
  const [isPlaying, setPlaying] = useState(false)
  usePlaysInView(video)
  const play = () => {
    takeTurn(video.current)
    video.current?.play().catch(() => undefined)
  }
  const toggleSound = () => setMuted(!isMuted)
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
        onClick={isPlaying ? toggleSound : play}
        onPlay={({ currentTarget }) => {
          takeTurn(currentTarget)
          setPlaying(true)
        }}
        onPause={() => setPlaying(false)}
      >
        <track kind="captions" />
      </video>
      {isPlaying ? (
        <IconButton
          className={styles.sound}
          tone="ink"
          label={isMuted ? postsText.soundOn : postsText.soundOff}
          onClick={toggleSound}
        >
          {isMuted ? <VolumeX size={20} /> : <Volume2 size={20} />}
        </IconButton>
      ) : (
        <button type="button" className={styles.play} aria-label={postsText.playVideo} onClick={play}>
          <PlayMark />
        </button>
      )}
    </>
  )
}

/** Plays a video while most of it is in view, and pauses it when it no longer is. */
function usePlaysInView(video: RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return element.pause()
        if (!playsByItself()) return
        takeTurn(element)
        element.play().catch(() => undefined)
      },
      { threshold: viewedPart },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [video])
}
