import type { ReactNode } from 'react'
import { pictureUrlAtWidth } from '#contract/pictures.ts'
import type { Post } from '#contract/posts.ts'
import { PictureAlt } from '#web/ui/Picture.tsx'
import { Video } from '#web/ui/Video.tsx'
import { ListedVideo } from './ListedVideo.tsx'
import { postVideoText } from './post-video.text.ts'
import styles from './PostVideo.module.css'

type PostVideoProps = {
  post: Post
  /** The file of its video. */
  src: string
  isInList: boolean
  /** What two taps on it in a list do. */
  onDoubleTap: (() => void) | null
  /** Shown over it. */
  children: ReactNode
}

/** As of pictures: a taller one would fill the screen. */
const minRatio = 4 / 5

/** The video of a post: in a list it plays while it is in view, on the post's page it has the browser's controls. */
export function PostVideo({ post, src, isInList, onDoubleTap, children }: PostVideoProps) {
  const { image_url, image_width, image_height, image_alt, video_is_silent, username, location_name } = post
  const ratio = image_width && image_height ? image_width / image_height : 16 / 9
  const poster = image_url ? pictureUrlAtWidth(image_url, 640) : undefined
  const label = image_alt ?? postVideoText.videoOf(username, location_name)
  return (
    <div className={styles.frame} style={{ aspectRatio: Math.max(ratio, minRatio) }}>
      {isInList ? (
        <ListedVideo src={src} poster={poster} label={label} isSilent={video_is_silent} onDoubleTap={onDoubleTap} />
      ) : (
        <Video className={styles.video} src={src} poster={poster} label={label} />
      )}
      {children}
      {image_alt && <PictureAlt className={styles.alt} isVideo alt={image_alt} />}
    </div>
  )
}
