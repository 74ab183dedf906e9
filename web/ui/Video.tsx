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
  const [state, setState] = useState<'first' | 'failed' | 'retried'>('first')
  useEffect(() => {
    const element = video.current
    // The button that had the focus is gone.
    if (state === 'retried') element?.focus()
    if (element && (autoPlay || state === 'retried')) void play(element)
  }, [autoPlay, state])
  if (state === 'failed')
    return (
      <button
        type="button"
        className={classNames(styles.video, styles.failed, className)}
        style={{ backgroundImage: poster && `url(${poster})` }}
        onClick={() => setState('retried')}
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
      onError={() => setState('failed')}
    >
      {/* People write no captions to what they film; its description says what it shows. */}
      <track kind="captions" />
    </video>
  )
}
