import { useState } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { pictureSrcSet } from '#contract/pictures.ts'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import { Dialog } from './Dialog.tsx'
import { DialogButton } from './DialogButton.tsx'
import { useLargestPaint } from './first-paint.ts'
import styles from './Picture.module.css'
import { uiText } from './ui.text.ts'

/** Returns the placeholder of a picture as a CSS image. */
export function thumbhashPlaceholder(thumbhash: string) {
  try {
    return `url(${thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0)))})`
  } catch {
    return undefined
  }
}

type PictureProps = {
  /** A URL that ends in `-1280.webp`; smaller widths have URLs beside it. */
  src: string
  alt: string
  width: number | null
  height: number | null
  /** Base64; shown until the picture has loaded. */
  thumbhash?: string | null
  /** As the HTML attribute. */
  sizes?: string
  /** The first picture of a page, fetched with high priority. */
  urgent?: boolean | undefined
  /** Never crop the picture. */
  whole?: boolean
  className?: string | undefined
}

/** Taller pictures are cropped, so that one does not fill the screen. */
const minRatio = 4 / 5
/** For `whole`: a taller picture has margins at its sides. */
const minRatioWhole = 9 / 16

/**
 * A picture whose space is reserved before it loads. Only the urgent one is requested before the largest paint: on a
 * phone at 1.6 Mbit/s others would delay it by 0.19 s.
 */
export function Picture({ src, alt, width, height, thumbhash, sizes, urgent, whole, className }: PictureProps) {
  const isRequested = useLargestPaint() || urgent
  const ratio = width && height ? Math.max(width / height, whole ? minRatioWhole : minRatio) : 4 / 3
  return (
    <span
      className={classNames(styles.box, className)}
      style={{ aspectRatio: ratio, backgroundImage: thumbhash ? thumbhashPlaceholder(thumbhash) : undefined }}
    >
      {isRequested ? (
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
      ) : null}
    </span>
  )
}

type PictureAltProps = {
  alt: string
  /** Of a video. */
  isVideo?: boolean
  className?: string | undefined
  /** Called when the description opens and closes. */
  onOpenChange?: (open: boolean) => void
}

/** A mark on a picture that has a description; it opens the words. */
export function PictureAlt({ alt, isVideo, className, onOpenChange }: PictureAltProps) {
  const [isOpen, setOpen] = useState(false)
  const title = isVideo ? uiText.videoAlt : uiText.pictureAlt(0)
  const change = (open: boolean) => {
    setOpen(open)
    onOpenChange?.(open)
  }
  return (
    <>
      <DialogButton
        as="button"
        type="button"
        className={classNames(styles.mark, className)}
        aria-label={uiText.openAlt(title)}
        onClick={() => change(true)}
      >
        <span className={styles.label}>{uiText.alt}</span>
      </DialogButton>
      <Dialog
        open={isOpen}
        onOpenChange={change}
        title={title}
        text={alt}
        actions={
          <Button size="small" onClick={() => change(false)}>
            {uiText.close}
          </Button>
        }
      />
    </>
  )
}
