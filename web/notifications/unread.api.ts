import { queryOptions, skipToken } from '@tanstack/react-query'
import { queryClient } from '#web/platform/query-client.ts'

/** The number of unread notifications. Set by live events and replies, never fetched by itself. */
export const unreadQuery = () =>
  queryOptions<number>({
    queryKey: ['notifications', 'unread'],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })

export const setUnread = (count: number) => void queryClient.setQueryData(unreadQuery().queryKey, count)
