import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { PushDenied, pushState, subscribePush, unsubscribePush } from '#web/platform/push.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { showToast } from '#web/ui/toast.ts'
import { settingsText } from './settings.text.ts'

/** Whether push is on for this browser, as reported by the browser. */
export const pushQuery = () => queryOptions({ queryKey: ['settings', 'push'], queryFn: pushState, staleTime: 0 })

/** The devices of the account that push notifications are sent to. */
export const pushDevicesQuery = () =>
  queryOptions({
    queryKey: ['settings', 'pushDevices'],
    queryFn: async ({ signal }) => (await call('getPushDevices', {}, signal)).devices,
    staleTime: 0,
  })

export const useStopPushOnDevice = () =>
  useMutation({
    mutationFn: (session_id: number) => call('stopPushOnDevice', { session_id }),
    onSuccess: ({ message }) => showToast(message),
    onError: (error) => showToast(errorMessage(error), 'danger'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: pushDevicesQuery().queryKey }),
  })

export const useSubscribePush = () =>
  useMutation({
    // One press after the other: the last one counts.
    scope: { id: 'push' },
    mutationFn: (on: boolean) => (on ? subscribePush() : unsubscribePush()),
    onSuccess: (message) => {
      if (message !== null) showToast(message)
    },
    onError: (error) => {
      if (error instanceof PushDenied) return
      showToast(error instanceof DOMException ? settingsText.pushFailed : errorMessage(error), 'danger')
    },
    onSettled: () =>
      Promise.all([pushQuery(), pushDevicesQuery()].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey }))),
  })
