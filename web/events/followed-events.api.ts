import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'
import { takePreloadedEvents } from '#web/platform/preloaded-data.ts'
import { queryClient } from '#web/platform/query-client.ts'

/** Returns undefined if they do not load. */
const fetchEvents = async (signal?: AbortSignal) =>
  (await call('getFollowedEvents', {}, signal).catch(() => undefined))?.events

/**
 * The next events at places that the viewer follows; none if they do not load. As the feed below them, they change only
 * with a refresh.
 */
export const followedEventsQuery = () =>
  queryOptions({
    queryKey: ['events', 'getFollowedEvents'],
    queryFn: async ({ signal }) => (await fetchEvents(signal)) ?? [],
    initialData: takePreloadedEvents,
    staleTime: Infinity,
    refetchOnReconnect: false,
  })

/** While they are pending, the posts of a feed wait: events that came later would move them. */
export const useFollowedEvents = () => useQuery(followedEventsQuery())

/** Refreshes the events, and the posts below them before these move. */
export async function refreshFollowedEvents(refreshPosts?: () => Promise<unknown>) {
  const events = fetchEvents()
  await refreshPosts?.()
  queryClient.setQueryData(followedEventsQuery().queryKey, await events)
}
