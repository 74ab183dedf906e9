import { queryOptions, skipToken } from '@tanstack/react-query'
import { queryClient } from '#web/platform/query-client.ts'

type Waiting = { unread_conversations: number; requests_count: number }

/** How many conversations wait; it is not asked for, it is told. */
export const waitingQuery = () =>
  queryOptions<Waiting>({ queryKey: ['chat', 'waiting'], queryFn: skipToken, staleTime: Infinity, gcTime: Infinity })

export const setWaiting = ({ unread_conversations, requests_count }: Waiting) =>
  void queryClient.setQueryData(waitingQuery().queryKey, { unread_conversations, requests_count })
