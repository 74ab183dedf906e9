import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Overview } from '#contract/administration.ts'
import { call } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { showToast } from '#web/ui/toast.ts'

const queryKey = ['administration', 'getOverview']
const refetchIntervalMs = 60_000
/** While a backup is awaited. */
const awaitingIntervalMs = 5000
const isAwaited = (backup?: Overview['backup']) => backup?.is_requested || backup?.is_running

/** The state of the server, refreshed while somebody looks at it. */
export const overviewQuery = () =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await call('getOverview', {}, signal)).overview,
    staleTime: 0,
    refetchInterval: ({ state }) => (isAwaited(state.data?.backup) ? awaitingIntervalMs : refetchIntervalMs),
  })

export const useRequestBackup = () =>
  useMutation({
    mutationFn: () => call('requestBackup', {}),
    onSuccess: ({ message }) => showToast(message),
    onError: (error) => showToast(errorMessage(error), 'danger'),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
