import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'
import { type Position, rounded } from '#web/platform/geolocation.ts'

/** The directory changes with the server's version, not while somebody looks. */
const longLived = 60 * 60_000

/** Towns whose name begins so; the largest ones for an empty query. */
export const townsQuery = (query: string) =>
  queryOptions({
    queryKey: ['places', 'findTowns', query],
    queryFn: async ({ signal }) => (await call('findTowns', { q: query }, signal)).towns,
    placeholderData: keepPreviousData,
    staleTime: longLived,
  })

/** The places nearest to a position; the largest towns where it is unknown. */
export function nearbyPlacesQuery(position: Position | null) {
  const near = rounded(position, 3)
  return queryOptions({
    queryKey: ['places', 'getNearbyLocations', near],
    queryFn: ({ signal }) => call('getNearbyLocations', near, signal),
    staleTime: longLived,
  })
}
