import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Input, Output } from '#contract/calls.ts'
import type { MapBox } from '#contract/map-box.ts'
import type { MapPeriod } from '#contract/map-period.ts'
import { anySignal } from '#web/platform/any-signal.ts'
import { type GroundArchive, hasStreetsAt } from './map-view.ts'
import type { Position } from '#web/platform/geolocation.ts'
import { NetworkError } from '#web/platform/api-errors.ts'
import { poll } from '#web/platform/api.ts'
import { openOfflineCache, supportsOfflineCache } from '#web/platform/offline-cache.ts'
import { queryClient } from '#web/platform/query-client.ts'

export type { MapCell } from '#contract/map.ts'

/** An open map asks again, so that new posts pulse. */
const refetchMs = 20_000

type Ground = { archives: GroundArchive[] }

const groundTimeoutMs = 15_000

async function fetchGround(signal: AbortSignal): Promise<Ground> {
  try {
    const response = await fetch('/map/ground.json', {
      signal: anySignal([signal, AbortSignal.timeout(groundTimeoutMs)]),
    })
    if (response.ok) return (await response.json()) as Ground
    throw new NetworkError(String(response.status))
  } catch (error) {
    throw error instanceof Error && error.name === 'AbortError' ? error : new NetworkError(String(error))
  }
}

/**
 * Stores each answer on the device, in place of the one before, and returns it where there is no network: the last view
 * stays.
 */
async function orLast<Answer>(name: 'ground' | 'getMapCells' | 'getMapPlaces', ask: () => Promise<Answer>) {
  const url = `/last-map/${name}`
  // Opened before a sign-out deletes it: later writes go to the deleted cache.
  const cache = supportsOfflineCache() ? await openOfflineCache('last-map') : null
  try {
    const answer = await ask()
    await cache?.put(url, new Response(JSON.stringify(answer))).catch(() => undefined)
    return answer
  } catch (error) {
    const last = error instanceof NetworkError ? await cache?.match(url) : undefined
    if (!last) throw error
    return (await last.json()) as Answer
  }
}

/** The ground map, below all markers. */
export const groundQuery = () =>
  queryOptions({
    queryKey: ['map', 'ground'],
    queryFn: ({ signal }) => orLast('ground', () => fetchGround(signal)),
    staleTime: Infinity,
  })

/**
 * Whether the map has streets at a point, by which a pin can be aimed; undefined until that is known. Without a map there
 * are none.
 */
export function useHasStreets(point: Position | null): boolean | undefined {
  const { data, isError } = useQuery(groundQuery())
  if (isError && !data) return false
  return data && point ? hasStreetsAt(point, data.archives) : undefined
}

function mapQuery<Name extends 'getMapCells' | 'getMapPlaces'>(name: Name, input: Input<Name>, isShown: boolean) {
  const queryKey = ['map', name, input]
  return queryOptions<Output<Name>>({
    queryKey,
    queryFn: ({ signal }) =>
      orLast(name, () => poll(name, input, { known: queryClient.getQueryData<Output<Name>>(queryKey), signal })),
    enabled: isShown,
    refetchInterval: refetchMs,
    placeholderData: keepPreviousData,
    // The reply itself, whose ETag is known.
    structuralSharing: false,
  })
}

/** @param zoom a whole number */
export const mapCellsQuery = (box: MapBox, zoom: number, period: MapPeriod, isShown: boolean) =>
  mapQuery('getMapCells', { ...box, zoom, period }, isShown)

export const mapPlacesQuery = (box: MapBox, period: MapPeriod, isShown: boolean) =>
  mapQuery('getMapPlaces', { ...box, period }, isShown)
