import { useQuery } from '@tanstack/react-query'
import { NewItemsPill } from '#web/ui/NewItemsPill.tsx'
import type { FeedArea } from './feed-area.ts'
import { isNewer, type ShownPost } from './feed-bands.ts'
import { newestPostQuery } from './feed.api.ts'
import { feedText } from './feed.text.ts'

type NewPostsProps = {
  area: FeedArea
  /** The first post of the list. */
  first: ShownPost | undefined
  onShow: () => void
}

/** Offers a refresh when there are new posts. */
export function NewPosts({ area, first, onShow }: NewPostsProps) {
  const { data } = useQuery(newestPostQuery(area))
  const hasNew = data !== undefined && data !== null && isNewer(data, first)
  return <NewItemsPill text={hasNew ? feedText.newPosts : null} onShow={onShow} />
}
