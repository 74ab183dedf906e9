import { useQuery } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import type { Post } from '#contract/posts.ts'
import type { Position } from '#web/platform/geolocation.ts'
import { newestPostQuery } from './feed.api.ts'
import { feedText } from './feed.text.ts'
import styles from './NewPosts.module.css'

type NewPostsProps = {
  position: Position | null
  /** The first post shown. */
  newest: Post | undefined
  onShow: () => void
}

/** Tells that the feed has gone on; it moves only when asked to. */
export function NewPosts({ position, newest, onShow }: NewPostsProps) {
  const { data } = useQuery(newestPostQuery(position))
  // Ids grow with time.
  const hasNew = data !== undefined && data !== null && data.id > (newest?.id ?? 0)
  const show = () => {
    window.scrollTo({ top: 0 })
    onShow()
  }
  return (
    <output className={styles.place}>
      {hasNew && (
        <button type="button" className={styles.pill} onClick={show}>
          <ArrowUp size={16} aria-hidden />
          {feedText.newPosts}
        </button>
      )}
    </output>
  )
}
