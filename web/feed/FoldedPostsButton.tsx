import { ChevronDown } from 'lucide-react'
import { flushSync } from 'react-dom'
import { Button } from '#web/ui/Button.tsx'
import { feedText } from './feed.text.ts'
import type { FoldedPosts } from './folded-posts.ts'
import styles from './FoldedPostsButton.module.css'

type FoldedPostsButtonProps = { posts: FoldedPosts; onOpen: (ids: readonly number[]) => void }

/** Replaces posts of authors who write much, until it is pressed. */
export function FoldedPostsButton({ posts, onOpen }: FoldedPostsButtonProps) {
  const names = [...new Set(posts.map(({ username }) => username))]
  const open = () => {
    const ids = posts.map(({ id }) => id)
    flushSync(() => onOpen(ids))
    // The button is gone: focus moves to the first of its posts.
    document.querySelector<HTMLElement>(`[data-post="${ids[0]}"] h2 a`)?.focus({ preventScroll: true })
  }
  const text = feedText.folded(posts.length, names)
  return (
    // A feed contains articles only.
    <article className={styles.fold} aria-label={text}>
      <Button variant="soft" size="small" wide icon={<ChevronDown size={20} aria-hidden />} onClick={open}>
        {text}
      </Button>
    </article>
  )
}
