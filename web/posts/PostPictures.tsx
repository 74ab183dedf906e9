import { ChevronLeft, ChevronRight, Heart } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { cardPictureSizes } from '#contract/pictures.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Lightbox } from '#web/ui/Dialog.tsx'
import { Picture, PictureAlt } from '#web/ui/Picture.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { picturesOf } from './picture-alt.ts'
import styles from './PostPictures.module.css'
import { likePost } from './posts.api.ts'
import { postsText } from './posts.text.ts'
import { useTaps } from './taps.ts'

const PostVideo = lazyPart(async () => (await import('./PostVideo.tsx')).PostVideo)

type PostPicturesProps = { post: Post; urgent: boolean | undefined; isInList: boolean }

/**
 * The pictures of a post, side by side in the shape of the first, so that nothing moves. A tap opens: in a list the
 * post, on its page the picture. Two taps like the post.
 */
export function PostPictures({ post, urgent, isInList }: PostPicturesProps) {
  const viewer = useCurrentUser()
  const navigate = useNavigate()
  const [isLarge, setLarge] = useState(false)
  const [beats, setBeats] = useState(0)
  const { strip, index, onScroll, show } = useStrip()
  const like = likePost(post)
  const likeOnce = () => {
    setBeats((count) => count + 1)
    if (!post.user_liked) like()
  }
  const open = () => (isInList ? void navigate(pagePaths.post(post.id)) : setLarge(true))
  const onDoubleTap = viewer && likeOnce
  const onClick = useTaps({ onTap: open, onDoubleTap })
  const pictures = picturesOf(post)
  const first = pictures[0]
  const shown = pictures[index]
  if (!first) return null
  const hasMore = pictures.length > 1
  const heart = beats > 0 && (
    <Heart key={beats} className={styles.heart} size={96} aria-hidden onAnimationEnd={() => setBeats(0)} />
  )
  if (post.video_url)
    return (
      <PostVideo
        src={post.video_url}
        post={post}
        isInList={isInList}
        onDoubleTap={onDoubleTap}
        waiting={<Picture className={styles.frame} {...first} sizes={cardPictureSizes} urgent={urgent} />}
      >
        {heart}
      </PostVideo>
    )
  return (
    <div className={styles.frame}>
      <div
        ref={strip}
        className={styles.strip}
        onScroll={onScroll}
        // The keyboard scrolls what has the focus.
        {...(hasMore && { tabIndex: 0, role: 'group', 'aria-label': postsText.pictures(index + 1, pictures.length) })}
      >
        {pictures.map(({ src, alt, thumbhash }, at) => (
          <button
            key={src}
            type="button"
            className={styles.picture}
            onClick={onClick}
            // In a list the time of the post is the same link: one stop for the keyboard is enough.
            {...(isInList ? { tabIndex: -1 } : { 'aria-haspopup': 'dialog', onPointerEnter: Lightbox.preload })}
          >
            <Picture
              className={styles.shape}
              src={src}
              alt={alt}
              width={first.width}
              height={first.height}
              thumbhash={thumbhash}
              sizes={cardPictureSizes}
              urgent={urgent && at === 0}
            />
          </button>
        ))}
      </div>
      {heart}
      {shown?.words && <PictureAlt className={styles.alt} alt={shown.words} />}
      {hasMore && <Place index={index} count={pictures.length} onShow={show} />}
      {!isInList && shown && (
        <Lightbox open={isLarge} onOpenChange={setLarge} title={shown.alt} pictures={pictures} index={index} />
      )}
    </div>
  )
}

/** Which of the pictures is in view, and how to bring another one there. */
function useStrip() {
  const strip = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(0)
  return {
    strip,
    index,
    onScroll: () => {
      const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {}
      setIndex(Math.round(scrollLeft / clientWidth))
    },
    show: (next: number) => strip.current?.scrollTo({ left: next * strip.current.clientWidth, behavior: 'smooth' }),
  }
}

type PlaceProps = { index: number; count: number; onShow: (index: number) => void }

/** Shows the position among the pictures; with a mouse it also leads to the others. */
const Place = ({ index, count, onShow }: PlaceProps) => (
  <>
    <span className={styles.count} aria-hidden>
      {`${index + 1}/${count}`}
    </span>
    <span className={styles.dots} aria-hidden>
      {Array.from({ length: count }, (_, at) => (
        <span key={at} className={classNames(styles.dot, at === index && styles.current)} />
      ))}
    </span>
    {index > 0 && (
      <IconButton
        className={classNames(styles.step, styles.previous)}
        tone="ink"
        label={postsText.previousPicture}
        onClick={() => onShow(index - 1)}
      >
        <ChevronLeft size={22} />
      </IconButton>
    )}
    {index < count - 1 && (
      <IconButton
        className={classNames(styles.step, styles.next)}
        tone="ink"
        label={postsText.nextPicture}
        onClick={() => onShow(index + 1)}
      >
        <ChevronRight size={22} />
      </IconButton>
    )}
  </>
)
