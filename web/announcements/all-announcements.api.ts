import { useMutation } from '@tanstack/react-query'
import type { Input } from '#contract/calls.ts'
import { call } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { showToast } from '#web/ui/toast.ts'

/** For administrators: future and past announcements, too. */
export const allAnnouncementsQuery = () =>
  cursorQuery(['announcements', 'getAllAnnouncements'], 'getAllAnnouncements', { limit: 20 }, { staleTime: 0 })

const refresh = () => queryClient.invalidateQueries({ queryKey: ['announcements'] })
const finish = ({ message }: { message: string }) => {
  showToast(message)
  return refresh()
}

export const useCreateAnnouncement = () =>
  useMutation({
    mutationFn: (input: Omit<Input<'createAnnouncement'>, 'user_id'>) => call('createAnnouncement', input),
    onSuccess: finish,
  })

export const useWithdrawAnnouncement = () =>
  useMutation({
    mutationFn: (id: number) => call('withdrawAnnouncement', { announcement_id: id }),
    onSuccess: finish,
    onError: (error) => {
      showToast(errorMessage(error), 'danger')
      void refresh()
    },
  })
