import type { Message } from '#contract/chat.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { Lightbox } from '#web/ui/Dialog.tsx'
import { Picture, PictureAlt } from '#web/ui/Picture.tsx'
import { PlayMark } from '#web/ui/PlayMark.tsx'
import styles from './MessageRow.module.css'

/** As in the style. */
const pictureWidthPx = 260

type MessagePictureProps = {
  message: Message
  /** The other person. */
  name: string
}

function titleOf({ message: { is_own, video_url }, name }: MessagePictureProps): string {
  if (video_url) return is_own ? chatText.ownVideo : chatText.videoOf(name)
  return is_own ? chatText.ownPicture : chatText.pictureOf(name)
}

/** The picture of a message, or the cover of its video. */
export function MessagePicture({ onOpen, ...props }: MessagePictureProps & { onOpen: () => void }) {
  const { image_url, image_width, image_height, image_thumbhash, image_alt, video_url } = props.message
  if (!image_url) return null
  const alt = image_alt ?? titleOf(props)
  return (
    <span className={styles.frame}>
      <DialogButton
        as="button"
        opens={Lightbox}
        type="button"
        className={styles.picture}
        aria-label={video_url ? chatText.playVideo(alt) : chatText.openPicture(alt)}
        onClick={onOpen}
      >
        <Picture
          src={image_url}
          alt=""
          width={image_width}
          height={image_height}
          thumbhash={image_thumbhash}
          sizes={`${pictureWidthPx}px`}
        />
        {video_url && <PlayMark />}
      </DialogButton>
      {image_alt && <PictureAlt className={styles.alt} isVideo={video_url !== null} alt={image_alt} />}
    </span>
  )
}

type LargePictureProps = MessagePictureProps & { open: boolean; onOpenChange: (open: boolean) => void }

/** The picture of a message over the whole screen, where a video plays. */
export function LargePicture({ open, onOpenChange, ...props }: LargePictureProps) {
  const { image_url, image_width, image_height, image_alt, video_url } = props.message
  if (!image_url) return null
  const title = titleOf(props)
  const picture = { src: image_url, alt: image_alt ?? title, width: image_width, height: image_height }
  return (
    <Lightbox open={open} onOpenChange={onOpenChange} title={title} pictures={[{ ...picture, video: video_url }]} />
  )
}
