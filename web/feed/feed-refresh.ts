import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigationType } from 'react-router'
import { errorMessage } from '#web/platform/api-errors.ts'
import type { Position } from '#web/platform/geolocation.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { showToast } from '#web/ui/toast.ts'
import { feedQuery, refreshFeed } from './feed.api.ts'

/** A feed older than this is begun anew by who comes to it, but never under the eyes of who reads on. */
const old = 60_000
const nearTop = 80

/** `refresh` shows that it works and tells of failures; at the top, an old feed refreshes by itself. */
export function useFeedRefresh(position: Position | null) {
  const [refreshing, setRefreshing] = useState(false)
  const isBack = useNavigationType() === 'POP'
  const refresh = () => {
    setRefreshing(true)
    refreshFeed(position)
      .catch((error: unknown) => showToast(errorMessage(error), 'danger'))
      .finally(() => setRefreshing(false))
  }
  const refreshIfOld = useEffectEvent((whenBack: boolean) => {
    const loadedAt = queryClient.getQueryState(feedQuery(position).queryKey)?.dataUpdatedAt
    if (!loadedAt) return
    const fromAnEarlierVisit = loadedAt < performance.timeOrigin
    const isOld = Date.now() - loadedAt > old && window.scrollY < nearTop && (whenBack || !isBack)
    if (fromAnEarlierVisit || isOld) refreshFeed(position).catch(() => undefined)
  })
  useEffect(() => {
    refreshIfOld(false)
    const look = () => {
      if (document.visibilityState === 'visible') refreshIfOld(true)
    }
    document.addEventListener('visibilitychange', look)
    window.addEventListener('online', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', look)
    }
  }, [])
  return { refreshing, refresh }
}
