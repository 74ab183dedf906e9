import { classNames } from './class-names.ts'
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
export const Video = ({ src, poster, label, autoPlay, className }: VideoProps) => (
  <video
    className={classNames(styles.video, className)}
    src={src}
    poster={poster}
    aria-label={label}
    controls
    autoPlay={autoPlay}
    playsInline
    preload="metadata"
  >
    {/* People write no captions to what they film; its description says what it shows. */}
    <track kind="captions" />
  </video>
)
