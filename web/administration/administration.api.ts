import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { showToast } from '#web/ui/toast.ts'

const queryKey = ['administration', 'getOverview']
const refetchIntervalMs = 60_000
/** While a backup is awaited. */
const awaitingIntervalMs = 5000

/** The state of the server, refreshed while somebody looks at it. */
export const overviewQuery = () =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await call('getOverview', {}, signal)).overview,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.backup.is_requested ? awaitingIntervalMs : refetchIntervalMs),
  })

export const useRequestBackup = () =>
  useMutation({
    mutationFn: () => call('requestBackup', {}),
    onSuccess: ({ message }) => showToast(message),
    onError: (error) => showToast(errorMessage(error), 'danger'),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
