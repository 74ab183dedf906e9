import { Play, Volume2, VolumeX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { pictureUrlAtWidth } from '#contract/pictures.ts'
import type { Post } from '#contract/posts.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { playsByItself, takeTurn } from './playback.ts'
import { videoText } from './video.text.ts'
import styles from './PostVideo.module.css'

type PostVideoProps = {
  post: Post
  /** The file of its video. */
  src: string
  /** In a list it plays without sound while it is in view; on its page the browser's controls are there. */
  isInList: boolean
}

/** So much of a video must be in view. */
const viewedPart = 0.6

/** A video of a post. Of several, one plays. */
export function PostVideo({ post, src, isInList }: PostVideoProps) {
  const { image_url, image_width, image_height, image_alt, username, location_name } = post
  const video = useRef<HTMLVideoElement>(null)
  const [isMuted, setMuted] = useState(true)
  const [isPlaying, setPlaying] = useState(false)
  usePlaysInView(video, isInList)
  const play = () => {
    takeTurn(video.current)
    video.current?.play().catch(() => undefined)
  }
  return (
    <div className={styles.frame} style={{ aspectRatio: `${image_width ?? 16} / ${image_height ?? 9}` }}>
      {/* People write no captions to what they film; its description says what it shows. */}
      <video
        ref={video}
        className={styles.video}
        src={src}
        poster={image_url ? pictureUrlAtWidth(image_url, 640) : undefined}
        aria-label={image_alt ?? videoText.of(username, location_name)}
        playsInline
        loop={isInList}
        muted={isInList && isMuted}
        controls={!isInList}
        preload={isInList ? 'none' : 'metadata'}
        onClick={() => isInList && (isPlaying ? setMuted(!isMuted) : play())}
        onPlay={({ currentTarget }) => {
          takeTurn(currentTarget)
          setPlaying(true)
        }}
        onPause={() => setPlaying(false)}
      >
        <track kind="captions" />
      </video>
      {isInList && !isPlaying && (
        <button type="button" className={styles.play} aria-label={videoText.play} onClick={play}>
          <Play size={34} aria-hidden />
        </button>
      )}
      {isInList && isPlaying && (
        <IconButton
          className={styles.sound}
          tone="ink"
          label={isMuted ? videoText.soundOn : videoText.soundOff}
          onClick={() => setMuted(!isMuted)}
        >
          {isMuted ? <VolumeX size={20} /> : <Volume2 size={20} />}
        </IconButton>
      )}
    </div>
  )
}

/** Plays a video while most of it is in view, and pauses it when it no longer is. */
function usePlaysInView(video: React.RefObject<HTMLVideoElement | null>, isInList: boolean): void {
  useEffect(() => {
    const element = video.current
    if (!element || !isInList) return undefined
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
  }, [video, isInList])
}
