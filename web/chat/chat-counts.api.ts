import { queryOptions, skipToken } from '@tanstack/react-query'
import { queryClient } from '#web/platform/query-client.ts'

type ChatCounts = { unread_conversations: number; requests_count: number }

/** Unread conversations and open requests. Set by live events and by replies, never fetched by itself. */
export const chatCountsQuery = () =>
  queryOptions<ChatCounts>({ queryKey: ['chat', 'counts'], queryFn: skipToken, staleTime: Infinity, gcTime: Infinity })

export const setChatCounts = ({ unread_conversations, requests_count }: ChatCounts) =>
  void queryClient.setQueryData(chatCountsQuery().queryKey, { unread_conversations, requests_count })
