import { useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { play } from './playback.ts'
import { videoText } from './video.text.ts'
import styles from './Video.module.css'

type VideoProps = {
  src: string
  poster?: string | undefined
  label: string
  /** It was opened to be played. */
  autoPlay?: boolean
  className?: string | undefined
}

/** A video with the browser's controls. Nothing of it but its length loads before somebody plays it. */
export function Video({ src, poster, label, autoPlay = false, className }: VideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [hasFailed, setFailed] = useState(false)
  const [isRetried, setRetried] = useState(false)
  useEffect(() => {
    if (hasFailed || !video.current) return
    // The button that had the focus is gone.
    if (isRetried) video.current.focus()
    if (autoPlay || isRetried) void play(video.current)
  }, [autoPlay, isRetried, hasFailed])
  const retry = () => {
    setRetried(true)
    setFailed(false)
  }
  if (hasFailed)
    return (
      <button
        type="button"
        className={classNames(styles.video, styles.failed, className)}
        style={{ backgroundImage: poster && `url(${poster})` }}
        onClick={retry}
      >
        <span className={styles.problem}>{videoText.failed}</span>
      </button>
    )
  return (
    <video
      ref={video}
      className={classNames(styles.video, className)}
      src={src}
      poster={poster}
      aria-label={label}
      controls
      playsInline
      preload="metadata"
      onError={() => setFailed(true)}
    >
      {/* People write no captions to what they film; its description says what it shows. */}
      <track kind="captions" />
    </video>
  )
}
