import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'
import { afterLargestPaint } from '#web/ui/first-paint.ts'
import { type Position, roundPosition } from '#web/platform/geolocation.ts'
import { queryClient } from '#web/platform/query-client.ts'

/** The server keeps a cell for 24 hours. */
const repeatAfterMs = 60 * 60 * 1000

const key = ['settings', 'nearbyCell']

/** Reports where the feed is opened, if the user wants notifications about posts nearby: now, and once an hour. */
export function nearbyCellQuery(position: Position | null) {
  const roundedPosition = roundPosition(position, 2)
  return queryOptions({
    queryKey: [...key, roundedPosition],
    queryFn: async ({ signal }) => {
      await afterLargestPaint()
      const { settings } = await call('getUserSettings', {}, signal)
      return settings.notify_nearby_posts === 1 ? call('recordNearbyCell', roundedPosition, signal) : null
    },
    enabled: position !== null,
    staleTime: repeatAfterMs,
    refetchInterval: repeatAfterMs,
    gcTime: repeatAfterMs,
    retry: false,
  })
}

/** The settings have changed: the next feed reports again. */
export const invalidateNearbyCell = () => queryClient.invalidateQueries({ queryKey: key })
