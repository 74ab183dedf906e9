import { queryOptions, useMutation } from '@tanstack/react-query'
import { errorMessage } from '#web/platform/api-errors.ts'
import { PushDenied, pushState, subscribePush, unsubscribePush } from '#web/platform/push.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { showToast } from '#web/ui/toast.ts'
import { settingsText } from './settings.text.ts'

/** Whether push is on for this browser, as reported by the browser. */
export const pushQuery = () => queryOptions({ queryKey: ['settings', 'push'], queryFn: pushState, staleTime: 0 })

export const useSubscribePush = () =>
  useMutation({
    mutationFn: (on: boolean) => (on ? subscribePush() : unsubscribePush()),
    onSuccess: (message) => {
      if (message !== null) showToast(message)
    },
    onError: (error) => {
      if (error instanceof PushDenied) return
      showToast(error instanceof DOMException ? settingsText.pushFailed : errorMessage(error), 'danger')
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: pushQuery().queryKey }),
  })
