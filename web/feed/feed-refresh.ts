import { useEffect, useEffectEvent, useState } from 'react'
import { useIsBackNavigation } from '#web/navigation/go-back.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { isNearTop } from '#web/platform/scroll-position.ts'
import { useWhenBack } from '#web/platform/online.ts'
import { showToast } from '#web/ui/toast.ts'

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
