import { pictureSrcSet } from '#contract/pictures.ts'
import { classNames } from './class-names.ts'
import styles from './Picture.module.css'
import { thumbhashPlaceholder } from './thumbhash-placeholder.ts'

type PictureProps = {
  /** An address that ends in `-1280.webp`; the smaller widths stand beside it. */
  src: string
  alt: string
  width: number | null
  height: number | null
  /** Base64; drawn until the picture comes. */
  thumbhash?: string | null
  /** How wide it is drawn, as in HTML. */
  sizes?: string
  /** The first picture of a page: it is fetched before anything else. */
  urgent?: boolean | undefined
  /** Nothing of it may be cropped. */
  whole?: boolean
  className?: string | undefined
}

/** Taller pictures are cropped: one must not fill the whole screen. */
const tallest = 4 / 5
/** Where it is shown whole: a taller one has room at its sides. */
const tallestWhole = 9 / 16

/** Keeps its place before it comes. */
export function Picture({ src, alt, width, height, thumbhash, sizes, urgent, whole, className }: PictureProps) {
  const ratio = width && height ? Math.max(width / height, whole ? tallestWhole : tallest) : 4 / 3
  return (
    <div
      className={classNames(styles.box, className)}
      style={{ aspectRatio: ratio, backgroundImage: thumbhash ? thumbhashPlaceholder(thumbhash) : undefined }}
    >
      <img
        className={classNames(styles.picture, whole && styles.whole)}
        src={src}
        srcSet={pictureSrcSet(src, width)}
        sizes={sizes ?? '(min-width: 600px) 584px, 100vw'}
        alt={alt}
        width={width ?? undefined}
        height={height ?? undefined}
        loading={urgent ? 'eager' : 'lazy'}
        fetchPriority={urgent ? 'high' : 'auto'}
        decoding="async"
      />
    </div>
  )
}
