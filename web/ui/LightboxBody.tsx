import 'yet-another-react-lightbox/styles.css'
import YetAnotherLightbox from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { pictureUrlAtWidth, pictureWidths } from '#contract/pictures.ts'
import { useBackCloses } from './back-closes.ts'
import { classNames } from './class-names.ts'
import { lightboxText, videoLightboxText } from './lightbox.text.ts'
import styles from './LightboxBody.module.css'
import { useRootAttribute } from './root-attribute.ts'
import { Video } from './Video.tsx'

type LightboxPicture = {
  /** A URL that ends in `-1280.webp`; smaller widths have URLs beside it. */
  src: string
  alt: string
  width: number | null
  height: number | null
  /** The file of a video, of which the picture is the cover. */
  video?: string | null
}

export type LightboxProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The accessible name. */
  title: string
  pictures: readonly LightboxPicture[]
  /** The one that is shown first. */
  index?: number
}

/** Pixels of the screen for one of the picture. */
const maxZoom = 3

/** Enter opens it; arrows, + and - and Escape work on the keyboard. The library honours reduced motion. */
export function LightboxBody({ open, onOpenChange, title, pictures, index }: LightboxProps) {
  useBackCloses(open, () => onOpenChange(false))
  useRootAttribute('data-dark-overlay', open)
  const isSingle = pictures.length === 1
  const hasVideo = pictures.some(({ video }) => video)
  return (
    <YetAnotherLightbox
      className={classNames(styles.lightbox)}
      open={open}
      close={() => onOpenChange(false)}
      slides={pictures.map(slideOf)}
      index={index ?? 0}
      plugins={hasVideo ? [] : [Zoom]}
      zoom={{ maxZoomPixelRatio: maxZoom, scrollToZoom: true }}
      carousel={{ finite: true, padding: 0 }}
      controller={{ closeOnPullDown: true, closeOnBackdropClick: true }}
      labels={{ ...lightboxText, ...(hasVideo && videoLightboxText), Lightbox: title }}
      render={{
        // Without a video the library shows the picture.
        slide: ({ slide }) => videoOf(pictures.find(({ src }) => src === slide.src)),
        ...(isSingle && { buttonPrev: () => null, buttonNext: () => null }),
      }}
    />
  )
}

/** Plays at once. What is done on it is for its controls: it does not move the slide. */
const videoOf = (picture: LightboxPicture | undefined) =>
  picture?.video && (
    <div className={styles.slide} onPointerDown={(event) => event.stopPropagation()}>
      <Video
        className={styles.video}
        src={picture.video}
        poster={pictureUrlAtWidth(picture.src, 640)}
        label={picture.alt}
        autoPlay
      />
    </div>
  )

function slideOf({ src, alt, width, height }: LightboxPicture) {
  if (!width || !height) return { src, alt }
  const srcSet = pictureWidths
    .filter((pixels) => pixels < width)
    .map((pixels) => ({
      src: pictureUrlAtWidth(src, pixels),
      width: pixels,
      height: Math.round((height * pixels) / width),
    }))
  return { src, alt, width, height, srcSet: [...srcSet, { src, width, height }] }
}
