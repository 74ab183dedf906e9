import { queryOptions, skipToken } from '@tanstack/react-query'
import { queryClient } from '#web/platform/query-client.ts'

type ChatCounts = { unread_conversations: number; requests_count: number }

/** How many conversations wait; it is not asked for, it is told. */
export const chatCountsQuery = () =>
  queryOptions<ChatCounts>({ queryKey: ['chat', 'waiting'], queryFn: skipToken, staleTime: Infinity, gcTime: Infinity })

export const setChatCounts = ({ unread_conversations, requests_count }: ChatCounts) =>
  void queryClient.setQueryData(chatCountsQuery().queryKey, { unread_conversations, requests_count })
