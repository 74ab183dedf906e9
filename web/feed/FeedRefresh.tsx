import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useIsBackNavigation } from '#web/navigation/go-back.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useWhenBack } from '#web/platform/online.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { isNearTop } from '#web/platform/screen.ts'
import { NewItemsPill } from '#web/ui/NewItemsPill.tsx'
import { showToast } from '#web/ui/toast.ts'
import { isNewer, type ShownPost } from './feed-bands.ts'
import { feedText } from './feed.text.ts'

/** A feed older than this is refreshed when the user returns to it, but not while they read further down. */
const staleAfterMs = 60_000

/**
 * `refresh` fetches a feed again and shows its progress. A stale feed refreshes by itself while it is at the top.
 * @param fetchAgain replaces the feed by its first page.
 */
export function useFeedRefresh(queryKey: readonly unknown[], fetchAgain: () => Promise<unknown>) {
  const [refreshing, setRefreshing] = useState(false)
  const isBackNavigation = useIsBackNavigation()
  const refresh = () => {
    setRefreshing(true)
    fetchAgain()
      .catch((error: unknown) => showToast(errorMessage(error), 'danger'))
      .finally(() => setRefreshing(false))
  }
  const refreshIfStale = (isReturn: boolean) => {
    const loadedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt
    if (!loadedAt) return
    const isFromEarlierVisit = loadedAt < performance.timeOrigin
    const isStale = Date.now() - loadedAt > staleAfterMs && isNearTop() && (isReturn || !isBackNavigation)
    if (isFromEarlierVisit || isStale) fetchAgain().catch(() => undefined)
  }
  const onMount = useEffectEvent(() => refreshIfStale(false))
  useEffect(() => onMount(), [])
  useWhenBack(() => refreshIfStale(true))
  return { refreshing, refresh }
}

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
