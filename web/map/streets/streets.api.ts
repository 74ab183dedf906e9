import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Input, Output } from '#contract/calls.ts'
import type { StreetsFetch } from '#contract/map-streets.ts'
import { groundQuery } from '#web/map/map.api.ts'
import { poll, call } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { showToast } from '#web/ui/toast.ts'

const queryKey = ['map', 'getMapStreets']
/** Another administrator may begin. */
const idleIntervalMs = 60_000
const runningIntervalMs = 2000

/** Whether the server works on it. */
export const isRunning = (fetch: StreetsFetch | null | undefined): boolean =>
  fetch?.state === 'planning' || fetch?.state === 'fetching'

async function pollStreets(signal: AbortSignal): Promise<Output<'getMapStreets'>> {
  const known = queryClient.getQueryData<Output<'getMapStreets'>>(queryKey)
  const reply = await poll('getMapStreets', {}, { known, signal })
  // The map has another file.
  if (known && known.streets.served?.since !== reply.streets.served?.since)
    void queryClient.invalidateQueries({ queryKey: groundQuery().queryKey })
  return reply
}

/** The streets of the map, and what has been asked for. */
export const streetsQuery = () =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => pollStreets(signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (isRunning(state.data?.streets.fetch) ? runningIntervalMs : idleIntervalMs),
    // The reply itself, whose ETag is known.
    structuralSharing: false,
  })

const refresh = () => queryClient.invalidateQueries({ queryKey })

export const usePlanMapStreets = () =>
  useMutation({
    mutationFn: (input: Omit<Input<'planMapStreets'>, 'user_id'>) => call('planMapStreets', input),
    onSettled: refresh,
  })

const useRequest = (name: 'fetchMapStreets' | 'stopMapStreets') =>
  useMutation({
    mutationFn: () => call(name, {}),
    onError: (error) => showToast(errorMessage(error), 'danger'),
    onSettled: refresh,
  })
export const useFetchMapStreets = () => useRequest('fetchMapStreets')
export const useStopMapStreets = () => useRequest('stopMapStreets')
