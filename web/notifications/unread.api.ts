import { queryOptions, skipToken } from '@tanstack/react-query'
import { queryClient } from '#web/platform/query-client.ts'

/** How many notifications are unread, as far as is counted; it is not asked for, it is told. */
export const unreadQuery = () =>
  queryOptions<number>({
    queryKey: ['notifications', 'unread'],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })

export const setUnread = (count: number) => void queryClient.setQueryData(unreadQuery().queryKey, count)
