import { classNames } from './class-names.ts'
import styles from './Video.module.css'

type VideoProps = { src: string; label: string; className?: string | undefined }

/** A video with the browser's controls. Nothing of it but its length loads before somebody plays it. */
export const Video = ({ src, label, className }: VideoProps) => (
  <video
    className={classNames(styles.video, className)}
    src={src}
    aria-label={label}
    controls
    playsInline
    preload="metadata"
  >
    <track kind="captions" />
  </video>
)
