import { useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { classNames } from '#web/ui/class-names.ts'
import styles from './PostText.module.css'
import { postsText } from './posts.text.ts'
import { textPreview } from './text-preview.ts'

/** Longer than this, a text without a picture is read and not quoted. */
const longestQuote = 180

/** Posts shown in full: who comes back to a list finds it as tall as before. */
const opened = new Set<number>()

export function PostText({ post }: { post: Post }) {
  const [isOpen, setOpen] = useState(opened.has(post.id))
  const preview = isOpen ? null : textPreview(post.text)
  const isQuote = !post.image_url && !preview && post.text.length <= longestQuote
  const open = () => {
    opened.add(post.id)
    setOpen(true)
  }
  return (
    <p
      dir="auto"
      className={classNames(styles.text, isQuote && styles.quote, !post.image_url && !isQuote && styles.alone)}
    >
      {preview ? <bdi>{preview}</bdi> : post.text}
      {preview && (
        <button type="button" className={styles.more} onClick={open}>
          {postsText.more}
        </button>
      )}
    </p>
  )
}
