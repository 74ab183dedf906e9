import { useQuery } from '@tanstack/react-query'
import type { Post } from '#contract/posts.ts'
import type { Position } from '#web/platform/geolocation.ts'
import { NewItemsPill } from '#web/ui/NewItemsPill.tsx'
import { newestPostQuery } from './feed.api.ts'
import { feedText } from './feed.text.ts'

type NewPostsProps = {
  position: Position | null
  /** The first post of the list. */
  newest: Post | undefined
  onShow: () => void
}

/** Offers a refresh when there are new posts. */
export function NewPosts({ position, newest, onShow }: NewPostsProps) {
  const { data } = useQuery(newestPostQuery(position))
  // Ids increase with time.
  const hasNew = data !== undefined && data !== null && data.id > (newest?.id ?? 0)
  return <NewItemsPill text={hasNew ? feedText.newPosts : null} onShow={onShow} />
}
