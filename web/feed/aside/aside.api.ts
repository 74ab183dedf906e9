import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'

/** Of the nearest places, as many are asked for their newest Spotted. */
const spottedPlacesLimit = 6

/** The newest post of these places in which somebody is confirmed, or null. */
export const spottedAroundQuery = (placeIds: readonly number[]) => {
  const askedIds = placeIds.slice(0, spottedPlacesLimit)
  return queryOptions({
    queryKey: ['aside', 'getLocationSpottedPosts', askedIds],
    queryFn: async ({ signal }) => {
      const replies = await Promise.all(
        askedIds.map((location_id) =>
          call('getLocationSpottedPosts', { location_id, without_muted: 1, limit: 1 }, signal),
        ),
      )
      const posts = replies.flatMap(({ spotted_posts }) => spotted_posts)
      return posts.toSorted((one, other) => other.id - one.id)[0] ?? null
    },
    enabled: askedIds.length > 0,
    // It does not change while somebody reads.
    staleTime: 2 * 60_000,
  })
}
