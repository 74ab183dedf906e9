import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { fetchRing } from './ring-batch.ts'

/** Around an avatar; null where there are no stories. */
export type Ring = 'unseen' | 'seen' | null

export const toRing = (has_unread: boolean | undefined): Ring =>
  has_unread === undefined ? null : has_unread ? 'unseen' : 'seen'

/** One for each person, wherever they are shown. */
const ringQuery = (userId: number) =>
  queryOptions({
    queryKey: ['stories', 'getStoryRings', userId],
    queryFn: async (): Promise<Ring> => toRing(await fetchRing(userId)),
    staleTime: 60_000,
    retry: false,
  })

/** @param asks false where the ring is known from a list. */
export function useRing(userId: number, asks = true): Ring {
  const isSignedIn = useCurrentUser() !== null
  return useQuery({ ...ringQuery(userId), enabled: asks && isSignedIn }).data ?? null
}

export const cachedRing = (userId: number): Ring => queryClient.getQueryData(ringQuery(userId).queryKey) ?? null

/** Changes a ring everywhere; an answer that is under way, and older, is not waited for. */
export function setRing(userId: number, ring: Ring) {
  const { queryKey } = ringQuery(userId)
  void queryClient.cancelQueries({ queryKey, exact: true }, { revert: false, silent: true })
  queryClient.setQueryData(queryKey, ring)
}

/** What somebody's stories are to the viewer may have changed. */
export const invalidateRing = (userId: number) =>
  queryClient.invalidateQueries({ queryKey: ringQuery(userId).queryKey })

export const invalidateStories = () => queryClient.invalidateQueries({ queryKey: ['stories'] })
