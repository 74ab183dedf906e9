import { queryOptions, useQuery } from '@tanstack/react-query'
import { ringsLimit } from '#contract/limits.ts'
import { call } from '#web/platform/api.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { afterLargestPaint } from '#web/ui/first-paint.ts'

type Batch = { ids: Set<number>; reply: Promise<Map<number, boolean>> }

let collecting: Batch | null = null

function createBatch(): Batch {
  const ids = new Set<number>()
  const load = async () => {
    // Collects the requests of one tick; at start, those of the whole first screen.
    await afterLargestPaint()
    if (collecting?.ids === ids) collecting = null
    const { rings } = await call('getStoryRings', { user_ids: [...ids].join(',') })
    return new Map(rings.map(({ user_id, has_unread }) => [user_id, has_unread]))
  }
  return { ids, reply: load() }
}

/**
 * Returns whether a user has unseen stories; undefined if they have none. Merges requests into calls of up to 50 users.
 */
export async function fetchRing(userId: number) {
  if (!collecting || collecting.ids.size >= ringsLimit) collecting = createBatch()
  collecting.ids.add(userId)
  return (await collecting.reply).get(userId)
}

/** The circle around the avatar of a user with stories; null if they have none. */
export type Ring = 'unseen' | 'seen' | null

export function toRing(has_unread: boolean | undefined): Ring {
  if (has_unread === undefined) return null
  return has_unread ? 'unseen' : 'seen'
}

/** One query per user, wherever their avatar is shown. */
const ringQuery = (userId: number) =>
  queryOptions({
    queryKey: ['stories', 'getStoryRings', userId],
    queryFn: async (): Promise<Ring> => toRing(await fetchRing(userId)),
    staleTime: 60_000,
    retry: false,
  })

/** @param isFetched false if a list has already set the ring. */
export function useRing(userId: number, isFetched = true): Ring {
  const isSignedIn = useCurrentUser() !== null
  return useQuery({ ...ringQuery(userId), enabled: isFetched && isSignedIn }).data ?? null
}

export const cachedRing = (userId: number): Ring => queryClient.getQueryData(ringQuery(userId).queryKey) ?? null

/** Changes a ring everywhere. A fetch in flight has an older value and is cancelled. */
export function setRing(userId: number, ring: Ring) {
  const { queryKey } = ringQuery(userId)
  void queryClient.cancelQueries({ queryKey, exact: true }, { revert: false, silent: true })
  queryClient.setQueryData(queryKey, ring)
}

export const invalidateRing = (userId: number) =>
  queryClient.invalidateQueries({ queryKey: ringQuery(userId).queryKey })

export const invalidateStories = () => queryClient.invalidateQueries({ queryKey: ['stories'] })
