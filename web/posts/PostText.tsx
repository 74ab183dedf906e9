import { useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { LiveText } from '#web/navigation/LiveText.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './PostText.module.css'
import { postsText } from './posts.text.ts'
import { textPreview } from './text-preview.ts'

/** Shorter texts without a picture are set as a quote. */
const maxQuoteLength = 180

/** Posts shown in full. Remembered, so that a list has the same height on return. */
const expandedIds = new Set<number>()

type PostTextProps = {
  post: Post
  /** A long text is cut. */
  isInList: boolean
}

export function PostText({ post, isInList }: PostTextProps) {
  const [isOpen, setOpen] = useState(expandedIds.has(post.id))
  const preview = isOpen || !isInList ? null : textPreview(post.text)
  const isQuote = !post.image_url && !preview && post.text.length <= maxQuoteLength
  if (post.text === '') return null
  const open = () => {
    expandedIds.add(post.id)
    setOpen(true)
  }
  return (
    <p
      dir="auto"
      className={classNames(styles.text, isQuote && styles.quote, !post.image_url && !isQuote && styles.withoutPicture)}
    >
      {preview ? (
        <bdi>
          <LiveText text={post.text} length={preview.length} />
        </bdi>
      ) : (
        <LiveText text={post.text} />
      )}
      {preview && (
        <button type="button" className={styles.more} onClick={open}>
          {postsText.more}
        </button>
      )}
    </p>
  )
}
