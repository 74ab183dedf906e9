import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { NewItemsPill } from '#web/ui/NewItemsPill.tsx'
import { isNewer, type ShownPost } from './feed-bands.ts'
import { feedText } from './feed.text.ts'

type NewPostsProps<Key extends readonly unknown[]> = {
  /** The newest post of the feed. */
  query: UseQueryOptions<ShownPost | null, Error, ShownPost | null, Key>
  /** The first post of the list. */
  first: ShownPost | undefined
  onShow: () => void
}

/** Offers a refresh when there are new posts. */
export function NewPosts<Key extends readonly unknown[]>({ query, first, onShow }: NewPostsProps<Key>) {
  const { data } = useQuery(query)
  const hasNew = data !== undefined && data !== null && isNewer(data, first)
  return <NewItemsPill text={hasNew ? feedText.newPosts : null} onShow={onShow} />
}
